import type { ParsedOf } from '@huanji/contract/call'
import type { detRecord } from '@huanji/contract/calls/inspection'
import type { Channel } from '@huanji/domain/channel'
import { normaliseCode } from '@huanji/domain/codes/normalise'
import type { RepairFlag } from '@huanji/domain/grading/ladder'
import { INSPECTION_STATES, type InspectionState } from '@huanji/domain/states/inspection'
import type { Answers, Grade } from '@huanji/domain/template/types'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { countByState, type ListPage, listPage } from '../../database/list-page.ts'
import type { Report } from './report.ts'
import type { RecordKey } from './store.ts'
import { type UnitCodes, type UnitSku, unitIdsByAnyCode } from './unit-store.ts'

/** A record as the list shows it, with storage keys in place of addresses. */
export interface ListedRecord {
  inspectionId: string
  inspectionNo: string
  channel: Channel
  state: InspectionState
  barCode: string
  imei: string
  modelId: string
  modelName: string
  skuText: string
  grade: Grade | null
  systemGrade: Grade | null
  repairFlag: RepairFlag | null
  exceptionCount: number
  bagCode: string | null
  shopAccountId: string | null
  shopName: string | null
  coverKey: string | null
  photoCount: number
  inspectorName: string
  createdAt: string
  updatedAt: string
  version: number
}

/** A record as its own page shows it. */
export interface DetailedRecord extends ListedRecord {
  unitId: string
  photoTaskId: string
  kind: UnitCodes['kind']
  imei2: string
  meid: string
  sn: string
  sku: UnitSku
  templateVersion: string
  answers: Answers
  report: Report
  overrideReason: string
  remark: string
}

const listColumns = (tx: Tx): RawBuilder<unknown> => sql`
  i.id as "inspectionId", i.inspection_no as "inspectionNo", i.channel, i.state, i.bar_code as "barCode", i.imei,
  i.model_id as "modelId", i.model_name as "modelName", i.sku_text as "skuText", i.final_grade as grade,
  i.system_grade as "systemGrade", i.repair_flag as "repairFlag", i.exception_count as "exceptionCount",
  i.bag_code as "bagCode", i.shop_account_id as "shopAccountId",
  (select s.shop_name from shop_account s where s.merchant_id = ${tx.merchantId} and s.id = i.shop_account_id) as "shopName",
  i.cover_key as "coverKey", i.photo_count as "photoCount",
  (select e.name from employee e where e.merchant_id = ${tx.merchantId} and e.id = i.inspector_id) as "inspectorName",
  i.created_at as "createdAt", i.updated_at as "updatedAt", i.version`

export type ListFilter = ParsedOf<typeof detRecord.getDetectRecordList>

/** Every condition but the state, so that the tabs count what the other filters leave. */
function conditions(tx: Tx, filter: ListFilter): RawBuilder<unknown>[] {
  const where = [sql`i.merchant_id = ${tx.merchantId}`, sql`i.channel = ${filter.channel}`]
  const code = normaliseCode(filter.code ?? '')
  if (code !== '') {
    const named = sql`select id from inspection where merchant_id = ${tx.merchantId}`
    where.push(sql`i.id in (
      ${named} and inspection_no = ${code}
      union ${named} and bag_code = ${code}
      union ${named} and unit_id in (${unitIdsByAnyCode(tx, code)}))`)
  }
  if (filter.modelId) where.push(sql`i.model_id = ${filter.modelId}`)
  if (filter.grade) where.push(sql`i.final_grade = ${filter.grade}`)
  if (filter.shopAccountId) where.push(sql`i.shop_account_id = ${filter.shopAccountId}`)
  if (filter.inspectorId) where.push(sql`i.inspector_id = ${filter.inspectorId}`)
  if (filter.createdFrom) where.push(sql`i.created_at >= ${filter.createdFrom}`)
  if (filter.createdTo) where.push(sql`i.created_at <= ${filter.createdTo}`)
  return where
}

/** One page of records, newest first. */
export function listRecords(tx: Tx, filter: ListFilter): Promise<ListPage<ListedRecord>> {
  const where = conditions(tx, filter)
  if (filter.state) where.push(sql`i.state = ${filter.state}`)
  return listPage<ListedRecord>(tx, {
    columns: listColumns(tx),
    from: sql`inspection i`,
    where,
    sort: { column: sql`i.created_at`, idColumn: sql`i.id`, direction: 'desc' },
    paging: filter,
  })
}

/** How many records each state tab of the list holds under the same filters, counted up to the cap. */
export const countRecords = (tx: Tx, filter: ListFilter): Promise<Record<InspectionState, number>> =>
  countByState(tx, {
    from: sql`inspection i`,
    where: conditions(tx, filter),
    state: sql`i.state`,
    states: INSPECTION_STATES.states.map(({ code }) => code),
  })

/** A record with everything its page shows but photographs, history and other records, or null. */
export function findDetail(tx: Tx, key: Exclude<RecordKey, { photoTaskId: string }>): Promise<DetailedRecord | null> {
  const named = 'inspectionId' in key ? sql`i.id = ${key.inspectionId}` : sql`i.inspection_no = ${key.inspectionNo}`
  return tx.one<DetailedRecord>(sql`
    select ${listColumns(tx)}, i.unit_id as "unitId", i.photo_task_id as "photoTaskId", u.code_kind as kind, u.imei2,
      u.meid, u.sn, u.sku, i.template_version as "templateVersion", i.answers, i.report,
      i.override_reason as "overrideReason", i.remark
    from inspection i
    join unit u on u.merchant_id = i.merchant_id and u.id = i.unit_id
    where i.merchant_id = ${tx.merchantId} and ${named}`)
}
