import { id } from '@huanji/contract/shapes'
import { otherWaybillText } from '@huanji/domain/orders/other-waybill'
import { regionPath } from '@huanji/domain/regions'
import { ORDER_STATES } from '@huanji/domain/states/order'
import { isMarketplaceFailure } from '@huanji/marketplace/client/errors'
import { MOBILE_PATTERN, ORDER_STATUS, type Order, type ShipOrderRequest } from '@huanji/marketplace/protocol/orders'
import * as z from 'zod'
import type { Tx } from '../database/database.ts'
import { expressOf } from '../integration/marketplace/express.ts'
import type { JobHandler, JobServices } from '../jobs/job.ts'
import { type AddressRow, findAddress } from '../modules/address/store.ts'
import { findDesiredState, recordDesiredProblem, settleDesiredState } from '../modules/desired-state/store.ts'
import { recordHistory } from '../modules/history/store.ts'
import { endShipDeadline, touchOrder } from '../modules/order/shipment-store.ts'
import { findOrder, lockOrder, type OrderRecord } from '../modules/order/store.ts'
import { merchantRow } from '../modules/tenant/store.ts'
import { finalRefusal, MARKETPLACE_AWAY } from './refusals.ts'
import { changeRefusal, refuseRequest } from './refusing.ts'

const SHIPMENT = (orderId: string) => ({ subject: 'shipment', subjectId: orderId }) as const

/** A shipment that the marketplace has still to be told of. */
interface Shipment {
  readonly generation: number
  readonly order: OrderRecord
  readonly sellerId: number
  readonly address: AddressRow | null
}

async function readShipment(tx: Tx, orderId: string): Promise<Shipment | null> {
  const asked = await findDesiredState(tx, SHIPMENT(orderId))
  const order = await findOrder(tx, { orderId })
  const sellerId = (await merchantRow(tx))?.sellerId ?? null
  if (asked?.state !== 'pending' || !order || sellerId === null) return null
  const address = order.shipAddressId === null ? null : await findAddress(tx, order.shipAddressId)
  return { generation: asked.generation, order, sellerId, address }
}

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

/** What the marketplace says to a shipment: what a person has to know and do, null for nothing; and whether it still waits for it. */
interface Verdict {
  readonly failure: string | null
  readonly isAwaited: boolean
}

/** How the marketplace's order answers our shipment: still to be told, told, or never to be told. */
function compare(remote: Order, order: OrderRecord): Verdict & { readonly tell: boolean } {
  const isAwaited = true
  if (remote.order_status === ORDER_STATUS.awaitingShipment) return { tell: true, failure: null, isAwaited }
  const hasShipped = remote.order_status === ORDER_STATUS.shipped || remote.order_status === ORDER_STATUS.completed
  if (hasShipped && (remote.waybill_no ?? '').toUpperCase() === order.waybill) return { tell: false, ...TOLD }
  if (hasShipped) {
    const failure = otherWaybillText(remote.waybill_no ?? '')
    return { tell: false, failure, isAwaited: false }
  }
  if (remote.order_status === ORDER_STATUS.awaitingPayment) {
    return { tell: false, failure: '订单在闲鱼显示未付款，请核对后改运单', isAwaited }
  }
  const reason = remote.cancel_reason ? `（${remote.cancel_reason}）` : ''
  return { tell: false, failure: `订单在闲鱼已关闭${reason}，${ASK_FOR_PARCEL}`, isAwaited: false }
}

/** What is asked of a parcel whose order ended before the marketplace had heard of it. */
export const ASK_FOR_PARCEL = '请确认包裹是否已寄出：已寄出请联系快递拦截，未寄出可收回手机'

const TOLD: Verdict = { failure: null, isAwaited: false }

/** Writes down how telling the marketplace went. */
async function answerShipment(
  tx: Tx,
  orderId: string,
  generation: number,
  { failure, isAwaited }: Verdict,
  now: Date,
): Promise<void> {
  const order = await lockOrder(tx, { orderId })
  const isAnswered =
    failure === null
      ? await settleDesiredState(tx, SHIPMENT(orderId), generation, now)
      : await refuseRequest(tx, { ...SHIPMENT(orderId), generation }, failure, now)
  if (!order || !isAnswered) return
  if (!isAwaited) await endShipDeadline(tx, orderId)
  await touchOrder(tx, orderId, now)
  await recordHistory(tx, {
    subject: ORDER_STATES.name,
    subjectId: orderId,
    who: 'marketplace',
    action: failure === null ? 'deliverySynced' : 'deliveryRefused',
    actionLabel: failure === null ? '闲鱼已收到发货' : '闲鱼没收下发货',
    fromState: order.state,
    toState: order.state,
    note: failure ?? '',
    now,
  })
}

/**
 * A shipment met an order that the marketplace had ended, before it was told of it or after it had refused it: a person is
 * asked what became of the parcel. Nothing is told any more.
 */
export async function refuseShipment(tx: Tx, orderId: string, failure: string, now: Date): Promise<void> {
  const asked = await findDesiredState(tx, SHIPMENT(orderId))
  if (asked === null) return
  const isAsked = (await refuseRequest(tx, asked, failure, now)) || (await changeRefusal(tx, asked, failure, now))
  if (isAsked) await touchOrder(tx, orderId, now)
}

/**
 * Tells the marketplace of a shipment. Its call must not be made twice, so the order is read and compared before every
 * attempt, and once more after a refusal: a double click may ship twice there.
 * @throws the marketplace client's errors while it cannot be reached; the request stands and says so
 */
export async function reconcileShipment(services: JobServices, merchantId: string, orderId: string): Promise<void> {
  const { db, marketplace, clock } = services
  const shipment = await db.tenant(merchantId, (tx) => readShipment(tx, orderId))
  if (shipment === null) return
  const { generation, order, sellerId, address } = shipment
  const request = { order_no: order.orderNo }
  const answer = (verdict: Verdict) =>
    db.tenant(merchantId, (tx) => answerShipment(tx, orderId, generation, verdict, clock.now()))
  try {
    const before = compare(await marketplace.orderDetail(sellerId, request), order)
    if (!before.tell) return await answer(before)
    const parcel = { ...request, waybill_no: order.waybill, ...expressOf(order.carrierCode), ...senderOf(address) }
    await marketplace.shipOrder(sellerId, parcel)
    await answer(TOLD)
  } catch (error) {
    const refusal = finalRefusal(error)
    if (refusal !== null) {
      const after = compare(await marketplace.orderDetail(sellerId, request), order)
      return answer(after.tell ? { failure: `闲鱼拒绝了发货：${refusal}，请更正后改运单`, isAwaited: true } : after)
    }
    if (isMarketplaceFailure(error)) {
      await db.tenant(merchantId, (tx) => recordDesiredProblem(tx, SHIPMENT(orderId), generation, MARKETPLACE_AWAY))
    }
    throw error
  }
}

const payload = z.object({ subjectId: id })

/** The job that a recorded shipment wakes. */
export const reconcileShipmentJob: JobHandler = (job, services) =>
  reconcileShipment(services, job.merchantId, payload.parse(job.payload).subjectId)
