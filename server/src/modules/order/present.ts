import type { OutputOf } from '@huanji/contract/call'
import type { auctionOrder } from '@huanji/contract/calls/auction-order'
import { findCarrier } from '@huanji/domain/carriers'
import { allowedActions } from '../../gateway/allowed-actions.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { mayRead } from '../../platform/field-rights.ts'
import { presentDesired } from '../desired-state/store.ts'
import { photoUrl } from '../inspection/photo/present.ts'
import { ORDER_ACTIONS } from './actions.ts'
import type { DetailedOrder, ListedOrder } from './list-store.ts'
import { deliverySyncOf, type OrderUnit } from './store.ts'

export type OrderRow = OutputOf<typeof auctionOrder.list>['list'][number]
export type OrderUnitRow = OutputOf<typeof auctionOrder.barcodeList>['units'][number]
type Receiver = OutputOf<typeof auctionOrder.detail>['receiver']
type Context = Pick<CallContext, 'actor' | 'services' | 'now'>

/** An order as the actor may see it: without the right to its money, amounts are null. */
export function presentOrder(order: ListedOrder, { actor, services, now }: Context): OrderRow {
  const seesMoney = mayRead(actor, 'field:orderMoney')
  const desired = presentDesired(order)
  const deliverySync = deliverySyncOf(order.desiredState, order.shippedAt)
  return {
    orderId: order.orderId,
    channel: order.channel,
    orderNo: order.orderNo,
    state: order.state,
    inRefund: order.inRefund,
    listingId: order.listingId,
    title: order.title,
    coverUrl: photoUrl(order.coverKey, services, now),
    modelName: order.modelName,
    skuText: order.skuText,
    grade: order.grade,
    unitCount: order.unitCount,
    imei: order.imei,
    barCode: order.barCode,
    bagCode: order.bagCode,
    scheduleDate: order.scheduleDate,
    scheduleNumber: order.scheduleNumber,
    startPriceFen: seesMoney ? order.startPriceFen : null,
    dealPriceFen: seesMoney ? order.dealPriceFen : null,
    buyerNick: order.buyerNick,
    shopAccountId: order.shopAccountId,
    shopName: order.shopName,
    orderedAt: order.orderedAt,
    paidAt: order.paidAt,
    shippedAt: order.shippedAt,
    completedAt: order.completedAt,
    closedAt: order.closedAt,
    deadlineAt: order.deadlineAt,
    carrierCode: order.carrierCode,
    carrierName: findCarrier(order.carrierCode)?.name ?? '',
    waybill: order.waybill,
    remark: order.remark,
    deliverySync,
    desired,
    allowedActions: allowedActions(ORDER_ACTIONS, { ...order, deliverySync, desired }, actor),
    version: order.version,
  }
}

/** A unit of an order as the actor may see it. */
export function presentUnit(unit: OrderUnit, { actor }: Pick<Context, 'actor'>): OrderUnitRow {
  return {
    unitId: unit.unitId,
    barCode: unit.barCode,
    imei: unit.imei,
    imei2: unit.imei2,
    meid: unit.meid,
    sn: unit.sn,
    modelName: unit.modelName,
    skuText: unit.skuText,
    grade: unit.grade,
    bagCode: unit.bagCode,
    inspectionId: unit.inspectionId,
    inspectionNo: unit.inspectionNo,
    dealPriceFen: mayRead(actor, 'field:orderMoney') ? unit.dealPriceFen : null,
    dispatchState: unit.dispatchState,
  }
}

/** The receiver in clear. */
export function receiverInFull(order: DetailedOrder): Receiver {
  const { receiverName, receiverPhone, receiverRegion, receiverDetail } = order
  return { name: receiverName, phone: receiverPhone, region: receiverRegion, detail: receiverDetail, masked: false }
}

/** The receiver, masked for whoever may not read buyers' contacts: first sign of the name, ends of the phone, no street. */
export function presentReceiver(order: DetailedOrder, { actor }: Pick<Context, 'actor'>): Receiver {
  if (mayRead(actor, 'field:buyerContact')) return receiverInFull(order)
  const { receiverName, receiverPhone, receiverRegion, receiverDetail } = order
  const [initial = ''] = receiverName
  return {
    name: initial === '' ? '' : `${initial}**`,
    phone: receiverPhone === '' ? '' : `${receiverPhone.slice(0, 3)}****${receiverPhone.slice(-4)}`,
    region: receiverRegion,
    detail: receiverDetail === '' ? '' : '****',
    masked: true,
  }
}
