import type { Channel } from '@huanji/domain/channel'
import type { RepairFlag } from '@huanji/domain/grading/ladder'
import type { InspectionState } from '@huanji/domain/states/inspection'
import type { Answers, Grade } from '@huanji/domain/template/types'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { countByState } from '../../database/list-page.ts'
import type { Report } from './report.ts'

/** The table, for `moveState`. */
export const INSPECTION_TABLE = sql.table('inspection')

/** An inspection record as commands need it. */
export interface InspectionRecord {
  inspectionId: string
  inspectionNo: string
  unitId: string
  barCode: string
  channel: Channel
  state: InspectionState
  templateVersion: string
  answers: Answers
  report: Report
  /** Null until the record is submitted. */
  systemGrade: Grade | null
  finalGrade: Grade | null
  repairFlag: RepairFlag | null
  shopAccountId: string | null
  /** The bag the unit is sealed in, or null. */
  bagCode: string | null
  photoTaskId: string
  modelId: string
  modelName: string
  version: number
  /** Who last wrote the answers, and when. */
  editorName: string
  editedAt: string
  /** Set once buyers may have seen the photographs. */
  firstListedAt: string | null
  updatedAt: string
}

const recordColumns = (tx: Tx): RawBuilder<unknown> => sql`
  i.id as "inspectionId", i.inspection_no as "inspectionNo", i.unit_id as "unitId", i.bar_code as "barCode", i.channel, i.state,
  i.template_version as "templateVersion", i.answers, i.report, i.system_grade as "systemGrade",
  i.final_grade as "finalGrade", i.repair_flag as "repairFlag", i.shop_account_id as "shopAccountId",
  i.bag_code as "bagCode", i.photo_task_id as "photoTaskId", i.model_id as "modelId", i.model_name as "modelName",
  i.version, i.edited_at as "editedAt", i.first_listed_at as "firstListedAt", i.updated_at as "updatedAt",
  (select e.name from employee e where e.merchant_id = ${tx.merchantId} and e.id = i.edited_by) as "editorName"`

/** One way to name a record. */
export type RecordKey =
  | { readonly inspectionId: string }
  | { readonly inspectionNo: string }
  | { readonly photoTaskId: string }

function keyOf(key: RecordKey): RawBuilder<unknown> {
  if ('inspectionId' in key) return sql`i.id = ${key.inspectionId}`
  if ('inspectionNo' in key) return sql`i.inspection_no = ${key.inspectionNo}`
  return sql`i.photo_task_id = ${key.photoTaskId}`
}

/** The record with this id, number or photo task, or null. */
export function findRecord(tx: Tx, key: RecordKey): Promise<InspectionRecord | null> {
  return tx.one<InspectionRecord>(
    sql`select ${recordColumns(tx)} from inspection i where i.merchant_id = ${tx.merchantId} and ${keyOf(key)}`,
  )
}

/** The same, locked until the transaction ends: whoever else changes the record waits. */
export function lockRecord(tx: Tx, key: RecordKey): Promise<InspectionRecord | null> {
  return tx.one<InspectionRecord>(sql`
    select ${recordColumns(tx)} from inspection i where i.merchant_id = ${tx.merchantId} and ${keyOf(key)}
    for update of i`)
}

/** What a person writes into a record, with everything that was worked out from it. */
export interface RecordContent {
  readonly unitId: string
  readonly channel: Channel
  readonly templateId: string
  readonly templateVersion: string
  readonly answers: Answers
  readonly report: Report
  readonly systemGrade: Grade | null
  readonly finalGrade: Grade | null
  readonly overrideReason: string
  readonly repairFlag: RepairFlag | null
  readonly exceptionCount: number
  readonly remark: string
  readonly shopAccountId: string | null
  readonly reusedInspectionId: string | null
  readonly barCode: string
  readonly imei: string
  readonly modelId: string
  readonly modelName: string
  readonly skuText: string
}

export interface NewRecord extends RecordContent {
  readonly inspectionId: string
  readonly inspectionNo: string
  readonly photoTaskId: string
  readonly employeeId: string
  readonly now: Date
}

/** Writes a new draft. False when the unit has a record already that is not finished with; waits for a rival's. */
export async function insertDraft(tx: Tx, record: NewRecord): Promise<boolean> {
  const count = await tx.run(sql`
    insert into inspection (merchant_id, id, inspection_no, unit_id, channel, state, template_id, template_version,
      answers, report, system_grade, final_grade, override_reason, repair_flag, exception_count, remark,
      shop_account_id, photo_task_id, reused_inspection_id, inspector_id, bar_code, imei, model_id, model_name,
      sku_text, edited_by, edited_at, created_at, updated_at)
    values (${tx.merchantId}, ${record.inspectionId}, ${record.inspectionNo}, ${record.unitId}, ${record.channel},
      'draft', ${record.templateId}, ${record.templateVersion}, ${JSON.stringify(record.answers)},
      ${JSON.stringify(record.report)}, ${record.systemGrade}, ${record.finalGrade}, ${record.overrideReason},
      ${record.repairFlag}, ${record.exceptionCount}, ${record.remark}, ${record.shopAccountId},
      ${record.photoTaskId}, ${record.reusedInspectionId}, ${record.employeeId}, ${record.barCode}, ${record.imei},
      ${record.modelId}, ${record.modelName}, ${record.skuText}, ${record.employeeId}, ${record.now}, ${record.now},
      ${record.now})
    on conflict (merchant_id, unit_id) where state not in ('sold', 'voided') do nothing`)
  return count === 1
}

/** Replaces what a person wrote, and gives the new version. */
export async function updateRecord(
  tx: Tx,
  inspectionId: string,
  content: RecordContent & { readonly employeeId: string; readonly now: Date },
): Promise<number> {
  const row = await tx.one<{ version: number }>(sql`
    update inspection set unit_id = ${content.unitId}, channel = ${content.channel},
      template_id = ${content.templateId}, template_version = ${content.templateVersion},
      answers = ${JSON.stringify(content.answers)}, report = ${JSON.stringify(content.report)},
      system_grade = ${content.systemGrade}, final_grade = ${content.finalGrade},
      override_reason = ${content.overrideReason}, repair_flag = ${content.repairFlag},
      exception_count = ${content.exceptionCount}, remark = ${content.remark},
      shop_account_id = ${content.shopAccountId}, reused_inspection_id = ${content.reusedInspectionId},
      bar_code = ${content.barCode}, imei = ${content.imei}, model_id = ${content.modelId},
      model_name = ${content.modelName}, sku_text = ${content.skuText}, version = version + 1,
      edited_by = ${content.employeeId}, edited_at = ${content.now}, updated_at = ${content.now}
    where merchant_id = ${tx.merchantId} and id = ${inspectionId}
    returning version`)
  if (!row) throw new Error('a locked inspection record is gone')
  return row.version
}

/** Notes the bag a record's unit is sealed in, or null for none. */
export async function setBagCode(tx: Tx, inspectionId: string, bagCode: string | null, now: Date): Promise<void> {
  await tx.run(sql`
    update inspection set bag_code = ${bagCode}, updated_at = ${now}
    where merchant_id = ${tx.merchantId} and id = ${inspectionId}`)
}

/** Notes how many photographs a record has and which one stands for it. */
export async function setPhotoSummary(
  tx: Tx,
  inspectionId: string,
  summary: { readonly count: number; readonly coverKey: string | null; readonly now: Date },
): Promise<void> {
  await tx.run(sql`
    update inspection set photo_count = ${summary.count}, cover_key = ${summary.coverKey}, updated_at = ${summary.now}
    where merchant_id = ${tx.merchantId} and id = ${inspectionId}`)
}

/** The record of a unit that is not finished with, or null. */
export function openRecordOf(tx: Tx, unitId: string): Promise<{ inspectionNo: string; state: InspectionState } | null> {
  return tx.one(sql`
    select inspection_no as "inspectionNo", state from inspection
    where merchant_id = ${tx.merchantId} and unit_id = ${unitId} and state not in ('sold', 'voided')`)
}

/** True when the unit was sold: should the phone be here, it came back. */
export async function soldRecordOf(tx: Tx, unitId: string): Promise<boolean> {
  const row = await tx.one<{ found: boolean }>(sql`
    select exists (
      select 1 from inspection where merchant_id = ${tx.merchantId} and unit_id = ${unitId} and state = 'sold'
    ) as found`)
  return row?.found ?? false
}

/** True when the unit has a record beside this one. */
export async function hasOtherRecords(tx: Tx, unitId: string, inspectionId: string): Promise<boolean> {
  const row = await tx.one<{ found: boolean }>(sql`
    select exists (
      select 1 from inspection
      where merchant_id = ${tx.merchantId} and unit_id = ${unitId} and id <> ${inspectionId}
    ) as found`)
  return row?.found ?? false
}

/** A record as history of its phone shows it. */
export interface EarlierRecord {
  inspectionId: string
  channel: Channel
  inspectionNo: string
  grade: Grade | null
  state: InspectionState
  modelId: string
  modelName: string
  skuText: string
  createdAt: string
}

/** The records of these units, newest first; at most 50. */
export function recordsOfUnits(tx: Tx, unitIds: readonly string[]): Promise<EarlierRecord[]> {
  return tx.rows<EarlierRecord>(sql`
    select id as "inspectionId", channel, inspection_no as "inspectionNo", final_grade as grade, state,
      model_id as "modelId", model_name as "modelName", sku_text as "skuText", created_at as "createdAt"
    from inspection
    where merchant_id = ${tx.merchantId} and unit_id = any (${unitIds}::uuid[])
    order by created_at desc, id desc limit 50`)
}

/** How many records stand in each of these states, over both channels, counted up to the cap; for the cards of the home page. */
export const countInspectionsByState = (
  tx: Tx,
  states: readonly InspectionState[],
): Promise<Partial<Record<InspectionState, number>>> =>
  countByState(tx, {
    from: sql`inspection i`,
    where: [sql`i.merchant_id = ${tx.merchantId}`, sql`i.channel in ('auction', 'curated')`],
    state: sql`i.state`,
    states,
  })

/** Everything that selling a unit needs of its record. */
export interface ListableInspection {
  inspectionId: string
  inspectionNo: string
  unitId: string
  channel: Channel
  barCode: string
  imei: string
  imei2: string
  modelId: string
  modelName: string
  sku: { regulatoryNo: string; ram: string; storage: string; colour: string }
  skuText: string
  grade: Grade | null
  repairFlag: RepairFlag | null
  state: InspectionState
  bagCode: string | null
  shopAccountId: string | null
  coverKey: string | null
  report: Report
  answers: Answers
  templateVersion: string
  createdAt: string
}

/** The records with these ids, each with its unit; ids the merchant does not have are left out. */
export function listableInspections(tx: Tx, ids: readonly string[]): Promise<ListableInspection[]> {
  return tx.rows<ListableInspection>(sql`
    select i.id as "inspectionId", i.inspection_no as "inspectionNo", i.unit_id as "unitId", i.channel,
      u.bar_code as "barCode", u.imei, u.imei2, i.model_id as "modelId", i.model_name as "modelName", u.sku,
      i.sku_text as "skuText", i.final_grade as grade, i.repair_flag as "repairFlag", i.state,
      i.bag_code as "bagCode", i.shop_account_id as "shopAccountId", i.cover_key as "coverKey", i.report, i.answers,
      i.template_version as "templateVersion", i.created_at as "createdAt"
    from inspection i
    join unit u on u.merchant_id = i.merchant_id and u.id = i.unit_id
    where i.merchant_id = ${tx.merchantId} and i.id = any (${ids}::uuid[])
    order by i.id`)
}

/** The assignments by which a record remembers that it went on sale. */
export const listedNow = (now: Date): RawBuilder<unknown>[] => [
  sql`first_listed_at = coalesce(first_listed_at, ${now})`,
  sql`updated_at = ${now}`,
]

/** The assignment that every move makes. */
export const movedNow = (now: Date): RawBuilder<unknown>[] => [sql`updated_at = ${now}`]
