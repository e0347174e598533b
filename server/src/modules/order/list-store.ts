import type { ParsedOf } from '@huanji/contract/call'
import type { auctionOrder } from '@huanji/contract/calls/auction-order'
import type { Channel } from '@huanji/domain/channel'
import { normaliseCode } from '@huanji/domain/codes/normalise'
import { ORDER_STATES, type OrderState, WAITING_ORDER_STATES } from '@huanji/domain/states/order'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { countByState, type ListPage, listPage } from '../../database/list-page.ts'
import { type ColumnsOf, holds } from '../../database/query.ts'
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
function filtered(tx: Tx, channel: Channel, filter: OrderFilter): Orders {
  let orders = ordersOf(tx).where('o.channel', '=', channel)
  if (filter.code) orders = orders.where('o.id', 'in', orderIdsByCode(tx, normaliseCode(filter.code)))
  const { keyword } = filter
  if (keyword) {
    orders = orders.where(({ or, ref }) => or([holds(ref('o.title'), keyword), holds(ref('o.buyerNick'), keyword)]))
  }
  if (filter.modelId) orders = orders.where('o.modelId', '=', filter.modelId)
  if (filter.shopAccountId) orders = orders.where('o.shopAccountId', '=', filter.shopAccountId)
  if (filter.scheduleDate) orders = orders.where('a.scheduleDate', '=', filter.scheduleDate)
  if (filter.orderedFrom) orders = orders.where('o.orderedAt', '>=', filter.orderedFrom)
  if (filter.orderedTo) orders = orders.where('o.orderedAt', '<=', filter.orderedTo)
  return orders
}

/**
 * One page of a channel's orders, newest first or, by deadline, most urgent first; by deadline only orders that wait for
 * payment or shipment are listed.
 */
export function listOrders(tx: Tx, channel: Channel, filter: OrderFilter): Promise<ListPage<ListedOrder>> {
  let orders = filtered(tx, channel, filter)
  if (filter.state) orders = orders.where('o.state', '=', filter.state)
  if (filter.sort !== 'deadline') {
    const sort = { column: 'o.orderedAt', idColumn: 'o.id', direction: 'desc' } as const
    return listPage(tx, listed(tx, orders), { sort, paging: filter })
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
export const countOrders = (tx: Tx, channel: Channel, filter: OrderFilter): Promise<Record<OrderState, number>> =>
  countByState(
    tx,
    filtered(tx, channel, filter),
    'o.state',
    ORDER_STATES.states.map(({ code }) => code),
  )
