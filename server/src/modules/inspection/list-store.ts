import type { ParsedOf } from '@huanji/contract/call'
import type { detRecord } from '@huanji/contract/features/inspection/inspection'
import { type Sought, soughtIn } from '@huanji/domain/codes/sought'
import { INSPECTION_STATES, type InspectionState } from '@huanji/domain/states/inspection'
import { expressionBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { oneOf, takeSeveral } from '../../database/list-filter.ts'
import { countByMatch, countByValue, optionsIn, wordsAsOptions } from '../../database/list-options.ts'
import { countByState, listPage, type SortedPage } from '../../database/list-page.ts'
import { sortParts } from '../../database/list-sort.ts'
import { type ColumnsOf, db, type RowOfQuery } from '../../database/query.ts'
import type { Tables } from '../../database/tables.ts'
import { employeeName } from '../history/employee-store.ts'
import { retakeOf } from './retake-store.ts'
import { batchNo, contentOf, isNamed, type RecordKey, shopName } from './store.ts'
import { anyWhole, unitIdsByAnyCode } from './unit-store.ts'

/** The columns of a record `i` that every list of records shows. */
export const RECORD_ROW = [
  'i.id as inspectionId',
  'i.inspectionNo',
  'i.channel',
  'i.state',
  'i.barCode',
  'i.imei',
  'i.modelId',
  'i.modelName',
  'i.skuText',
  'i.finalGrade as grade',
  'i.systemGrade',
  'i.repairFlag',
  'i.exceptionCount',
  'i.bagCode',
  'i.shopAccountId',
  'i.batchId',
  'i.coverKey',
  'i.photoCount',
  'i.createdAt',
  'i.updatedAt',
  'i.version',
] as const satisfies ColumnsOf<'inspection', 'i'>

/** The names of the shop that a record `i` is for and of the person who inspected, the number of its batch, and what is asked of its pictures. */
export function namesBeside(tx: Tx) {
  const { ref } = expressionBuilder<{ i: Tables['inspection'] }, 'i'>()
  return [
    batchNo(tx, ref('i.batchId')).as('batchNo'),
    shopName(tx, ref('i.shopAccountId')).as('shopName'),
    employeeName(tx, ref('i.inspectorId')).$notNull().as('inspectorName'),
    ...retakeOf(tx),
  ] as const
}

export type ListFilter = ParsedOf<typeof detRecord.getDetectRecordList>

/** The filters that take several values; each has an index that ends in the list's order. */
const FILTERS = {
  inspectorId: { column: 'i.inspectorId', type: 'uuid' },
  modelId: { column: 'i.modelId', type: 'text' },
  grade: { column: 'i.finalGrade', type: 'text' },
  shopAccountId: { column: 'i.shopAccountId', type: 'uuid' },
} as const

/**
 * The records of every state, so that the tabs count what the other filters leave. The single phones of the curated channel
 * have indexes of their own, whose condition is written out here.
 */
function records(tx: Tx, filter: ListFilter) {
  let query = db
    .selectFrom('inspection as i')
    .where('i.merchantId', '=', tx.merchantId)
    .where('i.channel', '=', filter.single ? sql.lit(filter.channel) : filter.channel)
  if (filter.single) query = query.where('i.batchId', 'is', null)
  const code = soughtIn(filter.code)
  if (code) query = query.where('i.id', 'in', idsByAnyCode(tx, code))
  if (filter.modelId) query = query.where('i.modelId', '=', oneOf(filter.modelId))
  if (filter.grade) query = query.where('i.finalGrade', '=', oneOf(filter.grade))
  if (filter.shopAccountId) query = query.where('i.shopAccountId', '=', oneOf(filter.shopAccountId))
  if (filter.inspectorId) query = query.where('i.inspectorId', '=', oneOf(filter.inspectorId))
  if (filter.retakeAsked) query = query.where('i.retakeAskedAt', 'is not', null)
  if (filter.createdFrom) query = query.where('i.createdAt', '>=', filter.createdFrom)
  if (filter.createdTo) query = query.where('i.createdAt', '<=', filter.createdTo)
  return query
}

/** The ids of the records that a code of any kind finds; each way has its index. */
function idsByAnyCode(tx: Tx, code: Sought) {
  const whole = anyWhole(code)
  const own = db.selectFrom('inspection').select('id').where('merchantId', '=', tx.merchantId)
  return own
    .where('inspectionNo', '=', whole)
    .union(own.where('bagCode', '=', whole))
    .union(own.where('unitId', 'in', unitIdsByAnyCode(tx, code)))
}

const listed = (tx: Tx, filter: ListFilter) => records(tx, filter).select(RECORD_ROW).select(namesBeside(tx))

/** A record as the list shows it, with storage keys in place of addresses. */
export type ListedRecord = RowOfQuery<typeof listed>

/** One page of records, newest first unless `filter.sort` says otherwise. */
export async function listRecords(tx: Tx, filter: ListFilter): Promise<SortedPage<ListedRecord, ListFilter['sort']>> {
  const taken = takeSeveral(filter, FILTERS)
  let query = listed(tx, taken?.filter ?? filter)
  if (filter.state) query = query.where('i.state', '=', filter.state)
  const { direction } = sortParts(filter.sort ?? 'createdAt.desc')
  const sort = { column: 'i.createdAt', idColumn: 'i.id', direction } as const
  return {
    ...(await listPage(tx, query, { sort, paging: filter, several: taken?.several })),
    sort: filter.sort ?? null,
  }
}

/** How many records each state tab of the list holds under the same filters, counted up to the cap. */
export const countRecords = (tx: Tx, filter: ListFilter): Promise<Record<InspectionState, number>> =>
  countByState(
    tx,
    records(tx, filter),
    'i.state',
    INSPECTION_STATES.states.map(({ code }) => code),
  )

/** How many records there are for each value of the filter that is asked about, each count capped; null where none is. */
export async function countRecordOptions(tx: Tx, filter: ListFilter): Promise<Record<string, number> | null> {
  const { countBy, state, channel, single, code, modelId, grade, shopAccountId, inspectorId } = filter
  if (countBy === undefined) return null
  const values = { modelId, grade, shopAccountId, inspectorId, [countBy]: undefined }
  let rows = records(tx, { ...filter, ...values })
  if (state) rows = rows.where('i.state', '=', state)
  const all = db.selectFrom('inspection as i').where('i.merchantId', '=', tx.merchantId)
  const { column } = FILTERS[countBy]
  const isApart = single && channel !== 'curated'
  const isIndexed = !(isApart || state || code || Object.values(values).some(Boolean))
  return countByValue(tx, rows, column, { options: optionsIn(all.where('i.channel', '=', channel), column), isIndexed })
}

/** How many records a channel's list of single phones has of each of some models, each count capped. */
export function countRecordsOfModels(
  tx: Tx,
  channel: ListFilter['channel'],
  modelIds: readonly string[],
): Promise<Record<string, number>> {
  const rows = records(tx, { channel, single: channel === 'curated', page: 1, pageSize: 1 })
  const isOfModel = sql<boolean>`${sql.ref('i.modelId')} = choice.value`
  return countByMatch(tx, rows, isOfModel, wordsAsOptions(modelIds))
}

/** The record that took the place of a record `i`, by a new inspection of its phone; null without one. */
function replacement(tx: Tx) {
  const { ref } = expressionBuilder<{ i: Tables['inspection'] }, 'i'>()
  const newer = db
    .selectFrom('inspection as newer')
    .where('newer.merchantId', '=', tx.merchantId)
    .where('newer.previousInspectionId', '=', ref('i.id'))
    .orderBy('newer.createdAt', 'desc')
    .limit(1)
  return [
    newer.select('newer.id').$asScalar().as('replacedById'),
    newer.select('newer.inspectionNo').$asScalar().as('replacedByNo'),
  ] as const
}

const detailed = (tx: Tx, key: RecordKey) =>
  db
    .selectFrom('inspection as i')
    .innerJoin('unit as u', (on) => on.onRef('u.merchantId', '=', 'i.merchantId').onRef('u.id', '=', 'i.unitId'))
    .select(RECORD_ROW)
    .select(namesBeside(tx))
    .select(['i.unitId', 'i.photoTaskId', 'u.codeKind as kind', 'u.imei2', 'u.meid', 'u.sn', 'u.sku'])
    .select(['u.costPriceFen'])
    .select(['i.templateVersion', 'i.overrideReason', 'i.remark'])
    .select(contentOf(tx))
    .select(replacement(tx))
    .where('i.merchantId', '=', tx.merchantId)
    .where(isNamed(key))

/** A record as its own page shows it. */
export type DetailedRecord = RowOfQuery<typeof detailed>

/** A record with everything its page shows but photographs, history and other records, or null. */
export function findDetail(tx: Tx, key: Exclude<RecordKey, { photoTaskId: string }>): Promise<DetailedRecord | null> {
  return tx.one(detailed(tx, key))
}
