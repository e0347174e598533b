import { id } from '@huanji/contract/shapes'
import { findCarrier } from '@huanji/domain/carriers'
import { regionPath } from '@huanji/domain/regions'
import { ORDER_STATES } from '@huanji/domain/states/order'
import { isMarketplaceFailure, MarketplaceRefused } from '@huanji/marketplace/client/errors'
import { findExpressCompany, OTHER_CARRIER_CODE } from '@huanji/marketplace/protocol/carriers'
import { isThrottled } from '@huanji/marketplace/protocol/errors'
import { MOBILE_PATTERN, ORDER_STATUS, type Order, type ShipOrderRequest } from '@huanji/marketplace/protocol/orders'
import * as z from 'zod'
import type { Tx } from '../database/database.ts'
import type { EffectHandler, EffectHandlers, EffectJob, EffectServices } from '../jobs/effects.ts'
import { type AddressRow, findAddress } from '../modules/address/store.ts'
import { recordHistory } from '../modules/history/store.ts'
import { noteDelivery } from '../modules/order/shipment-store.ts'
import { findOrder, lockOrder, type OrderRecord } from '../modules/order/store.ts'
import { merchantRow } from '../modules/tenant/store.ts'

const shipPayload = z.object({ orderId: id })

interface Shipment {
  readonly order: OrderRecord
  readonly sellerId: number
  readonly address: AddressRow | null
}

async function readShipment(tx: Tx, orderId: string): Promise<Shipment | null> {
  const order = await findOrder(tx, { orderId })
  const sellerId = (await merchantRow(tx))?.sellerId ?? null
  if (order?.deliverySync !== 'pending' || sellerId === null) return null
  const address = order.shipAddressId === null ? null : await findAddress(tx, order.shipAddressId)
  return { order, sellerId, address }
}

/** A carrier as the marketplace spells it; one it does not know travels as "other" under its real name. */
function expressOf(carrierCode: string): { express_code: string; express_name: string } {
  const carrier = findCarrier(carrierCode)
  const code = carrier?.platformCode ?? OTHER_CARRIER_CODE
  const known = findExpressCompany(code)
  const isOther = known === undefined || code === OTHER_CARRIER_CODE
  return {
    express_code: isOther ? OTHER_CARRIER_CODE : code,
    express_name: isOther ? (carrier?.name ?? carrierCode) : known.express_name,
  }
}

/** The sender as the marketplace takes it, or nothing, which means the default address kept there (open platform §5.4). */
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

/** How the marketplace's order answers our shipment: still to be told, told, or never to be told. */
function compare(remote: Order, order: OrderRecord): { tell: boolean; failure: string | null } {
  if (remote.order_status === ORDER_STATUS.awaitingShipment) return { tell: true, failure: null }
  const hasShipped = remote.order_status === ORDER_STATUS.shipped || remote.order_status === ORDER_STATUS.completed
  if (hasShipped && (remote.waybill_no ?? '').toUpperCase() === order.waybill) return { tell: false, failure: null }
  if (hasShipped) {
    return { tell: false, failure: `闲鱼上已用运单号${remote.waybill_no ?? ''}发货，请核对实际寄出的包裹` }
  }
  if (remote.order_status === ORDER_STATUS.awaitingPayment) {
    return { tell: false, failure: '订单在闲鱼显示未付款，请核对后重新发货' }
  }
  const reason = remote.cancel_reason ? `（${remote.cancel_reason}）` : ''
  return { tell: false, failure: `订单在闲鱼已关闭${reason}，请拦截包裹，设备退回后重新质检` }
}

async function finish(
  job: EffectJob,
  services: EffectServices,
  orderId: string,
  failure: string | null,
): Promise<void> {
  const now = services.clock.now()
  await services.db.tenant(job.merchantId, async (tx) => {
    const order = await lockOrder(tx, { orderId })
    if (order?.deliverySync !== 'pending') return
    await noteDelivery(tx, orderId, { sync: failure === null ? 'done' : 'failed', failure: failure ?? '' }, now)
    await recordHistory(tx, {
      subject: ORDER_STATES.name,
      subjectId: orderId,
      who: 'marketplace',
      action: failure === null ? 'deliverySynced' : 'deliveryRefused',
      actionLabel: failure === null ? '发货已同步' : '发货同步失败',
      fromState: order.state,
      toState: order.state,
      note: failure ?? '',
      now,
    })
  })
}

/**
 * Tells the marketplace of a shipment. Its call must not be made twice, so the order is read and compared before every
 * attempt, and once more after a refusal (open platform §5.4: a double click may ship twice).
 */
const shipOrder: EffectHandler = async (job, services) => {
  const { orderId } = shipPayload.parse(job.payload)
  const { db, marketplace } = services
  const shipment = await db.tenant(job.merchantId, (tx) => readShipment(tx, orderId))
  if (shipment === null) return
  const { order, sellerId, address } = shipment
  const request = { order_no: order.orderNo }
  try {
    const before = compare(await marketplace.orderDetail(sellerId, request), order)
    if (!before.tell) return await finish(job, services, orderId, before.failure)
    const parcel = { ...request, waybill_no: order.waybill, ...expressOf(order.carrierCode), ...senderOf(address) }
    await marketplace.shipOrder(sellerId, parcel)
    await finish(job, services, orderId, null)
  } catch (error) {
    if (!isMarketplaceFailure(error)) throw error
    if (error instanceof MarketplaceRefused && !isThrottled(error.code, error.msg)) {
      const after = compare(await marketplace.orderDetail(sellerId, request), order)
      const refusal = `闲鱼拒绝了发货：${error.msg}，请更正后重新发货`
      return finish(job, services, orderId, after.tell ? refusal : after.failure)
    }
    if (job.isLast) await finish(job, services, orderId, '闲鱼长时间无法连接，请稍后重新发货')
    throw error
  }
}

/** What the outbox delivers for orders, all of one order in the order they were asked for. */
export const orderEffects: EffectHandlers = { 'order.ship': shipOrder }
