import type { deliverySync } from '@huanji/contract/calls/auction-order'
import { COUNT_CAP } from '@huanji/contract/constants'
import type { Channel } from '@huanji/domain/channel'
import { ORDER_STATES, type OrderAction, type OrderState, WAITING_ORDER_STATES } from '@huanji/domain/states/order'
import type { Grade } from '@huanji/domain/template/types'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../platform/actor.ts'
import { moveState } from '../history/state-store.ts'
import type { SystemWho } from '../history/store.ts'
import { unitIdsByAnyCode } from '../inspection/unit-store.ts'

export type DeliverySync = z.output<typeof deliverySync>
export type DispatchState = 'pending' | 'checked' | 'shipped' | 'returned'

/** An order as commands need it; times are ISO 8601, money in fen. */
export interface OrderRecord {
  readonly orderId: string
  readonly channel: Channel
  readonly orderNo: string
  readonly state: OrderState
  readonly inRefund: boolean
  readonly listingId: string | null
  /** The run in a session that it came of; null for an order that no auction made. */
  readonly entryId: string | null
  readonly shopAccountId: string
  readonly title: string
  readonly imei: string
  readonly unitCount: number
  readonly dealPriceFen: number
  readonly freightFen: number
  readonly orderedAt: string
  readonly paidAt: string | null
  readonly shippedAt: string | null
  readonly completedAt: string | null
  readonly carrierCode: string
  readonly waybill: string
  readonly shipAddressId: string | null
  readonly deliverySync: DeliverySync
  readonly remoteUpdatedAt: string
  readonly version: number
  readonly updatedAt: string
}

const recordColumns = (tx: Tx): RawBuilder<unknown> => sql`
  o.id as "orderId", o.channel, o.order_no as "orderNo", o.state, o.in_refund as "inRefund",
  o.listing_id as "listingId", o.shop_account_id as "shopAccountId", o.title, o.imei, o.unit_count as "unitCount",
  (select a.entry_id from sale_order_auction a where a.merchant_id = ${tx.merchantId} and a.order_id = o.id) as "entryId",
  o.deal_price_fen as "dealPriceFen", o.freight_fen as "freightFen", o.ordered_at as "orderedAt",
  o.paid_at as "paidAt", o.shipped_at as "shippedAt", o.completed_at as "completedAt",
  o.carrier_code as "carrierCode", o.waybill, o.ship_address_id as "shipAddressId", ${deliverySyncOf(tx)},
  o.remote_updated_at as "remoteUpdatedAt", o.version, o.updated_at as "updatedAt"`

/**
 * How far the marketplace knows of the shipment of the order `o`, as "deliverySync": what was asked of it, or 'done' for
 * a parcel that was sent in the marketplace's own app.
 */
export function deliverySyncOf(tx: Tx): RawBuilder<DeliverySync> {
  return sql`coalesce(
    (select case d.state when 'pending' then 'pending' when 'refused' then 'failed' else 'done' end
     from desired_state d
     where d.merchant_id = ${tx.merchantId} and d.subject = 'shipment' and d.subject_id = o.id),
    case when o.shipped_at is null then 'none' else 'done' end) as "deliverySync"`
}

/** One way to name an order. */
export type OrderKey = { readonly orderId: string } | { readonly orderNo: string }

const keyOf = (key: OrderKey): RawBuilder<unknown> =>
  'orderId' in key ? sql`o.id = ${key.orderId}` : sql`o.order_no = ${key.orderNo}`

/** An order, or null when the merchant has no such one. */
export function findOrder(tx: Tx, key: OrderKey): Promise<OrderRecord | null> {
  return tx.one<OrderRecord>(
    sql`select ${recordColumns(tx)} from sale_order o where o.merchant_id = ${tx.merchantId} and ${keyOf(key)}`,
  )
}

/** An order, locked until the transaction ends: whoever else moves it waits. Its listing and entry are locked before it. */
export function lockOrder(tx: Tx, key: OrderKey): Promise<OrderRecord | null> {
  return tx.one<OrderRecord>(
    sql`select ${recordColumns(tx)} from sale_order o where o.merchant_id = ${tx.merchantId} and ${keyOf(key)} for update`,
  )
}

/** Moves an order along its table and writes its history; every move makes a new version. Refuses as `moveState` does. */
export function moveOrder(
  tx: Tx,
  orderId: string,
  action: OrderAction,
  by: { readonly who: Actor | SystemWho; readonly now: Date; readonly note?: string },
): Promise<OrderState> {
  return moveState(tx, {
    table: sql.table('sale_order'),
    id: orderId,
    states: ORDER_STATES,
    action,
    who: by.who,
    now: by.now,
    note: by.note ?? '',
    set: [sql`updated_at = ${by.now}`, sql`version = version + 1`],
  })
}

/** A unit of an order. */
export interface OrderUnit {
  readonly unitId: string
  readonly barCode: string
  readonly imei: string
  readonly imei2: string
  readonly meid: string
  readonly sn: string
  readonly modelName: string
  readonly skuText: string
  readonly grade: Grade | null
  /** The bag bound when the unit was sold, or the one it shipped in. */
  readonly bagCode: string | null
  readonly inspectionId: string
  readonly inspectionNo: string
  readonly inspectionState: string
  readonly dealPriceFen: number | null
  readonly dispatchState: DispatchState
}

/**
 * The units of an order, by bar code; null when the merchant has no such order, empty when the marketplace sold
 * something we do not know.
 */
export async function unitsOfOrder(tx: Tx, orderId: string): Promise<OrderUnit[] | null> {
  const rows = await tx.rows<{ unitId: string | null } & Omit<OrderUnit, 'unitId'>>(sql`
    select u.unit_id as "unitId", u.bar_code as "barCode", u.imei, n.imei2, n.meid, n.sn, i.model_name as "modelName",
           i.sku_text as "skuText", i.final_grade as grade,
           case when u.dispatch_state in ('pending', 'checked') then coalesce(i.bag_code, u.bag_code) else u.bag_code end
             as "bagCode",
           u.inspection_id as "inspectionId", i.inspection_no as "inspectionNo", i.state as "inspectionState",
           u.deal_price_fen as "dealPriceFen", u.dispatch_state as "dispatchState"
    from sale_order o
    left join sale_order_unit u on u.merchant_id = o.merchant_id and u.order_id = o.id
    left join unit n on n.merchant_id = u.merchant_id and n.id = u.unit_id
    left join inspection i on i.merchant_id = u.merchant_id and i.id = u.inspection_id
    where o.merchant_id = ${tx.merchantId} and o.id = ${orderId}
    order by u.bar_code`)
  if (rows.length === 0) return null
  return rows.filter((row): row is OrderUnit => row.unitId !== null)
}

type WaitingState = (typeof WAITING_ORDER_STATES)[number]

/** How many orders stand in a state, counted up to the cap, and the nearest of their deadlines. */
export interface StateCount {
  readonly count: number
  /** ISO 8601, or null where nothing waits. */
  readonly nearestDeadline: string | null
}

/** The orders of a channel that wait, by state. It is asked every minute, so it reads what waits and not what is done. */
export async function countWaitingOrders(
  tx: Tx,
  channel: Channel,
): Promise<Readonly<Partial<Record<WaitingState, StateCount>>>> {
  // the state as a literal, because only then the index over waiting orders is found to fit
  const waiting = (state: WaitingState) => {
    const orders = sql`from sale_order where merchant_id = ${tx.merchantId} and channel = ${channel} and state = ${sql.lit(state)}`
    return sql`
      select ${sql.lit(state)} as state, (select min(deadline_at) ${orders}) as "nearestDeadline",
             (select count(*) from (select 1 ${orders} limit ${COUNT_CAP}) as capped) as count`
  }
  const rows = await tx.rows<{ state: WaitingState } & StateCount>(
    sql.join(WAITING_ORDER_STATES.map(waiting), sql` union all `),
  )
  return Object.fromEntries(rows.map(({ state, ...rest }) => [state, rest]))
}

/**
 * The condition by which a code of any kind finds orders: order number, waybill, or a code of a unit in it. Each way
 * has its index, and joined by `union` each is used; joined by `or` they would read every order.
 */
export function orderHasCode(tx: Tx, code: string): RawBuilder<unknown> {
  const orders = sql`select id from sale_order where merchant_id = ${tx.merchantId}`
  const units = sql`select order_id from sale_order_unit where merchant_id = ${tx.merchantId}`
  return sql`o.id in (
    ${orders} and order_no = ${code}
    union ${orders} and waybill <> '' and waybill = ${code}
    union ${units} and bag_code = ${code}
    union ${units} and unit_id in (${unitIdsByAnyCode(tx, code)}))`
}

/** An order as the quick search shows it. */
export interface FoundOrder {
  readonly orderId: string
  readonly channel: Channel
  readonly orderNo: string
  readonly state: OrderState
  readonly title: string
  readonly imei: string
  readonly orderedAt: string
}

/** The orders that a code of any kind points at (order number, waybill, IMEI, bar code, bag, serial number), newest first, at most 20. */
export function findOrdersByCode(tx: Tx, code: string): Promise<FoundOrder[]> {
  return tx.rows<FoundOrder>(sql`
    select o.id as "orderId", o.channel, o.order_no as "orderNo", o.state, o.title, o.imei, o.ordered_at as "orderedAt"
    from sale_order o where o.merchant_id = ${tx.merchantId} and ${orderHasCode(tx, code)}
    order by o.ordered_at desc, o.id desc limit 20`)
}
