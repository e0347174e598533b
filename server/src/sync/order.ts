import { findCarrierByPlatformCode } from '@huanji/domain/carriers'
import { AUCTION_ENTRY_STATES } from '@huanji/domain/states/auction-entry'
import { legalPath } from '@huanji/domain/states/legal-path'
import { ORDER_STATES, type OrderAction, type OrderState } from '@huanji/domain/states/order'
import { isOpenRefund } from '@huanji/domain/states/refund'
import { nextState, stateByWireCode } from '@huanji/domain/states/transition'
import type { Order } from '@huanji/marketplace/protocol/orders'
import type { Tx } from '../database/database.ts'
import { momentOf, reachedMomentOf } from '../integration/marketplace/times.ts'
import { lockEntry, moveEntry } from '../modules/auction/store.ts'
import { expectBills, expectRepaid, followCase } from '../modules/bill/commands.ts'
import { markOrder } from '../modules/figure/mark-store.ts'
import { shipBags } from '../modules/inspection/sealed-bag/commands.ts'
import { listingOrdered, listingPaid, listingWon } from '../modules/listing/outcome.ts'
import { raiseNotice } from '../modules/notice/raise.ts'
import { billsExpected, type OrderAuditEvent, orderAuditEventOf, recordEvents } from '../modules/order/audit-entries.ts'
import { priceFacts } from '../modules/order/changes.ts'
import { type OrderFacts, setOrderFacts, setOrderPrice, setShippedElsewhere } from '../modules/order/snapshot-store.ts'
import { lockOrder, moveOrder, type OrderRecord, unitsOfOrder } from '../modules/order/store.ts'
import { freeUnsent } from '../modules/order/undoing.ts'
import type { SnapshotOutcome } from './auction-entry.ts'
import type { ChannelOrder, OrderChannel } from './channels/channel.ts'
import { addOrder, amountsOf, lockSoldListing, NEWS_MS, type SoldListing } from './order-intake.ts'
import { observeListing } from './requests/listing-answer.ts'
import { observeOrder } from './requests/order-answers.ts'
import { ASK_FOR_PARCEL, refuseShipment } from './requests/shipment.ts'

/** The ways an order can close, of which one is right; the marketplace tells it only in words. */
const CLOSINGS: readonly OrderAction[] = ['cancel', 'missPayment', 'missShipment', 'close', 'closeByMarketplace']

function closingOf(from: OrderState, order: Order, isOurs: boolean): OrderAction {
  const reason = order.cancel_reason ?? ''
  if (isOurs && nextState(ORDER_STATES, from, 'close') !== null) return 'close'
  if (from === 'awaiting_payment') {
    if (/违约|未付款/.test(reason)) return 'missPayment'
    return reason.includes('买家') ? 'cancel' : 'closeByMarketplace'
  }
  return from === 'awaiting_shipment' && reason.includes('未发货') ? 'missShipment' : 'closeByMarketplace'
}

/** Moves that no report of the marketplace says: how it closed is told in words, and only a person takes a shipment back. */
const NEVER_REPORTED: readonly OrderAction[] = [...CLOSINGS, 'unship']

const NOT_SHIPPED: readonly OrderState[] = ['awaiting_payment', 'awaiting_shipment']
const ENDED: readonly OrderState[] = ['refunded', 'closed']

/** The moves that bring our order to where the marketplace's stands, or null when none do. */
function orderPath(mine: Pick<OrderRecord, 'state' | 'desired'>, to: OrderState, order: Order): OrderAction[] | null {
  const { state: from, desired } = mine
  // Shipped before it ended: its phones are not here, even when we never heard of the parcel.
  if (order.consign_time > 0 && NOT_SHIPPED.includes(from) && ENDED.includes(to)) {
    const before = legalPath(ORDER_STATES, from, 'shipped', NEVER_REPORTED)
    const after = orderPath({ desired, state: 'shipped' }, to, order)
    return before && after && [...before, ...after]
  }
  if (to !== 'closed') return legalPath(ORDER_STATES, from, to, NEVER_REPORTED)
  // Paid before it closed: the payment has its place in the history even when we never heard of it.
  const before: OrderState = from === 'awaiting_payment' && order.pay_time > 0 ? 'awaiting_shipment' : from
  const closing = closingOf(before, order, desired?.want === 'closed')
  if (nextState(ORDER_STATES, before, closing) === null) return from === to ? [] : null
  return before === from ? [closing] : ['pay', closing]
}

function receiverOf(order: Order): OrderFacts['receiver'] {
  if (!order.receiver_name && !order.address) return null
  const region = [order.prov_name, order.city_name, order.area_name, order.town_name]
  return {
    name: order.receiver_name ?? '',
    phone: order.receiver_mobile ?? '',
    region: region.filter((part) => part !== undefined).join(''),
    detail: order.address ?? '',
  }
}

function factsOf({ order, inChannel }: OrderSnapshot): OrderFacts {
  return {
    inRefund: isOpenRefund(order.refund_status),
    refundStatus: order.refund_status,
    paidFen: order.pay_time > 0 ? order.pay_amount : null,
    freightFen: order.express_fee,
    serviceFeeFen: inChannel.serviceFeeFen,
    receiver: receiverOf(order),
    paidAt: momentOf(order.pay_time),
    shippedAt: momentOf(order.consign_time),
    completedAt: momentOf(order.confirm_time),
    closedAt: momentOf(order.cancel_time),
    deadlineAt: inChannel.deadlineAt,
    closeReason: order.cancel_reason ?? '',
    remoteUpdatedAt: reachedMomentOf(order.update_time),
  }
}

interface Step {
  readonly mine: OrderRecord
  readonly order: Order
  readonly now: Date
  /** What the audit log gets when everything else is written. */
  readonly events: OrderAuditEvent[]
}

const byMarketplace = (now: Date, note = '') => ({ who: 'marketplace' as const, now, note })

async function closeWonEntry(tx: Tx, { mine, now }: Step, note: string): Promise<void> {
  const entry = mine.entryId === null ? null : await lockEntry(tx, mine.entryId)
  if (entry && nextState(AUCTION_ENTRY_STATES, entry.state, 'settle') !== null) {
    await moveEntry(tx, entry.entryId, 'settle', byMarketplace(now, note))
  }
}

async function whenPaid(tx: Tx, step: Step): Promise<void> {
  const { mine, now } = step
  await closeWonEntry(tx, step, '')
  const isSingle = mine.pickedCount === null
  if (mine.listingId !== null && isSingle) await listingPaid(tx, mine.listingId, mine.orderId, byMarketplace(now))
}

async function whenShipped(tx: Tx, { mine, order, now }: Step): Promise<void> {
  const carrierCode = findCarrierByPlatformCode(order.express_code ?? '')?.code ?? 'OTHER'
  const units = (await unitsOfOrder(tx, mine.orderId)) ?? []
  const bags = units.map((unit) => unit.bagCode).filter((code) => code !== null)
  await shipBags(tx, { bags, orderId: mine.orderId, orderNo: mine.orderNo, who: 'marketplace', now })
  await setShippedElsewhere(tx, mine.orderId, { carrierCode, waybill: order.waybill_no ?? '' })
}

/** Units that were never shipped are free again; those that were come back through an after-sale case. */
async function whenUndone(tx: Tx, step: Step, note: string): Promise<void> {
  const { mine, now } = step
  const units = (await unitsOfOrder(tx, mine.orderId)) ?? []
  const hasLeft = units.some((unit) => unit.dispatchState === 'shipped' || unit.dispatchState === 'returned')
  await closeWonEntry(tx, step, note)
  if (hasLeft) {
    // our shipment met an order that the marketplace had ended: a person says what became of the parcel
    const isUnknownThere = mine.state === 'shipped' && mine.deliverySync !== 'done'
    if (isUnknownThere) await refuseShipment(tx, mine.orderId, `${note}，${ASK_FOR_PARCEL}`, now)
    return
  }
  await freeUnsent(tx, mine, units, byMarketplace(now, note))
}

async function whenCompleted(tx: Tx, { mine, now, events }: Step): Promise<void> {
  // as it stands since the snapshot's facts were written
  const order = await lockOrder(tx, { orderId: mine.orderId })
  const entry = order && (await expectBills(tx, order, now))
  if (entry) events.push(billsExpected(entry))
}

const closedNote = ({ cancel_reason: reason }: Order): string => (reason ? `订单已关闭（${reason}）` : '订单已关闭')

const CONSEQUENCES: Readonly<Record<OrderState, ((tx: Tx, step: Step) => Promise<void>) | null>> = {
  awaiting_payment: null,
  awaiting_shipment: whenPaid,
  shipped: whenShipped,
  completed: whenCompleted,
  refunded: (tx, step) => whenUndone(tx, step, '订单已退款'),
  closed: (tx, step) => whenUndone(tx, step, closedNote(step.order)),
}

/**
 * Takes over what the goods cost now, where the price can change until it is paid: an order is paid at one price, and ours
 * is the marketplace's.
 */
async function takePrice(tx: Tx, { channel, order, inChannel }: OrderSnapshot, step: Step): Promise<void> {
  const { mine, now, events } = step
  const { dealPriceFen } = inChannel
  if (!channel.pricesChange || dealPriceFen === mine.dealPriceFen) return
  await setOrderPrice(tx, mine.orderId, amountsOf(dealPriceFen, mine.unitCount), now)
  const entry = {
    subject: 'order',
    subjectId: mine.orderId,
    subjectLabel: mine.orderNo,
    before: priceFacts(mine.dealPriceFen, mine.freightFen),
    after: priceFacts(dealPriceFen, order.express_fee),
  } as const
  events.push({ action: 'order.repriced', actionLabel: '订单改价生效', who: '闲鱼', entry })
}

/** Tells of an order that came to nothing without anybody here having asked for it: its phones are to be offered again. */
async function tellOfClosing(tx: Tx, { mine, order, now }: Step, action: OrderAction): Promise<void> {
  if (action === 'close' || order.cancel_time * 1000 < now.getTime() - NEWS_MS) return
  const { channel, orderId, orderNo, title } = mine
  const label = ORDER_STATES.moves.find((move) => move.action === action)?.label ?? ''
  const about = { kind: 'orderClosed', channel, source: orderId, subjectId: orderId, label: title } as const
  await raiseNotice(tx, { ...about, detail: `订单 ${orderNo} ${label}` }, now)
}

/** How an order stands at the marketplace now, and which shop of ours sold it. */
export interface OrderSnapshot {
  readonly channel: OrderChannel
  readonly order: Order
  readonly inChannel: ChannelOrder
  readonly shopAccountId: string
}

/** Goods lead to the order that bought them; of a listing that runs again already, to that of its present run. */
async function leadToOrder(tx: Tx, { listing, entryId }: SoldListing, order: OrderRecord, now: Date): Promise<void> {
  if (listing.kind !== 'single' || entryId !== listing.entryId) return
  await listingOrdered(tx, listing.listingId, order.orderId, now)
}

/**
 * Takes over how an order stands at the marketplace, with what its channel adds: facts, state, and what follows for
 * listing, units, bags and bills. The same snapshot twice changes nothing; an older one is left out; states that we
 * missed are gone through, each with its line in the history.
 * Locks listing, entry and order in that order, and the audit log at last.
 */
export async function applyOrderSnapshot(tx: Tx, snapshot: OrderSnapshot, now: Date): Promise<SnapshotOutcome> {
  const { order, inChannel } = snapshot
  const target = stateByWireCode(ORDER_STATES, order.order_status)
  if (target === null) return 'unknown'
  await inChannel.applyFirst(tx, now)
  const sold = await lockSoldListing(tx, snapshot)
  const known = await lockOrder(tx, { orderNo: order.order_no })
  if (!known) {
    await addOrder(tx, snapshot, sold, now)
    const isSingle = sold?.listing.kind === 'single'
    if (sold && isSingle && target === 'awaiting_payment')
      await listingWon(tx, sold.listing.listingId, byMarketplace(now))
  }
  const mine = known ?? (await lockOrder(tx, { orderNo: order.order_no }))
  if (!mine) throw new Error(`order ${order.order_no} was neither found nor added`)
  if (!known && sold) await leadToOrder(tx, sold, mine, now)
  if (known && reachedMomentOf(order.update_time) < known.remoteUpdatedAt) return 'older'
  const step: Step = { mine, order, now, events: [] }
  const path = orderPath(mine, target, order)
  if (path === null) return 'older'
  await setOrderFacts(tx, mine.orderId, factsOf(snapshot), now)
  await inChannel.saveLaterFacts(tx, mine.orderId)
  await takePrice(tx, snapshot, step)
  let from = mine.state
  for (const action of path) {
    const note = action === path.at(-1) ? (order.cancel_reason ?? '') : ''
    const to = await moveOrder(tx, mine.orderId, action, byMarketplace(now, note))
    const event = orderAuditEventOf(mine, order, { from, to })
    if (event) step.events.push(event)
    await CONSEQUENCES[to]?.(tx, step)
    if (to === 'closed' && known) await tellOfClosing(tx, step, action)
    from = to
  }
  await markOrder(tx, mine.orderId, [mine.paidAt, mine.shippedAt])
  await followCase(
    tx,
    mine.orderId,
    { inRefund: isOpenRefund(order.refund_status), isUndone: ENDED.includes(from) },
    now,
  )
  // a case that paid before a version that knew of it, or of which an order was told late
  if (order.refund_status > 0) await expectRepaid(tx, mine, now)
  await observeOrder(tx, mine.orderId, order, now)
  if (mine.listingId !== null) await observeListing(tx, mine.listingId, now)
  await recordEvents(tx, step.events, now)
  return 'taken'
}
