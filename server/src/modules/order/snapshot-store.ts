import type { Channel } from '@huanji/domain/channel'
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
  readonly serviceFeeFen: number | null
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

/** What only an order of the auction market has. */
export interface AuctionPart {
  readonly entryId: string | null
  readonly scheduleDate: string
  readonly scheduleNumber: string
  readonly mode: string
  readonly startPriceFen: number
}

/** So many units of one SKU of a listing. */
export interface OrderLine {
  readonly listingId: string | null
  /** The marketplace's words for the SKU; empty for a listing of single phones. */
  readonly skuText: string
  readonly quantity: number
  /** Null where several phones were sold together at one price. */
  readonly unitPriceFen: number | null
  readonly amountFen: number
}

/** What is fixed when an order is first heard of. */
export interface NewOrder {
  readonly orderId: string
  readonly channel: Channel
  readonly orderNo: string
  readonly listingId: string | null
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
  readonly dealPriceFen: number
  readonly buyerId: string
  readonly buyerNick: string
  readonly orderedAt: string
  readonly remoteUpdatedAt: string
  readonly lines: readonly OrderLine[]
  /** Null for an order that no auction made. */
  readonly auction: AuctionPart | null
  readonly now: Date
}

/** Adds an order with its lines in the first state of its table; false when it is there already, whoever added it. */
export async function insertOrder(tx: Tx, one: NewOrder): Promise<boolean> {
  const added = await tx.run(sql`
    insert into sale_order (
      merchant_id, id, channel, order_no, state, listing_id, shop_account_id, title, cover_key, model_id, model_name,
      sku_text, grade, unit_count, imei, bar_code, bag_code, deal_price_fen, buyer_id, buyer_nick, ordered_at,
      remote_updated_at, created_at, updated_at)
    values (
      ${tx.merchantId}, ${one.orderId}, ${one.channel}, ${one.orderNo}, ${ORDER_STATES.initial}, ${one.listingId},
      ${one.shopAccountId}, ${one.title}, ${one.coverKey}, ${one.modelId}, ${one.modelName}, ${one.skuText}, ${one.grade},
      ${one.unitCount}, ${one.imei}, ${one.barCode}, ${one.bagCode}, ${one.dealPriceFen}, ${one.buyerId},
      ${one.buyerNick}, ${one.orderedAt}, ${one.remoteUpdatedAt}, ${one.now}, ${one.now})
    on conflict (merchant_id, order_no) do nothing`)
  if (added === 0) return false
  for (const [index, line] of one.lines.entries()) await insertLine(tx, one.orderId, index + 1, line)
  if (one.auction !== null) await insertAuctionPart(tx, one.orderId, one.auction)
  return true
}

async function insertLine(tx: Tx, orderId: string, lineNo: number, line: OrderLine): Promise<void> {
  await tx.run(sql`
    insert into sale_order_line (merchant_id, order_id, line_no, listing_id, sku_text, quantity, unit_price_fen, amount_fen)
    values (${tx.merchantId}, ${orderId}, ${lineNo}, ${line.listingId}, ${line.skuText}, ${line.quantity},
            ${line.unitPriceFen}, ${line.amountFen})`)
}

async function insertAuctionPart(tx: Tx, orderId: string, part: AuctionPart): Promise<void> {
  await tx.run(sql`
    insert into sale_order_auction (merchant_id, order_id, entry_id, schedule_date, schedule_number, mode, start_price_fen)
    values (${tx.merchantId}, ${orderId}, ${part.entryId}, ${part.scheduleDate}, ${part.scheduleNumber}, ${part.mode},
            ${part.startPriceFen})`)
}

/**
 * Assigns a unit to a line of an order with the bag it is sealed in. A phone is sold once, over both channels and all
 * shops: while another order holds it, it is entered without a hold and false is given, whoever asks and however often.
 */
export async function assignUnit(tx: Tx, orderId: string, lineNo: number, unit: AssignedUnit): Promise<boolean> {
  const insert = (holding: boolean) =>
    tx.run(sql`
      insert into sale_order_unit (merchant_id, order_id, unit_id, line_no, inspection_id, bar_code, imei, bag_code,
                                   deal_price_fen, dispatch_state, holding)
      values (${tx.merchantId}, ${orderId}, ${unit.unitId}, ${lineNo}, ${unit.inspectionId}, ${unit.barCode}, ${unit.imei},
              ${unit.bagCode}, ${unit.dealPriceFen}, 'pending', ${holding})
      on conflict do nothing`)
  if ((await insert(true)) === 1) return true
  await insert(false)
  return false
}

/** A unit as an order takes it over: its codes and bag as they are now. */
export interface AssignedUnit {
  readonly unitId: string
  readonly inspectionId: string
  readonly barCode: string
  readonly imei: string
  readonly bagCode: string | null
  /** Null where several phones were sold together at one price. */
  readonly dealPriceFen: number | null
}

/** Takes the marketplace's facts over; what it no longer shows (the receiver, after shipment) is kept. */
export async function setOrderFacts(tx: Tx, orderId: string, facts: OrderFacts, now: Date): Promise<void> {
  const { receiver } = facts
  await tx.run(sql`
    update sale_order set
      in_refund = ${facts.inRefund}, refund_status = ${facts.refundStatus},
      paid_fen = coalesce(${facts.paidFen}::bigint, paid_fen), freight_fen = ${facts.freightFen},
      service_fee_fen = coalesce(${facts.serviceFeeFen}::bigint, service_fee_fen),
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

/** Fees of the auction market that become known later; null keeps what is known. */
export interface AuctionFees {
  readonly buyerFeeFen: number | null
  readonly prepayFen: number | null
  readonly finalPayFen: number | null
}

/** Takes the fees of an auction order over. */
export async function setAuctionFees(tx: Tx, orderId: string, fees: AuctionFees): Promise<void> {
  await tx.run(sql`
    update sale_order_auction set
      buyer_fee_fen = coalesce(${fees.buyerFeeFen}::bigint, buyer_fee_fen),
      prepay_fen = coalesce(${fees.prepayFen}::bigint, prepay_fen),
      final_pay_fen = coalesce(${fees.finalPayFen}::bigint, final_pay_fen)
    where merchant_id = ${tx.merchantId} and order_id = ${orderId}`)
}

/** How an order's parcel left when it was sent in the marketplace's own app. */
export async function setShippedElsewhere(
  tx: Tx,
  orderId: string,
  parcel: { readonly carrierCode: string; readonly waybill: string },
): Promise<void> {
  await tx.run(sql`
    update sale_order
    set carrier_code = ${parcel.carrierCode}, waybill = ${parcel.waybill}
    where merchant_id = ${tx.merchantId} and id = ${orderId}`)
  await tx.run(sql`
    update sale_order_unit set dispatch_state = 'shipped'
    where merchant_id = ${tx.merchantId} and order_id = ${orderId} and dispatch_state in ('pending', 'checked')`)
}

/** Frees the units of an order that never left the house. */
export async function freeOrderUnits(tx: Tx, orderId: string): Promise<void> {
  await tx.run(sql`
    update sale_order_unit set holding = false
    where merchant_id = ${tx.merchantId} and order_id = ${orderId} and dispatch_state in ('pending', 'checked')`)
}

/** What is known of orders by their numbers: when the marketplace changed them, and how they stand. */
export function knownOrders(
  tx: Tx,
  orderNos: readonly string[],
): Promise<{ orderNo: string; state: string; refundStatus: number; remoteUpdatedAt: string }[]> {
  return tx.rows(sql`
    select order_no as "orderNo", state, refund_status as "refundStatus", remote_updated_at as "remoteUpdatedAt"
    from sale_order where merchant_id = ${tx.merchantId} and order_no = any (${orderNos}::text[])`)
}
