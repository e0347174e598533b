import type { ParsedOf } from '@huanji/contract/call'
import type { auctionOrder } from '@huanji/contract/calls/auction-order'
import type { Channel } from '@huanji/domain/channel'
import { normaliseCode } from '@huanji/domain/codes/normalise'
import { ORDER_STATES, type OrderState, WAITING_ORDER_STATES } from '@huanji/domain/states/order'
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { oneOf } from '../../database/list-filter.ts'
import { countByState, listPage, type SortedPage } from '../../database/list-page.ts'
import { sortParts } from '../../database/list-sort.ts'
import { builtOnce, type ColumnsOf, type RowOfQuery } from '../../database/query.ts'
import { isMatch, matchKeyword, type SearchEntries, searchList } from '../../database/search.ts'
import type { Tables } from '../../database/tables.ts'
import { ORDERS, orderIdsByCode } from './store.ts'

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
  'o.imei',
  'o.barCode',
  'o.bagCode',
  'o.dealPriceFen',
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
  'o.version',
] as const satisfies ColumnsOf<'saleOrder', 'o'>

/** What a list shows of an order but the shop's name, before rights are looked at. */
const LISTED = builtOnce(
  ORDERS.select(ORDER_COLUMNS)
    .select(['a.startPriceFen', 'd.state as desiredState', 'd.requestedAt as desiredAt', 'd.problem as desiredProblem'])
    .select(({ ref }) => [
      sql<string | null>`${ref('a.scheduleDate')}::text`.as('scheduleDate'),
      sql<string>`coalesce(${ref('a.scheduleNumber')}, '')`.as('scheduleNumber'),
      sql<string | null>`${ref('d.desired')} ->> 'want'`.as('desiredWant'),
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

const detailed = (tx: Tx, orderId: string) =>
  listed(tx)
    .where('o.id', '=', orderId)
    .select([
      'a.mode',
      'a.buyerFeeFen',
      'o.serviceFeeFen',
      'o.freightFen',
      'a.prepayFen',
      'a.finalPayFen',
      'o.paidFen',
      'o.closeReason',
      'o.shipFrom',
      'o.receiverName',
      'o.receiverPhone',
      'o.receiverRegion',
      'o.receiverDetail',
      'a.entryId',
    ])

/** An order as its own page shows it, before rights are looked at. */
export type DetailedOrder = RowOfQuery<typeof detailed>

/** One order with everything its page shows, or null when the merchant has no such order. */
export function findDetailedOrder(tx: Tx, orderId: string): Promise<DetailedOrder | null> {
  return tx.one(detailed(tx, orderId))
}

/** What keywords are looked for in. */
const SEARCHED = { table: 'saleOrder', id: 'id', texts: ['title', 'buyerNick'] } as const

/** What a channel and a filter ask of orders, whatever their state. */
interface Conditions {
  readonly where: Expression<SqlBool>
  /** Set when a keyword filters, alone or with a time, and its entries are all that is asked for. */
  readonly entries: SearchEntries | undefined
}

const { and, eb, ref } = expressionBuilder<{ o: Tables['saleOrder']; a: Tables['saleOrderAuction'] }, 'o' | 'a'>()

async function conditionsOf(tx: Tx, channel: Channel, filter: OrderFilter, isByTime: boolean): Promise<Conditions> {
  const { code, modelId, shopAccountId, scheduleDate, orderedFrom, orderedTo, keyword } = filter
  const where: Expression<SqlBool>[] = [eb('o.channel', '=', channel)]
  if (code) where.push(eb('o.id', 'in', orderIdsByCode(tx, normaliseCode(code))))
  if (modelId) where.push(eb('o.modelId', '=', oneOf(modelId)))
  if (shopAccountId) where.push(eb('o.shopAccountId', '=', oneOf(shopAccountId)))
  if (scheduleDate) where.push(eb('a.scheduleDate', '=', scheduleDate))
  if (orderedFrom) where.push(eb('o.orderedAt', '>=', orderedFrom))
  if (orderedTo) where.push(eb('o.orderedAt', '<=', orderedTo))
  if (!keyword) return { where: and(where), entries: undefined }
  const isAlone = isByTime && !(code || modelId || shopAccountId || scheduleDate)
  const within = { from: orderedFrom, to: orderedTo }
  const lists = [searchList('order', channel)]
  const match = await matchKeyword(tx, { searched: SEARCHED, lists, keyword, isAlone, within })
  if (match.entries !== null) return { where: and(where), entries: match.entries }
  where.push(isMatch(tx, match, 'o'))
  return { where: and(where), entries: undefined }
}

const STATES = ORDER_STATES.states.map(({ code }) => code)

/** What each order of the list sorts by. A time that is missing comes last in the direction that is asked for first. */
const SORTS = {
  orderedAt: { column: 'o.orderedAt', idColumn: 'o.id' },
  deal: { column: 'o.dealPriceFen', idColumn: 'o.id' },
  deadline: {
    column: { key: 'deadline', value: sql<string>`coalesce(${ref('o.deadlineAt')}, 'infinity')` },
    idColumn: 'o.id',
  },
  shippedAt: {
    column: { key: 'shippedAt', value: sql<string>`coalesce(${ref('o.shippedAt')}, '-infinity')` },
    idColumn: 'o.id',
  },
} as const

/** The states whose orders an index keeps in that order: as literals, because only then the index is found to fit. */
const INDEXED_STATES = {
  deadline: sql<SqlBool>`${ref('o.state')} in (${sql.join(WAITING_ORDER_STATES.map((state) => sql.lit(state)))})`,
  shippedAt: sql<SqlBool>`${ref('o.state')} = 'shipped'`,
} as const

/** One page of a channel's orders, newest first unless `filter.sort` says otherwise: see `permittedSort`. */
export async function listOrders(
  tx: Tx,
  channel: Channel,
  filter: OrderFilter,
): Promise<SortedPage<ListedOrder, OrderFilter['sort']>> {
  const { key, direction } = sortParts(filter.sort ?? 'orderedAt.desc')
  const { where, entries } = await conditionsOf(tx, channel, filter, key === 'orderedAt')
  let orders = listed(tx).where(where)
  if (filter.state) orders = orders.where('o.state', '=', filter.state)
  if (key === 'deadline' || key === 'shippedAt') orders = orders.where(INDEXED_STATES[key])
  const search = entries && { ...entries, states: filter.state ? [filter.state] : STATES }
  const page = await listPage(tx, orders, { sort: { ...SORTS[key], direction }, paging: filter, search })
  return { ...page, sort: filter.sort ?? null }
}

/** How many orders of the channel and filter stand in each state, each count capped. */
export async function countOrders(tx: Tx, channel: Channel, filter: OrderFilter): Promise<Record<OrderState, number>> {
  const { where, entries } = await conditionsOf(tx, channel, filter, true)
  const orders = ORDERS.where('o.merchantId', '=', tx.merchantId).where(where)
  return countByState(tx, orders, 'o.state', STATES, entries)
}
