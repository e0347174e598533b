import type { AuctionOrder } from '../protocol/auction.ts'
import { type ListOrdersData, type ListOrdersRequest, ORDER_STATUS, type Order } from '../protocol/orders.ts'
import { isWithin, pageOf, type SandboxContext, toSeconds } from './context.ts'
import type { OrderDocument } from './documents.ts'
import { ownOrder, promiseOf } from './orders.ts'
import { simulatedBuyer } from './people.ts'
import { notFound } from './refusal.ts'
import { buyerFeeFen, prePaymentFen, serviceFeeFen } from './rules.ts'
import { findShop } from './shops.ts'

/** Answers the merchant's orders, last changed first (docs/open-platform.md §5.2). */
export function listOrders(context: SandboxContext, sellerId: number, request: ListOrdersRequest): ListOrdersData {
  const shop = context.store.all('shop').find((row) => row.authorizeId === request.authorize_id)
  const rows = context.store
    .all('order')
    .filter((order) => order.sellerId === sellerId)
    .filter((order) => request.authorize_id === undefined || order.userName === shop?.userName)
    .filter((order) => request.order_status === undefined || order.status === request.order_status)
    .filter((order) => request.refund_status === undefined || order.refundStatus === request.refund_status)
    .filter(
      (order) =>
        isWithin(order.paidMs, request.pay_time) &&
        isWithin(order.shippedMs, request.consign_time) &&
        isWithin(order.confirmedMs, request.confirm_time) &&
        isWithin(order.refundedMs, request.refund_time) &&
        isWithin(order.updatedMs, request.update_time),
    )
    .sort((a, b) => b.updatedMs - a.updatedMs || b.orderNo.localeCompare(a.orderNo))
  const page = pageOf(rows, request)
  return { ...page, list: page.list.map((order) => orderOnWire(context, order)) }
}

/** Answers one order (docs/open-platform.md §5.3). */
export function orderDetail(context: SandboxContext, sellerId: number, request: { order_no: string }): Order {
  return orderOnWire(context, ownOrder(context, sellerId, request.order_no))
}

function orderOnWire(context: SandboxContext, order: OrderDocument): Order {
  const buyer = simulatedBuyer(context.seed, order.buyer)
  const shop = findShop(context, order.sellerId, order.userName)
  return {
    order_no: order.orderNo,
    order_status: order.status,
    order_type: order.orderType,
    refund_status: order.refundStatus,
    order_time: toSeconds(order.createdMs),
    pay_time: toSeconds(order.paidMs),
    consign_time: toSeconds(order.shippedMs),
    confirm_time: toSeconds(order.confirmedMs),
    cancel_time: toSeconds(order.cancelledMs),
    refund_time: toSeconds(order.refundedMs),
    create_time: toSeconds(order.createdMs),
    update_time: toSeconds(order.updatedMs),
    total_amount: order.goodsFen + order.freightFen,
    pay_amount: order.paidFen,
    refund_amount: order.refundedFen,
    pay_no: order.payNo,
    ...receiverOf(order, buyer),
    waybill_no: order.waybillNo,
    express_code: order.expressCode,
    express_name: order.expressName,
    express_fee: order.freightFen,
    consign_type: 1,
    cancel_reason: order.cancelReason,
    buyer_eid: buyer.eid,
    buyer_nick: buyer.nick,
    seller_eid: shop?.userIdentity ?? '',
    seller_name: order.userName,
    seller_remark: '',
    goods: {
      quantity: order.quantity,
      price: order.unitPriceFen,
      product_id: order.productId,
      item_id: order.itemId,
      outer_id: order.outerId,
      sku_id: order.skuId,
      sku_outer_id: order.skuOuterId,
      sku_text: order.skuText,
      title: order.title,
      images: [...order.images],
      service_support: promiseOf(context, order),
    },
  }
}

/** The platform answers the receiver only while the order awaits shipment. */
function receiverOf(order: OrderDocument, buyer: ReturnType<typeof simulatedBuyer>) {
  if (order.status !== ORDER_STATUS.awaitingShipment) return {}
  return {
    receiver_name: buyer.name,
    receiver_mobile: buyer.mobile,
    prov_name: buyer.province,
    city_name: buyer.city,
    area_name: buyer.area,
    town_name: buyer.town,
    address: buyer.address,
  }
}

/** Answers what an auction order has beyond its detail. */
export function auctionOrderDetail(
  context: SandboxContext,
  sellerId: number,
  request: { order_no: string },
): AuctionOrder {
  const order = ownOrder(context, sellerId, request.order_no)
  const entry = order.entryId === null ? undefined : context.store.get('entry', String(order.entryId))
  if (!entry) throw notFound('鱼市订单')
  const prePaidFen = prePaymentFen(order.goodsFen)
  return {
    order_no: order.orderNo,
    entry_id: entry.entryId,
    product_id: entry.productId,
    out_id: entry.outId,
    schedule_date: entry.scheduleDate,
    schedule_number: entry.scheduleNumber,
    mode: entry.mode,
    degree: entry.degree,
    start_price: entry.startPriceFen,
    deal_price: order.goodsFen,
    service_fee: serviceFeeFen(order),
    buyer_fee: buyerFeeFen(order.goodsFen),
    pre_pay_amount: prePaidFen,
    pre_pay_status: order.paidMs > 0 ? 2 : 1,
    pre_final_amount: order.goodsFen + order.freightFen - prePaidFen,
    pay_deadline: toSeconds(order.payDeadlineMs),
    ship_deadline: toSeconds(order.shipDeadlineMs),
  }
}
