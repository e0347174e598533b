import { otherWaybillText } from '@huanji/domain/orders/other-waybill'
import { regionPath } from '@huanji/domain/regions'
import { MOBILE_PATTERN, ORDER_STATUS, type Order, type ShipOrderRequest } from '@huanji/marketplace/protocol/orders'
import type { Tx } from '../../database/database.ts'
import { expressOf } from '../../integration/marketplace/express.ts'
import { type AddressRow, findAddress } from '../../modules/address/store.ts'
import { type ShipmentRequest, shipmentRequest } from '../../modules/order/request.ts'
import { endShipDeadline, touchOrder } from '../../modules/order/shipment-store.ts'
import { findRequest } from '../../modules/request/store.ts'
import type { Answer } from './kind.ts'
import { orderRequestKind } from './order-kind.ts'
import { changeRefusal, refuseRequest } from './refusing.ts'

/**
 * The sender as the marketplace takes it, or nothing, which means the default address kept there (docs/open-platform.md
 * §5.4).
 */
function senderOf(address: AddressRow | null): Partial<ShipOrderRequest> {
  const [province, city, area] = address === null ? [] : regionPath(address.regionCode)
  if (address === null || !province || !city || !MOBILE_PATTERN.test(address.contactPhone)) return {}
  return {
    ship_name: address.contactName,
    ship_mobile: address.contactPhone,
    ship_prov_name: province.name,
    ship_city_name: city.name,
    ship_area_name: area?.name ?? city.name,
    ship_address: address.detail,
  }
}

/** What is asked of a parcel whose order ended before the marketplace had heard of it. */
export const ASK_FOR_PARCEL = '请确认包裹是否已寄出：已寄出请联系快递拦截，未寄出可收回手机'

const TOLD: Answer = { problem: null }

/** How the marketplace's order answers our shipment; null while it has still to be told. */
function answerOf(remote: Order, { waybill }: ShipmentRequest): Answer | null {
  if (remote.order_status === ORDER_STATUS.awaitingShipment) return null
  const hasShipped = remote.order_status === ORDER_STATUS.shipped || remote.order_status === ORDER_STATUS.completed
  if (hasShipped && (remote.waybill_no ?? '').toUpperCase() === waybill) return TOLD
  if (hasShipped) return { problem: otherWaybillText(remote.waybill_no ?? '') }
  if (remote.order_status === ORDER_STATUS.awaitingPayment) {
    return { problem: '订单在闲鱼显示未付款，请核对后改运单', isAwaited: true }
  }
  const reason = remote.cancel_reason ? `（${remote.cancel_reason}）` : ''
  return { problem: `订单在闲鱼已关闭${reason}，${ASK_FOR_PARCEL}` }
}

/**
 * A shipment that the marketplace is to know of. Its call must not be made twice, so the order is read and compared before
 * every attempt, and once more after a refusal: a double click may ship twice there.
 */
export const shipment = orderRequestKind({
  subject: 'shipment',
  schema: shipmentRequest,
  look: async ({ services }, { sellerId, order, content }) =>
    answerOf(await services.marketplace.orderDetail(sellerId, { order_no: order.orderNo }), content),
  tell: async ({ services, merchantId }, { sellerId, order, content }) => {
    const { shipAddressId } = order
    const address =
      shipAddressId === null ? null : await services.db.tenant(merchantId, (tx) => findAddress(tx, shipAddressId))
    await services.marketplace.shipOrder(sellerId, {
      order_no: order.orderNo,
      waybill_no: content.waybill,
      ...expressOf(content.carrierCode),
      ...senderOf(address),
    })
    return TOLD
  },
  refused: { before: '闲鱼拒绝了发货：', after: '，请更正后改运单' },
  history: {
    done: { action: 'deliverySynced', actionLabel: '闲鱼已收到发货' },
    refused: { action: 'deliveryRefused', actionLabel: '闲鱼没收下发货' },
  },
  follow: async (tx, { orderId }, { isAwaited = false }) => {
    if (!isAwaited) await endShipDeadline(tx, orderId)
  },
})

/**
 * A shipment met an order that the marketplace had ended, before it was told of it or after it had refused it: a person is
 * asked what became of the parcel. Nothing is told any more.
 */
export async function refuseShipment(tx: Tx, orderId: string, problem: string, now: Date): Promise<void> {
  const request = await findRequest(tx, { subject: 'shipment', subjectId: orderId })
  if (request === null) return
  const isRefused = (await refuseRequest(tx, request, problem, now)) || (await changeRefusal(tx, request, problem, now))
  if (isRefused) await touchOrder(tx, orderId, now)
}
