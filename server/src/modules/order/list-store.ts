import type { ParsedOf } from '@huanji/contract/call'
import type { auctionOrder } from '@huanji/contract/features/order/auction-order'
import type { Channel } from '@huanji/domain/channel'
import { soughtIn } from '@huanji/domain/codes/sought'
import { ORDER_STATES, type OrderState } from '@huanji/domain/states/order'
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { oneOf, takeSeveral } from '../../database/list-filter.ts'
import { countByMatch, countByValue, optionsIn, READ_MAX, wordsAsOptions } from '../../database/list-options.ts'
import { countByState, isReadThrough, listPage, type SortedPage } from '../../database/list-page.ts'
import { sortParts } from '../../database/list-sort.ts'
import { anyOf, builtOnce, type ColumnsOf, db, type RowOfQuery } from '../../database/query.ts'
import { isAmongNewest, isMatch, type KeywordMatch, matchKeyword, searchList } from '../../database/search.ts'
import type { Tables } from '../../database/tables.ts'
import { refusedOrderIds } from './refused-store.ts'
import { DEADLINE, ORDERS, orderIdsByCode, REQUEST_COLUMNS } from './store.ts'

/** What a channel's list asks for; the curated channel's knows no sessions. */
export type OrderFilter = ParsedOf<typeof auctionOrder.list>

const ORDER_COLUMNS = [
  'o.id as orderId',
  'o.channel',
  'o.orderNo',
  'o.state',
  'o.inRefund',
  'o.listingId',
  'o.title',
  'o.coverKey',
  'o.modelName',
  'o.skuText',
  'o.grade',
  'o.unitCount',
  'o.pickedCount',
  'o.isShort',
  'o.imei',
  'o.barCode',
  'o.bagCode',
  'o.dealPriceFen',
  'o.freightFen',
  'o.buyerNick',
  'o.shopAccountId',
  'o.orderedAt',
  'o.paidAt',
  'o.shippedAt',
  'o.completedAt',
  'o.closedAt',
  'o.deadlineAt',
  'o.carrierCode',
  'o.waybill',
  'o.remark',
  'o.updatedAt',
  'o.version',
] as const satisfies ColumnsOf<'saleOrder', 'o'>

/** What a list shows of an order but the shop's name, before rights are looked at. */
const LISTED = builtOnce(
  ORDERS.select(ORDER_COLUMNS)
    .select(['a.startPriceFen', ...REQUEST_COLUMNS])
    .select(({ ref }) => [
      sql<string | null>`${ref('a.scheduleDate')}::text`.as('scheduleDate'),
      sql<string>`coalesce(${ref('a.scheduleNumber')}, '')`.as('scheduleNumber'),
      sql<number>`coalesce(${ref('o.originalPriceFen')}, ${ref('o.dealPriceFen')})`.as('originalPriceFen'),
      sql<boolean>`${ref('o.receiverName')} <> '' or ${ref('o.receiverDetail')} <> ''`.as('hasReceiver'),
    ]),
)

const listed = (tx: Tx) =>
  LISTED.where('o.merchantId', '=', tx.merchantId).select(({ selectFrom }) =>
    sql<string>`${selectFrom('shopAccount as s')
      .where('s.merchantId', '=', tx.merchantId)
      .whereRef('s.id', '=', 'o.shopAccountId')
      .select('s.shopName')}`.as('shopName'),
  )

/** An order as a list shows it, before rights are looked at; times ISO 8601, money in fen. */
export type ListedOrder = RowOfQuery<typeof listed>

/** A figure of a price that the marketplace has still to take over, or would not. */
const openPrice = (state: Expression<string | null>, desired: Expression<unknown>, name: 'priceFen' | 'freightFen') =>
  sql<number | null>`case when ${state} <> 'settled' then (${desired} ->> ${sql.lit(name)})::bigint end`

const RECEIVER = ['o.receiverName', 'o.receiverPhone', 'o.receiverRegion', 'o.receiverDetail'] as const

const detailed = (tx: Tx, orderId: string) =>
  listed(tx)
    .where('o.id', '=', orderId)
    .select([
      ...RECEIVER,
      'a.mode',
      'a.buyerFeeFen',
      'o.serviceFeeFen',
      'a.prepayFen',
      'a.finalPayFen',
      'o.paidFen',
      'o.closeReason',
      'o.shipFrom',
      'a.entryId',
    ])
    .select(({ ref }) => [
      openPrice(ref('p.state'), ref('p.desired'), 'priceFen').as('wantedPriceFen'),
      openPrice(ref('p.state'), ref('p.desired'), 'freightFen').as('wantedFreightFen'),
    ])

/** An order as its own page shows it, before rights are looked at. */
export type DetailedOrder = RowOfQuery<typeof detailed>

/** One order with everything its page shows, or null when the merchant has no such order. */
export function findDetailedOrder(tx: Tx, orderId: string): Promise<DetailedOrder | null> {
  return tx.one(detailed(tx, orderId))
}

/** Orders of a channel for a list to print: as the queue has them, what is short and what is due first. */
export function findPrintedOrders(tx: Tx, channel: Channel, orderIds: readonly string[]) {
  return tx.rows(
    listed(tx)
      .where('o.channel', '=', channel)
      .where('o.id', '=', anyOf(orderIds))
      .select(RECEIVER)
      .orderBy(DEADLINE)
      .orderBy('o.id'),
  )
}

/** The columns that keywords are looked for in. */
const SEARCHED = { table: 'saleOrder', id: 'id', texts: ['title', 'buyerNick'] } as const

const { and, eb, ref } = expressionBuilder<{ o: Tables['saleOrder']; a: Tables['saleOrderAuction'] }, 'o' | 'a'>()

/** The filters that take several values; each has an index that ends in the order by time. */
const FILTERS = {
  modelId: { column: 'o.modelId', type: 'text' },
  shopAccountId: { column: 'o.shopAccountId', type: 'uuid' },
} as const

/** What the keyword of a filter comes to; null without one. `isAlone` where nothing else but states and a time filters. */
async function matchOf(
  tx: Tx,
  channel: Channel,
  { keyword, orderedFrom, orderedTo }: OrderFilter,
  isAlone: boolean,
): Promise<KeywordMatch | null> {
  if (!keyword) return null
  const within = { from: orderedFrom, to: orderedTo }
  return matchKeyword(tx, { searched: SEARCHED, lists: [searchList('order', channel)], keyword, isAlone, within })
}

const hasOthers = ({ code, modelId, shopAccountId, scheduleDate, isShort, refused, ...paid }: OrderFilter): boolean =>
  Boolean(code || modelId || shopAccountId || scheduleDate || refused) ||
  Boolean(paid.paidFrom || paid.paidTo || paid.updatedFrom) ||
  isShort !== undefined

const isWithin = ({ orderedFrom, orderedTo }: OrderFilter): boolean => Boolean(orderedFrom || orderedTo)

/** What a channel and a filter ask of orders, whatever their state. */
function conditionsOf(tx: Tx, channel: Channel, filter: OrderFilter, match: KeywordMatch | null): Expression<SqlBool> {
  const { code, modelId, shopAccountId, scheduleDate, isShort, orderedFrom, orderedTo, paidFrom, paidTo } = filter
  const where: Expression<SqlBool>[] = [eb('o.channel', '=', channel)]
  const sought = soughtIn(code)
  if (sought) where.push(eb('o.id', 'in', orderIdsByCode(tx, sought)))
  if (modelId) where.push(eb(FILTERS.modelId.column, '=', oneOf(modelId)))
  if (shopAccountId) where.push(eb(FILTERS.shopAccountId.column, '=', oneOf(shopAccountId)))
  if (scheduleDate) where.push(eb('a.scheduleDate', '=', scheduleDate))
  // as a literal, because only then the index over short orders is found to fit
  if (isShort !== undefined) where.push(eb('o.isShort', '=', sql.lit(isShort)))
  if (filter.refused) where.push(eb('o.id', 'in', refusedOrderIds(tx, filter.refused)))
  if (orderedFrom) where.push(eb('o.orderedAt', '>=', orderedFrom))
  if (orderedTo) where.push(eb('o.orderedAt', '<=', orderedTo))
  if (paidFrom) where.push(eb('o.paidAt', '>=', paidFrom))
  if (paidTo) where.push(eb('o.paidAt', '<=', paidTo))
  if (filter.updatedFrom) where.push(eb('o.updatedAt', '>=', filter.updatedFrom))
  if (match !== null && match.entries === null) where.push(isMatch(tx, match, 'o'))
  return and(where)
}

const STATES = ORDER_STATES.states.map(({ code }) => code)
const statesOf = ({ state }: OrderFilter) => (state ? [state] : STATES)

/** What each order of the list sorts by. A time that is missing comes last in the direction that is asked for first. */
const SORTS = {
  orderedAt: { column: 'o.orderedAt', idColumn: 'o.id' },
  deal: { column: 'o.dealPriceFen', idColumn: 'o.id' },
  deadline: { column: { key: 'deadline', value: DEADLINE }, idColumn: 'o.id' },
  shippedAt: {
    column: { key: 'shippedAt', value: sql<string>`coalesce(${ref('o.shippedAt')}, '-infinity')` },
    idColumn: 'o.id',
  },
} as const

/** An order that can be had of a filter's orders, and what the filter's keyword comes to in it. */
interface HeldSort {
  readonly sort: NonNullable<OrderFilter['sort']> | null
  readonly match: KeywordMatch | null
}

/**
 * What a keyword finds is in the order of time. In another one it is where that is little; and by deadline, which only
 * orders have that wait for somebody.
 */
async function heldSort(tx: Tx, channel: Channel, filter: OrderFilter): Promise<HeldSort> {
  const { sort = null } = filter
  const key = sort && sortParts(sort).key
  const isByTime = key === null || key === 'orderedAt'
  const match = await matchOf(tx, channel, filter, isByTime && !hasOthers(filter))
  if (isByTime || key === 'deadline' || match === null || match.candidates !== null) return { sort, match }
  return { sort: null, match: await matchOf(tx, channel, filter, !hasOthers(filter)) }
}

/** Whose rows are merged: those of several values of a filter, or of all states where each has its own order of prices. */
function severalOf(filter: OrderFilter, key: keyof typeof SORTS, match: KeywordMatch | null) {
  if (match !== null && match.candidates !== null) return null
  if (key === 'orderedAt') return takeSeveral(filter, FILTERS)
  if (key !== 'deal' || filter.state) return null
  return { filter, several: { column: 'o.state', type: 'text', values: STATES } } as const
}

/** What changed since a moment is in the order of its changes, whatever else was asked for. */
const followed = (filter: OrderFilter): OrderFilter => (filter.updatedFrom ? { ...filter, sort: undefined } : filter)

async function changedOrders(tx: Tx, channel: Channel, filter: OrderFilter, match: KeywordMatch | null) {
  let orders = listed(tx).where(conditionsOf(tx, channel, filter, match))
  if (filter.state) orders = orders.where('o.state', '=', filter.state)
  const sort = { column: 'o.updatedAt', idColumn: 'o.id', direction: 'asc' } as const
  return { ...(await listPage(tx, orders, { sort, paging: filter })), sort: null }
}

/**
 * One page of a channel's orders, newest first unless `filter.sort` says otherwise, which only whoever may read its column
 * may ask for (`withPermittedSort`).
 */
export async function listOrders(
  tx: Tx,
  channel: Channel,
  filter: OrderFilter,
): Promise<SortedPage<ListedOrder, OrderFilter['sort']>> {
  const { sort, match } = await heldSort(tx, channel, followed(filter))
  if (filter.updatedFrom) return changedOrders(tx, channel, filter, match)
  const { key, direction } = sortParts(sort ?? 'orderedAt.desc')
  const taken = severalOf(filter, key, match)
  let orders = listed(tx).where(conditionsOf(tx, channel, taken?.filter ?? filter, match))
  // as a literal where an index keeps only some states: only then it is found to fit
  const isPartial = key === 'deadline' || key === 'shippedAt'
  if (filter.state) orders = orders.where('o.state', '=', isPartial ? sql.lit(filter.state) : filter.state)
  const search = match?.entries && { ...match.entries, states: statesOf(filter) }
  const page = await listPage(tx, orders, {
    sort: { ...SORTS[key], direction },
    paging: filter,
    search: search ?? undefined,
    several: taken?.several,
  })
  return { ...page, sort }
}

const ordersOf = (tx: Tx) => ORDERS.where('o.merchantId', '=', tx.merchantId)

/** How many orders of the channel and filter stand in each state, each count capped; none where nobody sees it. */
export async function countOrders(
  tx: Tx,
  channel: Channel,
  filter: OrderFilter,
): Promise<Partial<Record<OrderState, number>>> {
  if (isReadThrough(filter)) return {}
  const match = await matchOf(tx, channel, filter, !hasOthers(filter))
  const orders = ordersOf(tx).where(conditionsOf(tx, channel, filter, match))
  return countByState(tx, orders, 'o.state', STATES, match?.entries ?? undefined)
}

/** How many orders there are for each value of the filter that is asked about, each count capped; null where none is. */
export async function countOrderOptions(
  tx: Tx,
  channel: Channel,
  filter: OrderFilter,
): Promise<Record<string, number> | null> {
  const { countBy, state } = filter
  if (countBy === undefined) return null
  const others = { ...filter, [countBy]: undefined }
  const match = await matchOf(tx, channel, others, !hasOthers(others))
  let orders = ordersOf(tx).where(conditionsOf(tx, channel, others, match))
  if (state) orders = orders.where('o.state', '=', state)
  if (match?.entries)
    orders = orders.where(isAmongNewest(tx, { ...match.entries, states: statesOf(filter) }, 'o', READ_MAX))
  const all = db.selectFrom('saleOrder as o').where('o.merchantId', '=', tx.merchantId).where('o.channel', '=', channel)
  const { column } = FILTERS[countBy]
  const isIndexed = !(hasOthers(others) || others.keyword) && !(state && isWithin(others))
  return countByValue(tx, orders, column, { options: optionsIn(all, column), isIndexed })
}

/** How many orders of a channel there are of each of some models, each count capped. */
export function countOrdersOfModels(
  tx: Tx,
  channel: Channel,
  modelIds: readonly string[],
): Promise<Record<string, number>> {
  const orders = db.selectFrom('saleOrder as o').where('o.merchantId', '=', tx.merchantId)
  const isOfModel = sql<boolean>`${ref('o.modelId')} = choice.value`
  return countByMatch(tx, orders.where('o.channel', '=', channel), isOfModel, wordsAsOptions(modelIds))
}
