import type { ParsedOf } from '@huanji/contract/call'
import type { auctionOrder } from '@huanji/contract/calls/auction-order'
import type { Channel } from '@huanji/domain/channel'
import { normaliseCode } from '@huanji/domain/codes/normalise'
import { ORDER_STATES, type OrderState, WAITING_ORDER_STATES } from '@huanji/domain/states/order'
import type { Grade } from '@huanji/domain/template/types'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { containing, countByState, type ListPage, listPage } from '../../database/list-page.ts'
import type { AuctionMode } from '../auction/store.ts'
import { type DesiredColumns, openDesiredState } from '../desired-state/store.ts'
import { type DeliverySync, deliverySyncOf, orderHasCode } from './store.ts'

export type OrderFilter = ParsedOf<typeof auctionOrder.list>

/** An order as a list shows it, before rights are looked at. */
export interface ListedOrder extends DesiredColumns {
  readonly channel: Channel
  readonly orderId: string
  readonly orderNo: string
  readonly state: OrderState
  readonly inRefund: boolean
  readonly listingId: string | null
  readonly title: string
  readonly coverKey: string | null
  readonly modelName: string
  readonly skuText: string
  readonly grade: Grade | null
  readonly unitCount: number
  readonly imei: string
  readonly barCode: string
  readonly bagCode: string | null
  readonly scheduleDate: string | null
  readonly scheduleNumber: string
  readonly startPriceFen: number | null
  readonly dealPriceFen: number
  readonly buyerNick: string
  readonly shopAccountId: string
  readonly shopName: string
  readonly orderedAt: string
  readonly paidAt: string | null
  readonly shippedAt: string | null
  readonly completedAt: string | null
  readonly closedAt: string | null
  readonly deadlineAt: string | null
  readonly carrierCode: string
  readonly waybill: string
  readonly remark: string
  readonly deliverySync: DeliverySync
  readonly version: number
}

const DESIRED = openDesiredState('o', 'id', 'shipment')

const listColumns = (tx: Tx): RawBuilder<unknown> => sql`
  o.channel, o.id as "orderId", o.order_no as "orderNo", o.state, o.in_refund as "inRefund", o.listing_id as "listingId", o.title,
  o.cover_key as "coverKey", o.model_name as "modelName", o.sku_text as "skuText", o.grade, o.unit_count as "unitCount",
  o.imei, o.bar_code as "barCode", o.bag_code as "bagCode", a.schedule_date::text as "scheduleDate",
  coalesce(a.schedule_number, '') as "scheduleNumber", a.start_price_fen as "startPriceFen",
  o.deal_price_fen as "dealPriceFen",
  o.buyer_nick as "buyerNick", o.shop_account_id as "shopAccountId",
  (select s.shop_name from shop_account s where s.merchant_id = ${tx.merchantId} and s.id = o.shop_account_id) as "shopName",
  o.ordered_at as "orderedAt", o.paid_at as "paidAt", o.shipped_at as "shippedAt", o.completed_at as "completedAt",
  o.closed_at as "closedAt", o.deadline_at as "deadlineAt", o.carrier_code as "carrierCode", o.waybill, o.remark,
  ${deliverySyncOf(tx)}, o.version, ${DESIRED.columns}`

/** Orders, each with what only an auction gives it and what is asked of the marketplace for it. */
const ORDERS = sql`
  sale_order o left join sale_order_auction a on a.merchant_id = o.merchant_id and a.order_id = o.id
  ${DESIRED.join}`

/** An order as its own page shows it, before rights are looked at. */
export interface DetailedOrder extends ListedOrder {
  readonly mode: AuctionMode | null
  readonly buyerFeeFen: number | null
  readonly serviceFeeFen: number | null
  readonly prepayFen: number | null
  readonly finalPayFen: number | null
  readonly paidFen: number | null
  readonly closeReason: string
  readonly shipFrom: string
  readonly deliveryFailure: string
  readonly receiverName: string
  readonly receiverPhone: string
  readonly receiverRegion: string
  readonly receiverDetail: string
  readonly entryId: string | null
}

/** One order with everything its page shows, or null when the merchant has no such order. */
export function findDetailedOrder(tx: Tx, orderId: string): Promise<DetailedOrder | null> {
  return tx.one<DetailedOrder>(sql`
    select ${listColumns(tx)}, a.mode, a.buyer_fee_fen as "buyerFeeFen", o.service_fee_fen as "serviceFeeFen",
           a.prepay_fen as "prepayFen", a.final_pay_fen as "finalPayFen", o.paid_fen as "paidFen",
           o.close_reason as "closeReason", o.ship_from as "shipFrom", coalesce(d.problem, '') as "deliveryFailure",
           o.receiver_name as "receiverName", o.receiver_phone as "receiverPhone",
           o.receiver_region as "receiverRegion", o.receiver_detail as "receiverDetail", a.entry_id as "entryId"
    from ${ORDERS} where o.merchant_id = ${tx.merchantId} and o.id = ${orderId}`)
}

function conditions(tx: Tx, channel: Channel, filter: OrderFilter): RawBuilder<unknown>[] {
  const where: RawBuilder<unknown>[] = [sql`o.merchant_id = ${tx.merchantId}`, sql`o.channel = ${channel}`]
  if (filter.code) where.push(orderHasCode(tx, normaliseCode(filter.code)))
  if (filter.keyword) {
    const pattern = containing(filter.keyword)
    where.push(sql`(o.title ilike ${pattern} or o.buyer_nick ilike ${pattern})`)
  }
  if (filter.modelId) where.push(sql`o.model_id = ${filter.modelId}`)
  if (filter.shopAccountId) where.push(sql`o.shop_account_id = ${filter.shopAccountId}`)
  if (filter.scheduleDate) where.push(sql`a.schedule_date = ${filter.scheduleDate}`)
  if (filter.orderedFrom) where.push(sql`o.ordered_at >= ${filter.orderedFrom}`)
  if (filter.orderedTo) where.push(sql`o.ordered_at <= ${filter.orderedTo}`)
  return where
}

/**
 * One page of a channel's orders, newest first or, by deadline, most urgent first; by deadline only orders that wait for payment
 * or shipment are listed.
 */
export function listOrders(tx: Tx, channel: Channel, filter: OrderFilter): Promise<ListPage<ListedOrder>> {
  const where = conditions(tx, channel, filter)
  if (filter.state) where.push(sql`o.state = ${filter.state}`)
  const byDeadline = filter.sort === 'deadline'
  if (byDeadline) {
    where.push(
      sql`o.deadline_at is not null`,
      sql`o.state in (${sql.join(WAITING_ORDER_STATES.map((state) => sql.lit(state)))})`,
    )
  }
  return listPage<ListedOrder>(tx, {
    columns: listColumns(tx),
    from: ORDERS,
    where,
    sort: byDeadline
      ? { column: sql`o.deadline_at`, idColumn: sql`o.id`, direction: 'asc' }
      : { column: sql`o.ordered_at`, idColumn: sql`o.id`, direction: 'desc' },
    paging: filter,
  })
}

/** How many orders of the channel and filter stand in each state, each count capped at COUNT_CAP. */
export const countOrders = (tx: Tx, channel: Channel, filter: OrderFilter): Promise<Record<OrderState, number>> =>
  countByState(tx, {
    from: ORDERS,
    where: conditions(tx, channel, filter),
    state: sql`o.state`,
    states: ORDER_STATES.states.map(({ code }) => code),
  })
