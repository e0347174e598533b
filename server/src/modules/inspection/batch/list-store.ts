import type { ParsedOf } from '@huanji/contract/call'
import type { batch as batchCalls } from '@huanji/contract/features/inspection/batch'
import { type Sought, soughtIn } from '@huanji/domain/codes/sought'
import { INSPECTION_STATES, type InspectionState } from '@huanji/domain/states/inspection'
import { type Expression, expressionBuilder, sql } from 'kysely'
import type { Tx } from '../../../database/database.ts'
import { oneOf, takeSeveral } from '../../../database/list-filter.ts'
import { countByValue, optionsIn } from '../../../database/list-options.ts'
import { countByState, listPage, type SortedPage } from '../../../database/list-page.ts'
import { sortParts } from '../../../database/list-sort.ts'
import { anyOf, type ColumnsOf, db, type RowOfQuery } from '../../../database/query.ts'
import type { Tables } from '../../../database/tables.ts'
import { employeeName } from '../../history/employee-store.ts'
import { namesBeside, RECORD_ROW } from '../list-store.ts'
import type { Report, ReportException } from '../report.ts'
import { shopName } from '../store.ts'
import { anyWhole, unitIdsByAnyCode } from '../unit-store.ts'

const COLUMNS = [
  'b.id as batchId',
  'b.batchNo',
  'b.channel',
  'b.modelId',
  'b.modelName',
  'b.sku',
  'b.skuText',
  'b.grade',
  'b.repairFlag',
  'b.batchVersion',
  'b.shopAccountId',
  'b.sampleInspectionId',
  'b.remark',
  'b.createdAt',
  'b.updatedAt',
  'b.version',
] as const satisfies ColumnsOf<'batch', 'b'>

/** What a batch's sample has: the picture that stands for it, and the task that its photographs are taken against. */
function sample(tx: Tx, sampleInspectionId: Expression<string | null>) {
  return db
    .selectFrom('inspection as s')
    .where('s.merchantId', '=', tx.merchantId)
    .where('s.id', '=', sampleInspectionId)
}

export type BatchFilter = ParsedOf<typeof batchCalls.getMultiDetRecordList>

/** The filters that take several values; each has an index that ends in the list's order. */
const FILTERS = {
  creatorId: { column: 'b.createdBy', type: 'uuid' },
  modelId: { column: 'b.modelId', type: 'text' },
  shopAccountId: { column: 'b.shopAccountId', type: 'uuid' },
  grade: { column: 'b.grade', type: 'text' },
} as const

const batches = (tx: Tx) => db.selectFrom('batch as b').where('b.merchantId', '=', tx.merchantId)

function filtered(tx: Tx, filter: BatchFilter) {
  let query = batches(tx)
  const code = soughtIn(filter.code)
  if (code) query = query.where('b.id', 'in', idsByAnyCode(tx, code))
  if (filter.channel) query = query.where('b.channel', '=', filter.channel)
  if (filter.modelId) query = query.where('b.modelId', '=', oneOf(filter.modelId))
  if (filter.grade) query = query.where('b.grade', '=', oneOf(filter.grade))
  if (filter.shopAccountId) query = query.where('b.shopAccountId', '=', oneOf(filter.shopAccountId))
  if (filter.creatorId) query = query.where('b.createdBy', '=', oneOf(filter.creatorId))
  if (filter.createdFrom) query = query.where('b.createdAt', '>=', filter.createdFrom)
  if (filter.createdTo) query = query.where('b.createdAt', '<=', filter.createdTo)
  return query
}

/** The ids of the batches that a code finds: their own number, or any code of one of their phones. */
function idsByAnyCode(tx: Tx, code: Sought) {
  const whole = anyWhole(code)
  const ofPhone = db
    .selectFrom('inspection')
    .select(({ ref }) => ref('batchId').$notNull().as('id'))
    .where('merchantId', '=', tx.merchantId)
    .where('batchId', 'is not', null)
  return db
    .selectFrom('batch')
    .select('id')
    .where('merchantId', '=', tx.merchantId)
    .where('batchNo', '=', whole)
    .union(ofPhone.where('inspectionNo', '=', whole))
    .union(ofPhone.where('bagCode', '=', whole))
    .union(ofPhone.where('unitId', 'in', unitIdsByAnyCode(tx, code)))
}

const withNames = (tx: Tx, query: ReturnType<typeof batches>) =>
  query
    .select(COLUMNS)
    .select(({ ref }) => [
      shopName(tx, ref('b.shopAccountId')).as('shopName'),
      employeeName(tx, ref('b.createdBy')).$notNull().as('creatorName'),
      sample(tx, ref('b.sampleInspectionId')).select('s.coverKey').$asScalar().as('coverKey'),
    ])

/** A batch as the list shows it, with a storage key in place of an address. */
export type ListedBatch = RowOfQuery<typeof withNames>

/** One page of batches, newest first unless `filter.sort` says otherwise. */
export async function listBatches(tx: Tx, filter: BatchFilter): Promise<SortedPage<ListedBatch, BatchFilter['sort']>> {
  const taken = takeSeveral(filter, FILTERS)
  const { direction } = sortParts(filter.sort ?? 'createdAt.desc')
  const page = await listPage(tx, withNames(tx, filtered(tx, taken?.filter ?? filter)), {
    sort: { column: 'b.createdAt', idColumn: 'b.id', direction },
    paging: filter,
    several: taken?.several,
  })
  return { ...page, sort: filter.sort ?? null }
}

/** How many batches there are for each value of the filter that is asked about, each count capped; null where none is. */
export async function countBatchOptions(tx: Tx, filter: BatchFilter): Promise<Record<string, number> | null> {
  const { countBy, channel, code, modelId, grade, shopAccountId, creatorId, createdFrom, createdTo } = filter
  if (countBy === undefined) return null
  const values = { modelId, grade, shopAccountId, creatorId, [countBy]: undefined }
  const { column } = FILTERS[countBy]
  const isIndexed = !(channel || code || createdFrom || createdTo || Object.values(values).some(Boolean))
  const options = optionsIn(batches(tx), column)
  return countByValue(tx, filtered(tx, { ...filter, ...values }), column, { options, isIndexed })
}

const counted = (tx: Tx, batchIds: readonly string[]) =>
  db
    .selectFrom('inspection as i')
    .select(({ fn, ref }) => [
      ref('i.batchId').$notNull().as('batchId'),
      ref('i.batchVersion').$notNull().as('batchVersion'),
      'i.state',
      fn.countAll<number>().as('count'),
      fn.min('i.firstListedAt').as('firstListedAt'),
    ])
    .where('i.merchantId', '=', tx.merchantId)
    .where('i.batchId', 'is not', null)
    .where('i.batchId', '=', anyOf(batchIds))
    .groupBy(['i.batchId', 'i.batchVersion', 'i.state'])

/** How many phones of a version of a batch stand in a state, and since when one of them is or was on sale. */
export type BatchCount = RowOfQuery<typeof counted>

/** The phones of these batches, counted by version and state. */
export function countPhones(tx: Tx, batchIds: readonly string[]): Promise<BatchCount[]> {
  return tx.rows(counted(tx, batchIds))
}

const detailed = (tx: Tx, batchId: string) =>
  withNames(tx, batches(tx))
    .select(({ ref }) =>
      sample(tx, ref('b.sampleInspectionId')).select('s.photoTaskId').$asScalar().as('samplePhotoTaskId'),
    )
    .where('b.id', '=', batchId)

/** A batch as its own page shows it. */
export type DetailedBatch = RowOfQuery<typeof detailed>

/** A batch with what its page shows but versions and phones, or null. */
export function findDetailedBatch(tx: Tx, batchId: string): Promise<DetailedBatch | null> {
  return tx.one(detailed(tx, batchId))
}

const versions = (tx: Tx, batchId: string) =>
  db
    .selectFrom('batchVersion as v')
    .select(['v.number', 'v.grade', 'v.repairFlag', 'v.answers', 'v.overrideReason', 'v.frozenAt', 'v.createdAt'])
    .select(({ ref }) => [
      sql<Report['explanation']>`${ref('v.report')}->'explanation'`.as('explanation'),
      employeeName(tx, ref('v.createdBy')).$notNull().as('createdBy'),
    ])
    .where('v.merchantId', '=', tx.merchantId)
    .where('v.batchId', '=', batchId)
    .orderBy('v.number', 'desc')

/** A version of a batch as its page shows it. */
export type ListedVersion = RowOfQuery<typeof versions>

/** The versions of a batch, newest first. */
export function versionsOf(tx: Tx, batchId: string): Promise<ListedVersion[]> {
  return tx.rows(versions(tx, batchId))
}

export type BatchUnitFilter = ParsedOf<typeof batchCalls.getDetRecordDetailsByDetRecordId>

/** The phones of every state, so that the tabs count what the other filters leave. */
function phones(tx: Tx, filter: BatchUnitFilter) {
  let query = db
    .selectFrom('inspection as i')
    .where('i.merchantId', '=', tx.merchantId)
    .where('i.batchId', 'is not', null)
    .where('i.batchId', '=', filter.batchId)
  const code = soughtIn(filter.code)
  if (code) {
    const whole = anyWhole(code)
    const own = db.selectFrom('inspection').select('id').where('merchantId', '=', tx.merchantId)
    const ids = own
      .where('inspectionNo', '=', whole)
      .union(own.where('bagCode', '=', whole))
      .union(own.where('unitId', 'in', unitIdsByAnyCode(tx, code)))
    query = query.where('i.id', 'in', ids)
  }
  return query
}

/** The exceptions in a phone's own report, and those of its batch version; null for a phone that has no report of its own. */
function exceptionsBeside(tx: Tx) {
  const { ref } = expressionBuilder<{ i: Tables['inspection'] }, 'i'>()
  const common = db
    .selectFrom('batchVersion as v')
    .select(({ ref: of }) => sql<readonly ReportException[]>`${of('v.report')}->'exceptions'`.as('exceptions'))
    .where('v.merchantId', '=', tx.merchantId)
    .where('v.batchId', '=', ref('i.batchId'))
    .where('v.number', '=', ref('i.batchVersion'))
  return [
    sql<readonly ReportException[] | null>`${ref('i.report')}->'exceptions'`.as('ownExceptions'),
    common.$asScalar().as('commonExceptions'),
  ] as const
}

const listedPhones = (tx: Tx, filter: BatchUnitFilter) =>
  phones(tx, filter)
    .select(RECORD_ROW)
    .select(namesBeside(tx))
    .select(({ ref }) => ref('i.batchVersion').$notNull().as('batchVersion'))
    .select(exceptionsBeside(tx))

/** A phone of a batch as the list shows it, with storage keys in place of addresses. */
export type ListedPhone = RowOfQuery<typeof listedPhones>

/** One page of a batch's phones, newest first unless `filter.sort` says otherwise. */
export async function listPhones(
  tx: Tx,
  filter: BatchUnitFilter,
): Promise<SortedPage<ListedPhone, BatchUnitFilter['sort']>> {
  let query = listedPhones(tx, filter)
  if (filter.state) query = query.where('i.state', '=', filter.state)
  const { direction } = sortParts(filter.sort ?? 'createdAt.desc')
  const sort = { column: 'i.createdAt', idColumn: 'i.id', direction } as const
  return { ...(await listPage(tx, query, { sort, paging: filter })), sort: filter.sort ?? null }
}

/** How many phones of a batch each state tab holds under the same filters, counted up to the cap. */
export const countPhoneStates = (tx: Tx, filter: BatchUnitFilter): Promise<Record<InspectionState, number>> =>
  countByState(
    tx,
    phones(tx, filter),
    'i.state',
    INSPECTION_STATES.states.map(({ code }) => code),
  )
