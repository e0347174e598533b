import type { ParsedOf } from '@huanji/contract/call'
import type { refund } from '@huanji/contract/features/refund/refund-calls'
import { OPEN_REFUND_STATES } from '@huanji/contract/features/refund/rows'
import { CHANNELS, type Channel } from '@huanji/domain/channel'
import { type Sought, soughtIn } from '@huanji/domain/codes/sought'
import { MERCHANT_STEPS } from '@huanji/domain/refunds/expiry'
import { REFUND_KINDS } from '@huanji/domain/refunds/kinds'
import { REFUND_REASONS } from '@huanji/domain/refunds/reasons'
import { REFUND_STATES, type RefundState } from '@huanji/domain/states/refund'
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { oneOf, takeSeveral, valuesOf } from '../../database/list-filter.ts'
import { countByValue, type Options, optionsIn, READ_MAX, wordsAsOptions } from '../../database/list-options.ts'
import { countByState, isReadThrough, listPage, type SortedPage } from '../../database/list-page.ts'
import { sortParts } from '../../database/list-sort.ts'
import { builtOnce, type ColumnsOf, db, type RowOf, type RowOfQuery } from '../../database/query.ts'
import { isAmongNewest, isMatch, type KeywordMatch, matchKeyword, searchList } from '../../database/search.ts'
import type { Tables } from '../../database/tables.ts'
import { shopName } from '../inspection/store.ts'
import { anyWhole, unitIdsByAnyCode } from '../inspection/unit-store.ts'
import { orderIdsByCode } from '../order/store.ts'
import { REFUND_REQUEST_COLUMNS, REFUNDS } from './store.ts'
import { type Approver, isApprovable, isMerchantsTurn, isNotReceived, isRefused } from './waiting-store.ts'

export type RefundFilter = ParsedOf<typeof refund.list> & {
  /** Who asks, for `approvable`; nobody may agree to anything. */
  readonly approver?: Approver
}

const COLUMNS = [
  'r.id as refundId',
  'r.refundNo',
  'r.channel',
  'r.orderId',
  'r.orderNo',
  'r.shopAccountId',
  'r.kind',
  'r.state',
  'r.goodsStatus',
  'r.verdict',
  'r.decidedPlan',
  'r.reasonCode',
  'r.reason',
  'r.reasonDetail',
  'r.amountFen',
  'r.title',
  'r.coverKey',
  'r.modelId',
  'r.modelName',
  'r.skuText',
  'r.grade',
  'r.imei',
  'r.barCode',
  'r.buyerNick',
  'r.returnCarrierCode',
  'r.returnWaybill',
  'r.refusedWaybill',
  'r.openedAt',
  'r.deadlineAt',
  'r.endedAt',
  'r.remark',
  'r.updatedAt',
  'r.version',
] as const satisfies ColumnsOf<'refund', 'r'>

const LISTED = builtOnce(REFUNDS.select([...COLUMNS, ...REFUND_REQUEST_COLUMNS]))

const listed = (tx: Tx) =>
  LISTED.where('r.merchantId', '=', tx.merchantId).select(({ fn, ref, val }) =>
    fn.coalesce(shopName(tx, ref('r.shopAccountId')), val('')).as('shopName'),
  )

/** A case as a list shows it, before rights are looked at; times ISO 8601, money in fen. */
export type ListedRefund = RowOfQuery<typeof listed>

const detailed = (tx: Tx, refundId: string) =>
  listed(tx)
    .where('r.id', '=', refundId)
    .innerJoin('saleOrder as o', (join) =>
      join.onRef('o.merchantId', '=', 'r.merchantId').onRef('o.id', '=', 'r.orderId'),
    )
    .select([
      'o.state as orderState',
      'o.dealPriceFen',
      'r.orderAmountFen as paidFen',
      'r.description',
      'r.claimedReportNo',
      'r.refuseReason',
      'r.refuseExplanation',
      'r.resendCarrierCode',
      'r.resendWaybill',
      'r.refusedCarrierCode',
      'r.keepPlanFen',
      'r.returnPlanFen',
    ])

/** A case as its own page shows it, before rights are looked at. */
export type DetailedRefund = RowOfQuery<typeof detailed>

/** One case with everything that its own row holds, or null when the merchant has no such one. */
export const findDetailedRefund = (tx: Tx, refundId: string): Promise<DetailedRefund | null> =>
  tx.one(detailed(tx, refundId))

/** One case as a list shows it, or null when the merchant has no such one. */
export const findListedRefund = (tx: Tx, refundId: string): Promise<ListedRefund | null> =>
  tx.one(listed(tx).where('r.id', '=', refundId))

/** The columns that keywords are looked for in. */
const SEARCHED = { table: 'refund', id: 'id', texts: ['title', 'buyerNick'] } as const

const { and, eb, exists } = expressionBuilder<{ r: Tables['refund'] }, 'r'>()

/** Until when the present step lasts; never where nothing says. An index keeps open cases in this order. */
const DEADLINE = sql<string>`coalesce(${sql.ref('r.deadlineAt')}, 'infinity')`

/** The filters that take several values; each has an index that ends in the order by time. */
const FILTERS = {
  modelId: { column: 'r.modelId', type: 'text' },
  shopAccountId: { column: 'r.shopAccountId', type: 'uuid' },
  reasonCode: { column: 'r.reasonCode', type: 'text' },
  kind: { column: 'r.kind', type: 'text' },
  channel: { column: 'r.channel', type: 'text' },
} as const

/** Which lists of entries a filter's keyword is looked for in: those of its channels. */
function searchLists({ channel }: RefundFilter): string[] {
  const channels = valuesOf(channel)
  return (channels.length === 0 ? CHANNELS : channels).map((one) => searchList('refund', one))
}

function matchOf(tx: Tx, filter: RefundFilter, isAlone: boolean): Promise<KeywordMatch | null> {
  const { keyword, openedFrom: from, openedTo: to } = filter
  if (!keyword) return Promise.resolve(null)
  return matchKeyword(tx, {
    searched: SEARCHED,
    lists: searchLists(filter),
    keyword,
    isAlone,
    within: { from, to },
  })
}

/** Whether something else filters than channel, state, time and keyword. */
const hasOthers = ({ code, kind, shopAccountId, reasonCode, modelId, ...filter }: RefundFilter): boolean =>
  [code, kind, shopAccountId, reasonCode, modelId].some((one) => valuesOf(one).length > 0) ||
  filter.updatedFrom !== undefined ||
  [filter.awaitsApproval, filter.approvable, filter.awaitsMerchant, filter.notReceived, filter.refused].some(
    (one) => one !== undefined,
  )

/** The open approvals of the case of the row. */
const openApproval = (tx: Tx) =>
  exists(
    db
      .selectFrom('refundApproval as p')
      .select(sql.lit(1).as('one'))
      .where('p.merchantId', '=', tx.merchantId)
      .where('p.refundId', '=', sql.ref<string>('r.id'))
      .where('p.decision', 'is', null),
  )

/** What the flags of a filter ask of cases: that something is so, or that it is not. */
function flagsOf(tx: Tx, filter: RefundFilter): Expression<SqlBool>[] {
  const { awaitsApproval, approvable, awaitsMerchant, notReceived, refused, approver } = filter
  const flag = (isWanted: boolean | undefined, condition: () => Expression<SqlBool>) =>
    isWanted === undefined ? [] : [isWanted ? condition() : eb.not(condition())]
  return [
    ...flag(awaitsApproval, () => openApproval(tx)),
    ...flag(approvable, () => (approver === undefined ? sql.lit(false) : isApprovable(tx, approver))),
    ...flag(awaitsMerchant, isMerchantsTurn),
    ...flag(notReceived, () => isNotReceived(tx)),
    ...flag(refused, () => isRefused(tx)),
  ]
}

/** The conditions of a filter on cases, whatever their state. */
function conditionsOf(tx: Tx, filter: RefundFilter, match: KeywordMatch | null): Expression<SqlBool> {
  const { code, channel, kind, shopAccountId, reasonCode, modelId, openedFrom, openedTo } = filter
  const where: Expression<SqlBool>[] = []
  const sought = soughtIn(code)
  if (sought) where.push(eb('r.id', 'in', refundIdsByCode(tx, sought)))
  if (channel) where.push(eb('r.channel', '=', oneOf(channel)))
  if (kind) where.push(eb('r.kind', '=', oneOf(kind)))
  if (shopAccountId) where.push(eb('r.shopAccountId', '=', oneOf(shopAccountId)))
  if (reasonCode) where.push(eb('r.reasonCode', '=', oneOf(reasonCode)))
  if (modelId) where.push(eb('r.modelId', '=', oneOf(modelId)))
  if (openedFrom) where.push(eb('r.openedAt', '>=', openedFrom))
  if (openedTo) where.push(eb('r.openedAt', '<=', openedTo))
  if (filter.updatedFrom) where.push(eb('r.updatedAt', '>=', filter.updatedFrom))
  where.push(...flagsOf(tx, filter))
  if (match !== null && match.entries === null) where.push(isMatch(tx, match, 'r'))
  return and(where)
}

const STATES = REFUND_STATES.states.map(({ code }) => code)
const statesOf = ({ state }: RefundFilter) => (state ? [state] : STATES)

const SORTS = {
  openedAt: { column: 'r.openedAt', idColumn: 'r.id' },
  deadline: { column: { key: 'deadline', value: DEADLINE }, idColumn: 'r.id' },
  amount: { column: 'r.amountFen', idColumn: 'r.id' },
  updatedAt: { column: 'r.updatedAt', idColumn: 'r.id' },
} as const

/**
 * One page of cases, newest first unless `filter.sort` says otherwise, which only whoever may read its column may ask for
 * (`withPermittedSort`).
 */
export async function listRefunds(
  tx: Tx,
  filter: RefundFilter,
): Promise<SortedPage<ListedRefund, RefundFilter['sort']>> {
  // what changed since a moment is in the order of its changes
  const sort = filter.updatedFrom ? null : (filter.sort ?? null)
  const { key, direction } = sortParts(sort ?? (filter.updatedFrom ? ('updatedAt.asc' as const) : 'openedAt.desc'))
  const isByTime = key === 'openedAt'
  const match = await matchOf(tx, filter, isByTime && !hasOthers(filter))
  const taken = isByTime && (match === null || match.candidates === null) ? takeSeveral(filter, FILTERS) : null
  let refunds = listed(tx).where(conditionsOf(tx, taken?.filter ?? filter, match))
  // as a literal where an index keeps only some states: only then it is found to fit
  if (filter.state) refunds = refunds.where('r.state', '=', key === 'deadline' ? sql.lit(filter.state) : filter.state)
  const search = match?.entries && { ...match.entries, states: statesOf(filter) }
  const page = await listPage(tx, refunds, {
    sort: { ...SORTS[key], direction },
    paging: filter,
    search: search ?? undefined,
    several: taken?.several,
  })
  return { ...page, sort }
}

const refundsOf = (tx: Tx) => REFUNDS.where('r.merchantId', '=', tx.merchantId)

/**
 * How many cases of the filter stand in each state, and under the empty word how many of them wait for the merchant, each
 * count capped; none where nobody sees it. Both are tabs of the list: neither limits the counts of the others.
 */
export async function countRefunds(tx: Tx, given: RefundFilter): Promise<Partial<Record<RefundState | '', number>>> {
  if (isReadThrough(given)) return {}
  const filter = { ...given, awaitsMerchant: undefined }
  const match = await matchOf(tx, filter, !hasOthers(filter))
  const refunds = refundsOf(tx).where(conditionsOf(tx, filter, match))
  const counts = await countByState(tx, refunds, 'r.state', STATES, match?.entries ?? undefined)
  // few wait, so that each is compared with a keyword, also where entries say what it finds
  const ofWaiting = conditionsOf(tx, filter, match && { ...match, entries: null })
  const turn = refundsOf(tx).where(ofWaiting).where(isMerchantsTurn())
  const waiting = await countByState(tx, turn, 'r.state', MERCHANT_STEPS)
  return { ...counts, '': MERCHANT_STEPS.reduce((sum, state) => sum + waiting[state], 0) }
}

const WORDS = {
  channel: CHANNELS,
  kind: REFUND_KINDS.map(({ code }) => code),
  reasonCode: REFUND_REASONS.map(({ code }) => code),
} as const

/** How many cases there are for each value of the filter that is asked about, each count capped; null where none is. */
export async function countRefundOptions(tx: Tx, filter: RefundFilter): Promise<Record<string, number> | null> {
  const { countBy } = filter
  if (countBy === undefined) return null
  const others = { ...filter, [countBy]: undefined }
  const match = await matchOf(tx, others, !hasOthers(others))
  let refunds = refundsOf(tx).where(conditionsOf(tx, others, match))
  if (filter.state) refunds = refunds.where('r.state', '=', filter.state)
  if (match?.entries) {
    refunds = refunds.where(isAmongNewest(tx, { ...match.entries, states: statesOf(filter) }, 'r', READ_MAX))
  }
  const { column } = FILTERS[countBy]
  const all = db.selectFrom('refund as r').where('r.merchantId', '=', tx.merchantId)
  const options: Options =
    countBy === 'modelId' || countBy === 'shopAccountId' ? optionsIn(all, column) : wordsAsOptions(WORDS[countBy])
  const { channel, state, openedFrom, openedTo, keyword } = others
  const isIndexed = !(hasOthers(others) || channel || state || openedFrom || openedTo || keyword)
  return countByValue(tx, refunds, column, { options, isIndexed })
}

/**
 * The ids of the cases that a code of any kind finds: their number, a waybill of one of their parcels, their order or one of
 * its phones, a bag that came back, the bar code that a phone has in stock again. Each way has its index.
 */
export function refundIdsByCode(tx: Tx, code: string | Sought) {
  const whole = anyWhole(code)
  const { merchantId } = tx
  const refunds = db.selectFrom('refund').where('merchantId', '=', merchantId).select('id')
  const units = db.selectFrom('refundUnit').where('merchantId', '=', merchantId).select('refundId as id')
  return refunds
    .where('refundNo', '=', whole)
    .union(refunds.where('returnWaybill', '<>', '').where('returnWaybill', '=', whole))
    .union(refunds.where('resendWaybill', '<>', '').where('resendWaybill', '=', whole))
    .union(refunds.where('refusedWaybill', '<>', '').where('refusedWaybill', '=', whole))
    .union(refunds.where('orderId', 'in', orderIdsByCode(tx, code)))
    .union(units.where('bagCode', '<>', '').where('bagCode', '=', whole))
    .union(units.where('newUnitId', 'in', unitIdsByAnyCode(tx, code)))
}

const FOUND_COLUMNS = [
  'r.id as refundId',
  'r.refundNo',
  'r.channel',
  'r.kind',
  'r.state',
  'r.amountFen',
  'r.title',
] as const satisfies ColumnsOf<'refund', 'r'>

/** A case as a scan finds it. */
export type FoundRefund = RowOf<'refund', typeof FOUND_COLUMNS, 'r'>

const FOUND_MAX = 20

/** The cases of these channels that a code of any kind points at, open ones first, newest first, at most 20. */
export function findRefundsByCode(tx: Tx, code: string | Sought, channels: readonly Channel[]): Promise<FoundRefund[]> {
  return tx.rows(
    db
      .selectFrom('refund as r')
      .where('r.merchantId', '=', tx.merchantId)
      .where('r.channel', 'in', [...channels])
      .where('r.id', 'in', refundIdsByCode(tx, code))
      .orderBy(({ ref }) => sql`case when ${ref('r.state')} = any(${OPEN_REFUND_STATES}::text[]) then 0 else 1 end`)
      .orderBy('r.openedAt', 'desc')
      .orderBy('r.id', 'desc')
      .limit(FOUND_MAX)
      .select(FOUND_COLUMNS),
  )
}
