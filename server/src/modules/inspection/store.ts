import type { Channel } from '@huanji/domain/channel'
import type { RepairFlag } from '@huanji/domain/grading/ladder'
import type { InspectionState } from '@huanji/domain/states/inspection'
import type { Answers, Grade } from '@huanji/domain/template/types'
import { type Expression, type ExpressionBuilder, expressionBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { countByState } from '../../database/list-page.ts'
import {
  anyOf,
  type ColumnsOf,
  db,
  jsonText,
  type OfMerchant,
  prepared,
  type RowOfQuery,
} from '../../database/query.ts'
import { everyShop } from '../../database/shop-bound.ts'
import type { Tables } from '../../database/tables.ts'
import { markReports } from '../figure/mark-store.ts'
import { employeeName } from '../history/employee-store.ts'
import type { Report } from './report.ts'
import { NO_RETAKE } from './retake-store.ts'

/** The name of the shop with this id, or null for none. */
export const shopName = (tx: Tx, shopAccountId: Expression<string | null>) =>
  db
    .selectFrom('shopAccount as s')
    .select('s.shopName')
    .where('s.merchantId', '=', tx.merchantId)
    .where('s.id', '=', shopAccountId)
    .$asScalar()

/** The number of the batch with this id, or null for none. */
export const batchNo = (tx: Tx, batchId: Expression<string | null>) =>
  db
    .selectFrom('batch as b')
    .select('b.batchNo')
    .where('b.merchantId', '=', tx.merchantId)
    .where('b.id', '=', batchId)
    .$asScalar()

/** The batch version that a record `i` refers to. */
function batchVersionOf({ merchantId }: OfMerchant) {
  const { ref } = expressionBuilder<{ i: Tables['inspection'] }, 'i'>()
  return db
    .selectFrom('batchVersion as v')
    .where('v.merchantId', '=', merchantId)
    .where('v.batchId', '=', ref('i.batchId'))
    .where('v.number', '=', ref('i.batchVersion'))
}

/**
 * The answers and the report of a record `i`. A phone of a batch holds only the answers that differ from those of its
 * batch version, and a report only while there are some.
 */
export function contentOf(of: OfMerchant) {
  const { ref } = expressionBuilder<{ i: Tables['inspection'] }, 'i'>()
  const common = batchVersionOf(of)
  const answers = common.select('v.answers').$asScalar()
  const report = common.select('v.report').$asScalar()
  return [
    sql<Answers>`coalesce(${answers}, '{}'::jsonb) || ${ref('i.answers')}`.as('answers'),
    sql<Report>`coalesce(${ref('i.report')}, ${report})`.as('report'),
  ] as const
}

/** The exceptions of a record `i` of the curated channel, whose titles name some; none of the auction market's. */
export function curatedExceptionsOf(of: OfMerchant) {
  const { ref } = expressionBuilder<{ i: Tables['inspection'] }, 'i'>()
  const report = batchVersionOf(of).select('v.report').$asScalar()
  const found = sql`coalesce(${ref('i.report')}, ${report}) -> 'exceptions'`
  return sql<
    Report['exceptions']
  >`case when ${ref('i.channel')} = 'curated' and ${ref('i.exceptionCount')} > 0 then ${found} else '[]'::jsonb end`
}

const RECORD_COLUMNS = [
  'i.id as inspectionId',
  'i.inspectionNo',
  'i.unitId',
  'i.barCode',
  'i.channel',
  'i.state',
  'i.batchId',
  'i.batchVersion',
  'i.answers as ownAnswers',
  'i.templateVersion',
  'i.systemGrade',
  'i.finalGrade',
  'i.repairFlag',
  'i.shopAccountId',
  'i.bagCode',
  'i.photoTaskId',
  'i.modelId',
  'i.modelName',
  'i.skuText',
  'i.imei',
  'i.remark',
  'i.reopenedAt',
  'i.version',
  'i.editedAt',
  'i.firstListedAt',
  'i.retakeAskedAt',
  'i.updatedAt',
] as const satisfies ColumnsOf<'inspection', 'i'>

/** One way to name a record. */
export type RecordKey =
  | { readonly inspectionId: string }
  | { readonly inspectionNo: string }
  | { readonly photoTaskId: string }

/** That the record `i` is the one so named. */
export function isNamed(key: RecordKey) {
  const eb = expressionBuilder<{ i: Tables['inspection'] }, 'i'>()
  if ('inspectionId' in key) return eb('i.id', '=', key.inspectionId)
  if ('inspectionNo' in key) return eb('i.inspectionNo', '=', key.inspectionNo)
  return eb('i.photoTaskId', '=', key.photoTaskId)
}

const records = (of: OfMerchant) =>
  db
    .selectFrom('inspection as i')
    .select(RECORD_COLUMNS)
    .select(contentOf(of))
    .select(({ ref }) => [employeeName(of, ref('i.editedBy')).$notNull().as('editorName')])
    .where('i.merchantId', '=', of.merchantId)

/**
 * An inspection record as commands need it. `ownAnswers` are those that are kept with it, which for a phone of a batch
 * are only what differs from the batch. `systemGrade` is null until the record is submitted, `bagCode` without a
 * bag that the unit is sealed in, and `firstListedAt` until buyers may have seen the photographs. `reopenedAt` is set
 * once it was submitted and became a draft again. `editorName` last wrote the answers, at `editedAt`.
 */
export type InspectionRecord = RowOfQuery<typeof records>

/** The record with this id, number or photo task, or null. */
export function findRecord(tx: Tx, key: RecordKey): Promise<InspectionRecord | null> {
  return tx.one(records(tx).where(isNamed(key)))
}

/** The same, locked until the transaction ends: whoever else changes the record waits. */
export function lockRecord(tx: Tx, key: RecordKey): Promise<InspectionRecord | null> {
  if ('inspectionId' in key) return tx.one(lockById({ merchantId: tx.merchantId, ...key }))
  return tx.one(records(tx).where(isNamed(key)).forUpdate('i'))
}

/** Each save of a draft locks its record twice. */
const lockById = prepared<{ merchantId: string; inspectionId: string }, InspectionRecord>((values) =>
  records(values).where('i.id', '=', values.inspectionId).forUpdate('i'),
)

/** What a person writes into a record, with everything that was worked out from it. */
export interface RecordContent {
  readonly unitId: string
  /** The version of a batch that the record refers to; null for both where the phone was inspected by itself. */
  readonly batchId: string | null
  readonly batchVersion: number | null
  readonly channel: Channel
  readonly templateId: string
  readonly templateVersion: string
  /** Of a phone of a batch only those that differ from the batch version's. */
  readonly answers: Answers
  /** Null for a phone of a batch that is shown the batch version's. */
  readonly report: Report | null
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

/** The states of a record that is finished with, written out as in the index of the records that are not. */
const ENDED = [sql.lit<InspectionState>('sold'), sql.lit<InspectionState>('voided')]

/** The columns that hold what a person wrote. */
function contentColumns(content: RecordContent) {
  const { unitId, channel, templateId, templateVersion, answers, report, systemGrade, finalGrade } = content
  const { batchId, batchVersion } = content
  const { overrideReason, repairFlag, exceptionCount, remark, shopAccountId, reusedInspectionId } = content
  const { barCode, imei, modelId, modelName, skuText } = content
  return {
    unitId,
    batchId,
    batchVersion,
    channel,
    templateId,
    templateVersion,
    systemGrade,
    finalGrade,
    answers: jsonText(answers),
    report: report === null ? null : jsonText(report),
    overrideReason,
    repairFlag,
    exceptionCount,
    remark,
    shopAccountId,
    reusedInspectionId,
    barCode,
    imei,
    modelId,
    modelName,
    skuText,
  }
}

/**
 * Writes new drafts and gives the ids of those that were written: one whose unit has a record already that is not finished
 * with is left out. Waits for rivals' records.
 */
export async function insertDrafts(tx: Tx, drafts: readonly NewRecord[]): Promise<string[]> {
  const written = await tx.rows(
    db
      .insertInto('inspection')
      .values(
        drafts.map(({ inspectionId, inspectionNo, photoTaskId, employeeId, now, ...content }) => ({
          merchantId: tx.merchantId,
          id: inspectionId,
          inspectionNo,
          state: 'draft' as const,
          ...contentColumns(content),
          photoTaskId,
          inspectorId: employeeId,
          editedBy: employeeId,
          editedAt: now,
          createdAt: now,
          updatedAt: now,
        })),
      )
      .onConflict((conflict) => conflict.columns(['merchantId', 'unitId']).where('state', 'not in', ENDED).doNothing())
      .returning('id'),
  )
  const ids = written.map(({ id }) => id)
  await setStocked(tx, ids)
  await markReports(tx, ids)
  return ids
}

/** Writes down since when the phones of these records are here. */
async function setStocked(tx: Tx, inspectionIds: readonly string[]): Promise<void> {
  const records = db.updateTable('inspection').where('merchantId', '=', tx.merchantId)
  const since = ({ ref, selectFrom }: ExpressionBuilder<Tables, 'inspection'>) =>
    selectFrom('unit as u')
      .where('u.merchantId', '=', tx.merchantId)
      .where('u.id', '=', ref('inspection.unitId'))
      .select((eb) => eb.fn.coalesce('u.stockedAt', 'u.createdAt').as('since'))
      .$asScalar()
  await tx.run(records.where('id', '=', anyOf(inspectionIds)).set((eb) => ({ stockedAt: since(eb) })))
}

/** Replaces what a person wrote, and gives the new version. */
export async function updateRecord(
  tx: Tx,
  inspectionId: string,
  content: RecordContent & { readonly employeeId: string; readonly now: Date },
): Promise<number> {
  const { employeeId, now } = content
  const row = await tx.one(
    updated(tx, inspectionId, now)
      .set(contentColumns(content))
      .set(({ eb }) => ({ version: eb('version', '+', 1), editedBy: employeeId, editedAt: now }))
      .returning('version'),
  )
  if (!row) throw new Error('a locked inspection record is gone')
  await setStocked(tx, [inspectionId])
  await markReports(tx, [inspectionId])
  return row.version
}

const updated = (tx: Tx, inspectionId: string, now: Date) =>
  db
    .updateTable('inspection')
    .set({ updatedAt: now })
    .where('merchantId', '=', tx.merchantId)
    .where('id', '=', inspectionId)

/** Records the bag a record's unit is sealed in, or null for none. */
export async function setBagCode(tx: Tx, inspectionId: string, bagCode: string | null, now: Date): Promise<void> {
  await tx.run(updated(tx, inspectionId, now).set({ bagCode }))
}

/** Replaces the report that a record keeps itself. */
export async function setReport(tx: Tx, inspectionId: string, report: Report, now: Date): Promise<void> {
  await tx.run(updated(tx, inspectionId, now).set({ report: jsonText<unknown>(report) }))
}

/** Records how many photographs a record has and which one stands for it. */
export async function setPhotoSummary(
  tx: Tx,
  inspectionId: string,
  { count, coverKey, now }: { readonly count: number; readonly coverKey: string | null; readonly now: Date },
): Promise<void> {
  await tx.run(updated(tx, inspectionId, now).set({ photoCount: count, coverKey }))
}

const recordsOf = (tx: Tx, unitId: string) =>
  db.selectFrom('inspection').where('merchantId', '=', tx.merchantId).where('unitId', '=', unitId)

/** The record of a unit that is not finished with, or null. */
export function openRecordOf(tx: Tx, unitId: string): Promise<{ inspectionNo: string; state: InspectionState } | null> {
  return everyShop(tx).one(recordsOf(tx, unitId).select(['inspectionNo', 'state']).where('state', 'not in', ENDED))
}

/** True when the unit was sold: should the phone be here, it came back. */
export async function soldRecordOf(tx: Tx, unitId: string): Promise<boolean> {
  return (await everyShop(tx).one(recordsOf(tx, unitId).select('id').where('state', '=', 'sold').limit(1))) !== null
}

/** True when the unit has a record beside this one. */
export async function hasOtherRecords(tx: Tx, unitId: string, inspectionId: string): Promise<boolean> {
  return (await everyShop(tx).one(recordsOf(tx, unitId).select('id').where('id', '<>', inspectionId).limit(1))) !== null
}

/**
 * How many records that the channel's list of inspections shows stand in each of these states, counted up to the cap, for the
 * cards of the home page. The phones of the curated channel's batches stand in no such list.
 */
export function countInspectionsByState(
  tx: Tx,
  states: readonly InspectionState[],
  channel: Channel = 'auction',
): Promise<Partial<Record<InspectionState, number>>> {
  const records = db.selectFrom('inspection as i').where('i.merchantId', '=', tx.merchantId)
  // as a literal, because only then the index over single phones is found to fit
  const listed =
    channel === 'curated'
      ? records.where('i.channel', '=', sql.lit(channel)).where('i.batchId', 'is', null)
      : records.where('i.channel', '=', channel)
  return countByState(tx, listed, 'i.state', states)
}

const listable = (tx: Tx, ids: readonly string[]) =>
  db
    .selectFrom('inspection as i')
    .innerJoin('unit as u', (on) => on.onRef('u.merchantId', '=', 'i.merchantId').onRef('u.id', '=', 'i.unitId'))
    .select(['i.id as inspectionId', 'i.inspectionNo', 'i.unitId', 'i.channel', 'u.barCode', 'u.imei', 'u.imei2'])
    .select(['i.modelId', 'i.modelName', 'u.sku', 'i.skuText', 'i.finalGrade as grade', 'i.repairFlag', 'i.state'])
    .select(['i.bagCode', 'i.shopAccountId', 'i.coverKey', 'i.templateVersion', 'i.createdAt', 'i.editedAt'])
    .select(contentOf(tx))
    .where('i.merchantId', '=', tx.merchantId)
    .where('i.id', '=', anyOf(ids))
    .orderBy('i.id')

/** Everything that selling a unit needs of its record. */
export type ListableInspection = RowOfQuery<typeof listable>

/** The records with these ids, each with its unit; ids the merchant does not have are left out. */
export function listableInspections(tx: Tx, ids: readonly string[]): Promise<ListableInspection[]> {
  return tx.rows(listable(tx, ids))
}

/** The assignments by which a record remembers that it went on sale. */
export const listedNow =
  (now: Date) =>
  ({ ref }: ExpressionBuilder<Tables, 'inspection'>) => ({
    firstListedAt: sql<string>`coalesce(${ref('firstListedAt')}, ${now})`,
    // buyers see the pictures as they are
    ...NO_RETAKE,
    updatedAt: now,
  })
