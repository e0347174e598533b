import type { ParsedOf } from '@huanji/contract/call'
import type { auctionOrder } from '@huanji/contract/calls/auction-order'
import type { Channel } from '@huanji/domain/channel'
import { normaliseCode } from '@huanji/domain/codes/normalise'
import { ORDER_STATES, type OrderState, WAITING_ORDER_STATES } from '@huanji/domain/states/order'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { countByState, type ListPage, listPage } from '../../database/list-page.ts'
import type { ColumnsOf } from '../../database/query.ts'
import { isMatch, matchKeyword, type SearchEntries, searchList } from '../../database/search.ts'
import { orderIdsByCode, ordersOf } from './store.ts'

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

type Orders = ReturnType<typeof ordersOf>
type Typed<Query> = Query extends SelectQueryBuilder<infer DB, infer TB, infer Row> ? [DB, TB, Row] : never

/** What a list shows of an order, before rights are looked at. */
const listed = (tx: Tx, orders: Orders) =>
  orders
    .select(ORDER_COLUMNS)
    .select(['a.startPriceFen', 'd.state as desiredState', 'd.requestedAt as desiredAt', 'd.problem as desiredProblem'])
    .select(({ ref, selectFrom }) => [
      sql<string | null>`${ref('a.scheduleDate')}::text`.as('scheduleDate'),
      sql<string>`coalesce(${ref('a.scheduleNumber')}, '')`.as('scheduleNumber'),
      sql<string | null>`${ref('d.desired')} ->> 'want'`.as('desiredWant'),
      sql<string>`${selectFrom('shopAccount as s')
        .where('s.merchantId', '=', tx.merchantId)
        .whereRef('s.id', '=', 'o.shopAccountId')
        .select('s.shopName')}`.as('shopName'),
    ])

/** An order as a list shows it, before rights are looked at; times ISO 8601, money in fen. */
export type ListedOrder = Typed<ReturnType<typeof listed>>[2]

const detailed = (tx: Tx, orderId: string) =>
  listed(tx, ordersOf(tx).where('o.id', '=', orderId)).select([
    'a.mode',
    'a.buyerFeeFen',
    'o.serviceFeeFen',
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
export type DetailedOrder = Typed<ReturnType<typeof detailed>>[2]

/** One order with everything its page shows, or null when the merchant has no such order. */
export function findDetailedOrder(tx: Tx, orderId: string): Promise<DetailedOrder | null> {
  return tx.one(detailed(tx, orderId))
}

/** A channel's orders under a filter, whatever their state. */
interface Filtered {
  readonly orders: Orders
  /** Set when a keyword alone filters, and its entries are all that is asked for. */
  readonly entries: SearchEntries | undefined
}

async function filtered(tx: Tx, channel: Channel, filter: OrderFilter, isNewestFirst: boolean): Promise<Filtered> {
  let orders = ordersOf(tx).where('o.channel', '=', channel)
  if (filter.code) orders = orders.where('o.id', 'in', orderIdsByCode(tx, normaliseCode(filter.code)))
  if (filter.modelId) orders = orders.where('o.modelId', '=', filter.modelId)
  if (filter.shopAccountId) orders = orders.where('o.shopAccountId', '=', filter.shopAccountId)
  if (filter.scheduleDate) orders = orders.where('a.scheduleDate', '=', filter.scheduleDate)
  if (filter.orderedFrom) orders = orders.where('o.orderedAt', '>=', filter.orderedFrom)
  if (filter.orderedTo) orders = orders.where('o.orderedAt', '<=', filter.orderedTo)
  if (!filter.keyword) return { orders, entries: undefined }
  const isAlone = isNewestFirst && !hasOthers(filter)
  const match = await matchKeyword(tx, [searchList('order', channel)], filter.keyword, isAlone)
  if (match.entries !== null) return { orders, entries: match.entries }
  orders = orders.where(({ ref }) => isMatch(tx, match, ref('o.id'), [ref('o.title'), ref('o.buyerNick')]))
  return { orders, entries: undefined }
}

/** True for a filter with more than a state and a keyword. */
const hasOthers = ({ code, modelId, shopAccountId, scheduleDate, orderedFrom, orderedTo }: OrderFilter): boolean =>
  Boolean(code || modelId || shopAccountId || scheduleDate || orderedFrom || orderedTo)

const STATES = ORDER_STATES.states.map(({ code }) => code)

/**
 * One page of a channel's orders, newest first or, by deadline, most urgent first; by deadline only orders that wait for
 * payment or shipment are listed.
 */
export async function listOrders(tx: Tx, channel: Channel, filter: OrderFilter): Promise<ListPage<ListedOrder>> {
  const found = await filtered(tx, channel, filter, filter.sort !== 'deadline')
  let { orders } = found
  if (filter.state) orders = orders.where('o.state', '=', filter.state)
  if (filter.sort !== 'deadline') {
    const sort = { column: 'o.orderedAt', idColumn: 'o.id', direction: 'desc' } as const
    const search = found.entries && { ...found.entries, states: filter.state ? [filter.state] : STATES }
    return listPage(tx, listed(tx, orders), { sort, paging: filter, search })
  }
  // the states as literals, because only then the index over waiting orders is found to fit
  const waiting = sql.join(WAITING_ORDER_STATES.map((state) => sql.lit(state)))
  orders = orders
    .where('o.deadlineAt', 'is not', null)
    .where(({ ref }) => sql<boolean>`${ref('o.state')} in (${waiting})`)
  const sort = { column: 'o.deadlineAt', idColumn: 'o.id', direction: 'asc' } as const
  return listPage(tx, listed(tx, orders), { sort, paging: filter })
}

/** How many orders of the channel and filter stand in each state, each count capped. */
export async function countOrders(tx: Tx, channel: Channel, filter: OrderFilter): Promise<Record<OrderState, number>> {
  const { orders, entries } = await filtered(tx, channel, filter, true)
  return countByState(tx, orders, 'o.state', STATES, entries)
}
