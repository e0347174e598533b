import { promisedShipMs } from '@huanji/domain/orders/clocks'
import { isOpenRefund } from '@huanji/domain/states/refund'
import { ORDER_STATUS, ORDER_TYPES, REFUND_STATUS } from '../protocol/orders.ts'
import { ITEM_BIZ_TYPES } from '../protocol/products.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './clock.ts'
import { change, type SandboxContext, toSeconds } from './context.ts'
import type { Channel, EntryDocument, OrderDocument, ProductDocument } from './documents.ts'
import { changeEntry } from './entry-records.ts'
import { sellPieces, shopOf } from './goods.ts'
import { notFound, wrongState } from './refusal.ts'
import { CLOCKS, compensationFen, prePaymentFen, USUAL_PROMISES } from './rules.ts'
import { writeSettlement } from './settlements.ts'

/** Why the market itself closes orders (docs/domain.md §5.5). */
export const CLOSE_REASONS = {
  unpaid: '超时未付款',
  unshipped: '超时未发货',
  defaulted: '买家违约',
  calledOff: '买家取消订单',
} as const

/** The merchant's order, or a refusal; another merchant's looks the same as none. */
export function ownOrder(context: SandboxContext, sellerId: number, orderNo: string): OrderDocument {
  const order = context.store.get('order', orderNo)
  if (!order || order.sellerId !== sellerId) throw notFound('订单')
  return order
}

/** The services that an order's goods were sold with: those of their listing, with the channel's promise where it makes none. */
export function promiseOf(context: SandboxContext, order: OrderDocument): string {
  const places = context.store.get('product', String(order.productId))?.fields.publish_shop ?? []
  const services = places.find((place) => place.user_name === order.userName)?.service_support ?? ''
  if (promisedShipMs(services) !== null) return services
  return [services, USUAL_PROMISES[order.channel]].filter((one) => one !== '').join(',')
}

/** Stores new fields of an order with the time of the change, and tells the merchant. */
export function changeOrder(
  context: SandboxContext,
  order: OrderDocument,
  fields: Partial<OrderDocument>,
): OrderDocument {
  const changed = change(context.store, 'order', order.orderNo, order, { ...fields, updatedMs: context.nowMs() })
  pushOrder(context, changed)
  return changed
}

/** Sends the order push of the platform (docs/open-platform.md §7). */
function pushOrder(context: SandboxContext, order: OrderDocument): void {
  context.push(order.sellerId, {
    seller_id: order.sellerId,
    user_name: order.userName,
    order_no: order.orderNo,
    order_type: order.orderType,
    order_status: order.status,
    refund_status: order.refundStatus,
    modify_time: toSeconds(order.updatedMs),
    product_id: order.productId,
    item_id: order.itemId,
  })
}

/** Order numbers of 19 digits, as the platform's. */
function newOrderNo(context: SandboxContext): string {
  return `38${String(context.nextId('order') * 10_007).padStart(17, '0')}`
}

const ORDER_TYPE_OF: Record<Channel, number> = {
  auction: ORDER_TYPES.auction,
  curated: ORDER_TYPES.curated,
  plain: ORDER_TYPES.plain,
}

interface Sale {
  buyer: number
  quantity: number
  skuId: number
  unitPriceFen: number
  entry: EntryDocument | null
}

/** A buyer takes goods: the order stands at 11, the stock is held, and the payment clock runs. */
export function placeOrder(context: SandboxContext, product: ProductDocument, sale: Sale): OrderDocument {
  const nowMs = context.nowMs()
  const place = shopOf(product)
  const sku = product.skus?.find((row) => row.sku_id === sale.skuId)
  const isCurated = product.fields.item_biz_type === ITEM_BIZ_TYPES.curated
  const channel: Channel = sale.entry ? 'auction' : isCurated ? 'curated' : 'plain'
  const goodsFen = sale.unitPriceFen * sale.quantity
  const orderNo = newOrderNo(context)
  const order: OrderDocument = {
    orderNo,
    sellerId: product.sellerId,
    userName: sale.entry?.userName ?? place.user_name,
    channel,
    orderType: ORDER_TYPE_OF[channel],
    status: ORDER_STATUS.awaitingPayment,
    refundStatus: REFUND_STATUS.none,
    buyer: sale.buyer,
    productId: product.productId,
    itemId: sale.entry?.itemId ?? product.itemId ?? 0,
    skuId: sku?.sku_id ?? 0,
    skuText: sku?.sku_text ?? '',
    outerId: product.fields.outer_id ?? '',
    skuOuterId: sku?.outer_id ?? '',
    title: place.title,
    images: place.images,
    quantity: sale.quantity,
    ...(sale.entry?.report.report_nos ? { reportNos: sale.entry.report.report_nos } : {}),
    unitPriceFen: sale.unitPriceFen,
    goodsFen,
    freightFen: product.fields.express_fee,
    paidFen: 0,
    refundedFen: 0,
    payNo: '',
    waybillNo: '',
    expressCode: '',
    expressName: '',
    cancelReason: '',
    entryId: sale.entry?.entryId ?? null,
    payDeadlineMs: nowMs + CLOCKS.payMs,
    shipDeadlineMs: 0,
    reportId: null,
    createdMs: nowMs,
    paidMs: 0,
    shippedMs: 0,
    confirmedMs: 0,
    cancelledMs: 0,
    refundedMs: 0,
    settledMs: 0,
    updatedMs: nowMs,
  }
  context.store.put('order', orderNo, order)
  sellPieces(context, product, order.skuId, sale.quantity)
  pushOrder(context, order)
  context.schedule(order.payDeadlineMs, { type: 'payDeadline', orderNo })
  return order
}

/** Decides by the order's own chance whether and when its buyer pays. */
export function expectPayment(context: SandboxContext, order: OrderDocument): void {
  const random = context.random(`payment:${order.orderNo}`)
  if (random.chance(context.behaviour().defaultShare)) return
  const delayMs = order.channel === 'auction' ? random.whole(10, 300) * MINUTE_MS : random.whole(1, 40) * MINUTE_MS
  context.schedule(context.nowMs() + delayMs, { type: 'buyerPays', orderNo: order.orderNo })
}

/** The buyer pays: the order stands at 12 and the shipping clock runs. False when it does not await payment. */
export function payOrder(context: SandboxContext, orderNo: string): boolean {
  const order = context.store.get('order', orderNo)
  if (order?.status !== ORDER_STATUS.awaitingPayment) return false
  const nowMs = context.nowMs()
  const shipDeadlineMs = nowMs + (promisedShipMs(promiseOf(context, order)) ?? CLOCKS.plainShipMs)
  const paid = changeOrder(context, order, {
    status: ORDER_STATUS.awaitingShipment,
    paidFen: order.goodsFen + order.freightFen,
    payNo: `20${orderNo}`,
    paidMs: nowMs,
    shipDeadlineMs,
  })
  context.schedule(shipDeadlineMs, { type: 'shipDeadline', orderNo })
  endEntryOf(context, paid, 'closed')
  const random = context.random(`regret:${orderNo}`)
  // A third of those who ask for their money back do so before shipment.
  if (random.chance(context.behaviour().refundShare / 3)) {
    const regretMs = nowMs + random.whole(5, 180) * MINUTE_MS
    context.schedule(regretMs, { type: 'buyerRegrets', orderNo: paid.orderNo, moment: 'paid' })
  }
  return true
}

/** Nobody paid in time: the order closes; a winner of an auction has defaulted and loses the pre-payment to the seller. */
export function endUnpaid(context: SandboxContext, orderNo: string, atOnce: boolean): boolean {
  const order = context.store.get('order', orderNo)
  if (order?.status !== ORDER_STATUS.awaitingPayment) return false
  if (!atOnce && context.nowMs() < order.payDeadlineMs) return false
  const isAuction = order.channel === 'auction'
  const closed = closeAs(context, order, isAuction ? CLOSE_REASONS.defaulted : CLOSE_REASONS.unpaid)
  if (!isAuction) return true
  endEntryOf(context, closed, 'defaulted')
  writeSettlement(context, closed, [{ type: 'penalty', direction: 'in', amount: prePaymentFen(closed.goodsFen) }])
  return true
}

/** The seller did not ship in time: the order closes, the buyer gets the money back, and the seller pays for it. */
export function endUnshipped(context: SandboxContext, orderNo: string): void {
  const order = context.store.get('order', orderNo)
  if (order?.status !== ORDER_STATUS.awaitingShipment || context.nowMs() < order.shipDeadlineMs) return
  if (hasOpenRefund(order)) {
    context.schedule(context.nowMs() + DAY_MS, { type: 'shipDeadline', orderNo })
    return
  }
  const closed = closeAs(context, order, CLOSE_REASONS.unshipped)
  writeSettlement(context, closed, [
    { type: 'compensation', direction: 'out', amount: compensationFen(closed.goodsFen) },
  ])
}

/** The seller closes an order that is not shipped yet; a buyer who has paid gets the money back. Closing twice changes nothing. */
export function closeOrder(
  context: SandboxContext,
  sellerId: number,
  request: { order_no: string; close_reason: string },
): void {
  const order = ownOrder(context, sellerId, request.order_no)
  if (order.status === ORDER_STATUS.closed) return
  if (!isBeforeShipment(order)) throw wrongState('订单已发货或已结束，不能关闭')
  if (hasOpenRefund(order)) throw wrongState('订单有退款申请，请先处理退款')
  endEntryOf(context, closeAs(context, order, request.close_reason), 'closed')
}

const isBeforeShipment = ({ status }: OrderDocument): boolean =>
  status === ORDER_STATUS.awaitingPayment || status === ORDER_STATUS.awaitingShipment

/** An order ends before it was shipped, and not by its seller. False when it is too late for that. */
export function callOff(context: SandboxContext, orderNo: string, reason: string): boolean {
  const order = context.store.get('order', orderNo)
  if (!order || !isBeforeShipment(order) || hasOpenRefund(order)) return false
  endEntryOf(context, closeAs(context, order, reason), 'closed')
  return true
}

function closeAs(context: SandboxContext, order: OrderDocument, reason: string): OrderDocument {
  const closed = changeOrder(context, order, {
    status: ORDER_STATUS.closed,
    cancelReason: reason,
    cancelledMs: context.nowMs(),
    refundedFen: order.paidFen,
  })
  // Goods that were paid for do not go back on the shelf by themselves: the merchant may have sent or lost them.
  const isFree = order.paidMs === 0 || order.channel === 'auction'
  const product = context.store.get('product', String(order.productId))
  if (product && isFree) sellPieces(context, product, order.skuId, -order.quantity)
  return closed
}

/** Ends the auction entry of an order, if it has one: `closed` when the order is paid or called off, `defaulted` when nobody pays. */
export function endEntryOf(context: SandboxContext, order: OrderDocument, status: 'defaulted' | 'closed'): void {
  const entry = order.entryId === null ? undefined : context.store.get('entry', String(order.entryId))
  if (entry?.status !== 'won') return
  changeEntry(context, entry, { status })
}

/** True while a refund of the order is neither paid nor closed. */
export function hasOpenRefund(order: OrderDocument): boolean {
  return isOpenRefund(order.refundStatus)
}

/** Decides by the order's own chance when its buyer confirms; at the latest the market does. */
export function expectReceipt(context: SandboxContext, order: OrderDocument): void {
  const random = context.random(`receipt:${order.orderNo}`)
  const confirmMs = Math.min(random.whole(24, 120) * HOUR_MS, CLOCKS.autoConfirmMs)
  context.schedule(context.nowMs() + confirmMs, { type: 'buyerConfirms', orderNo: order.orderNo })
}

/** The buyer has the goods: the order is done and its money is settled later. False when it does not stand at 21. */
export function confirmReceipt(context: SandboxContext, orderNo: string): boolean {
  const order = context.store.get('order', orderNo)
  if (order?.status !== ORDER_STATUS.shipped) return false
  if (hasOpenRefund(order)) {
    context.schedule(context.nowMs() + DAY_MS, { type: 'buyerConfirms', orderNo })
    return false
  }
  const done = changeOrder(context, order, { status: ORDER_STATUS.completed, confirmedMs: context.nowMs() })
  context.schedule(done.confirmedMs + CLOCKS.settleMs, { type: 'settle', orderNo })
  const random = context.random(`after-sale:${orderNo}`)
  if (random.chance((context.behaviour().refundShare * 2) / 3)) {
    const regretMs = done.confirmedMs + random.whole(1, 40) * HOUR_MS
    context.schedule(regretMs, { type: 'buyerRegrets', orderNo, moment: 'received' })
  }
  return true
}
