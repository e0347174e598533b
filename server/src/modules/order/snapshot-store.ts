import { ORDER_STATES } from '@huanji/domain/states/order'
import type { Grade } from '@huanji/domain/template/types'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'

/** What only the marketplace knows of an order; times are ISO 8601 or null when not reached, money in fen. */
export interface OrderFacts {
  readonly inRefund: boolean
  readonly refundStatus: number
  readonly paidFen: number | null
  readonly freightFen: number
  readonly buyerFeeFen: number | null
  readonly serviceFeeFen: number | null
  readonly prepayFen: number | null
  readonly finalPayFen: number | null
  /** Null when the marketplace does not show it: it does only while the order waits for shipment. */
  readonly receiver: {
    readonly name: string
    readonly phone: string
    readonly region: string
    readonly detail: string
  } | null
  readonly paidAt: string | null
  readonly shippedAt: string | null
  readonly completedAt: string | null
  readonly closedAt: string | null
  readonly deadlineAt: string | null
  readonly closeReason: string
  readonly remark: string
  readonly remoteUpdatedAt: string
}

/** What is fixed when an order is first heard of. */
export interface NewOrder {
  readonly orderId: string
  readonly orderNo: string
  readonly listingId: string | null
  readonly entryId: string | null
  readonly shopAccountId: string
  readonly title: string
  readonly coverKey: string | null
  readonly modelId: string
  readonly modelName: string
  readonly skuText: string
  readonly grade: Grade | null
  readonly unitCount: number
  readonly imei: string
  readonly barCode: string
  readonly bagCode: string | null
  readonly scheduleDate: string | null
  readonly scheduleNumber: string
  readonly mode: string | null
  readonly startPriceFen: number | null
  readonly dealPriceFen: number
  readonly buyerId: string
  readonly buyerNick: string
  readonly orderedAt: string
  readonly remoteUpdatedAt: string
  readonly now: Date
}

/** Adds an order in the first state of its table; false when it is there already, whoever added it. */
export async function insertOrder(tx: Tx, one: NewOrder): Promise<boolean> {
  const added = await tx.run(sql`
    insert into auction_order (
      merchant_id, id, order_no, state, listing_id, entry_id, shop_account_id, title, cover_key, model_id, model_name,
      sku_text, grade, unit_count, imei, bar_code, bag_code, schedule_date, schedule_number, mode, start_price_fen,
      deal_price_fen, buyer_id, buyer_nick, ordered_at, remote_updated_at, created_at, updated_at)
    values (
      ${tx.merchantId}, ${one.orderId}, ${one.orderNo}, ${ORDER_STATES.initial}, ${one.listingId}, ${one.entryId},
      ${one.shopAccountId}, ${one.title}, ${one.coverKey}, ${one.modelId}, ${one.modelName}, ${one.skuText}, ${one.grade},
      ${one.unitCount}, ${one.imei}, ${one.barCode}, ${one.bagCode}, ${one.scheduleDate}, ${one.scheduleNumber},
      ${one.mode}, ${one.startPriceFen}, ${one.dealPriceFen}, ${one.buyerId}, ${one.buyerNick}, ${one.orderedAt},
      ${one.remoteUpdatedAt}, ${one.now}, ${one.now})
    on conflict (merchant_id, order_no) do nothing`)
  return added === 1
}

/**
 * Copies a listing's units into an order, each with the bag it is sealed in. A unit that another order holds is copied
 * without a hold; gives how many of those there are, which is a sale the marketplace must not have made.
 */
export async function copyUnits(tx: Tx, orderId: string, listingId: string, dealPriceFen: number): Promise<number> {
  const rows = await tx.rows<{ unitId: string; held: boolean }>(sql`
    insert into order_unit (merchant_id, order_id, unit_id, inspection_id, bar_code, imei, bag_code, deal_price_fen,
                            dispatch_state, holding)
    select l.merchant_id, ${orderId}, l.unit_id, l.inspection_id, i.bar_code, i.imei, i.bag_code,
           case when g.unit_count = 1 then ${dealPriceFen}::bigint end, 'pending',
           not exists (select 1 from order_unit h
                       where h.merchant_id = l.merchant_id and h.unit_id = l.unit_id and h.holding)
    from listing_unit l
    join listing g on g.merchant_id = l.merchant_id and g.id = l.listing_id
    join inspection i on i.merchant_id = l.merchant_id and i.id = l.inspection_id
    where l.merchant_id = ${tx.merchantId} and l.listing_id = ${listingId}
    returning unit_id as "unitId", holding as held`)
  return rows.filter((row) => !row.held).length
}

/** Takes the marketplace's facts over; what it no longer shows (the receiver, after shipment) is kept. */
export async function setOrderFacts(tx: Tx, orderId: string, facts: OrderFacts, now: Date): Promise<void> {
  const { receiver } = facts
  await tx.run(sql`
    update auction_order set
      in_refund = ${facts.inRefund}, refund_status = ${facts.refundStatus},
      paid_fen = coalesce(${facts.paidFen}::bigint, paid_fen), freight_fen = ${facts.freightFen},
      buyer_fee_fen = coalesce(${facts.buyerFeeFen}::bigint, buyer_fee_fen),
      service_fee_fen = coalesce(${facts.serviceFeeFen}::bigint, service_fee_fen),
      prepay_fen = coalesce(${facts.prepayFen}::bigint, prepay_fen),
      final_pay_fen = coalesce(${facts.finalPayFen}::bigint, final_pay_fen),
      receiver_name = coalesce(${receiver?.name ?? null}::text, receiver_name),
      receiver_phone = coalesce(${receiver?.phone ?? null}::text, receiver_phone),
      receiver_region = coalesce(${receiver?.region ?? null}::text, receiver_region),
      receiver_detail = coalesce(${receiver?.detail ?? null}::text, receiver_detail),
      paid_at = coalesce(${facts.paidAt}::timestamptz, paid_at),
      shipped_at = coalesce(shipped_at, ${facts.shippedAt}::timestamptz),
      completed_at = coalesce(${facts.completedAt}::timestamptz, completed_at),
      closed_at = coalesce(${facts.closedAt}::timestamptz, closed_at),
      deadline_at = ${facts.deadlineAt}::timestamptz,
      close_reason = case when ${facts.closeReason} = '' then close_reason else ${facts.closeReason} end,
      remark = case when remark = '' then ${facts.remark} else remark end,
      remote_updated_at = ${facts.remoteUpdatedAt}, updated_at = ${now}
    where merchant_id = ${tx.merchantId} and id = ${orderId}`)
}

/** How an order's parcel left when it was sent in the marketplace's own app. */
export async function setShippedElsewhere(
  tx: Tx,
  orderId: string,
  parcel: { readonly carrierCode: string; readonly waybill: string },
): Promise<void> {
  await tx.run(sql`
    update auction_order
    set carrier_code = ${parcel.carrierCode}, waybill = ${parcel.waybill}, delivery_sync = 'done', delivery_failure = ''
    where merchant_id = ${tx.merchantId} and id = ${orderId}`)
  await tx.run(sql`
    update order_unit set dispatch_state = 'shipped'
    where merchant_id = ${tx.merchantId} and order_id = ${orderId} and dispatch_state in ('pending', 'checked')`)
}

/** Frees the units of an order that never left the house. */
export async function freeOrderUnits(tx: Tx, orderId: string): Promise<void> {
  await tx.run(sql`
    update order_unit set holding = false
    where merchant_id = ${tx.merchantId} and order_id = ${orderId} and dispatch_state in ('pending', 'checked')`)
}

/** What is known of orders by their numbers: when the marketplace changed them, and how they stand. */
export function knownOrders(
  tx: Tx,
  orderNos: readonly string[],
): Promise<{ orderNo: string; state: string; refundStatus: number; remoteUpdatedAt: string }[]> {
  return tx.rows(sql`
    select order_no as "orderNo", state, refund_status as "refundStatus", remote_updated_at as "remoteUpdatedAt"
    from auction_order where merchant_id = ${tx.merchantId} and order_no = any (${orderNos}::text[])`)
}
