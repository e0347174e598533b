import { findCarrierByPlatformCode } from '@huanji/domain/carriers'
import { AUCTION_ENTRY_STATES } from '@huanji/domain/states/auction-entry'
import { legalPath } from '@huanji/domain/states/legal-path'
import { ORDER_STATES, type OrderAction, type OrderState } from '@huanji/domain/states/order'
import { nextState, stateByWireCode } from '@huanji/domain/states/transition'
import { type Order, REFUND_STATUS } from '@huanji/marketplace/protocol/orders'
import type { Tx } from '../database/database.ts'
import { momentOf, reachedMomentOf } from '../integration/marketplace/times.ts'
import { lockEntry, moveEntry } from '../modules/auction/store.ts'
import { expectBills } from '../modules/bill/commands.ts'
import { recordHistory } from '../modules/history/store.ts'
import { shipBags } from '../modules/inspection/sealed-bag/commands.ts'
import { listingCameBack, listingPaid, listingWon } from '../modules/listing/outcome.ts'
import { type Listing, lockListing, unitsOfListing } from '../modules/listing/store.ts'
import { billsExpected, type OrderAuditEvent, orderAuditEventOf, recordEvents } from '../modules/order/audit-entries.ts'
import {
  assignUnit,
  freeOrderUnits,
  insertOrder,
  type OrderFacts,
  setOrderFacts,
  setShippedElsewhere,
} from '../modules/order/snapshot-store.ts'
import { lockOrder, moveOrder, type OrderRecord, unitsOfOrder } from '../modules/order/store.ts'
import { newId } from '../platform/ids.ts'
import type { SnapshotOutcome } from './auction-entry.ts'
import type { ChannelOrder, OrderChannel } from './channels/channel.ts'
import { observeListing } from './observed-listing.ts'
import { refuseShipment } from './shipment.ts'

const OPEN_REFUNDS: readonly number[] = [
  REFUND_STATUS.awaitingSeller,
  REFUND_STATUS.awaitingReturn,
  REFUND_STATUS.awaitingReceipt,
  REFUND_STATUS.refused,
  REFUND_STATUS.awaitingReturnAddress,
]

/** The ways an order can close, of which one is right; the marketplace tells it only in words. */
const CLOSINGS: readonly OrderAction[] = ['cancel', 'missPayment', 'missShipment', 'close', 'closeByMarketplace']

function closingOf(from: OrderState, order: Order): OrderAction {
  const reason = order.cancel_reason ?? ''
  if (from === 'awaiting_payment') {
    if (/违约|未付款/.test(reason)) return 'missPayment'
    return reason.includes('买家') ? 'cancel' : 'closeByMarketplace'
  }
  return from === 'awaiting_shipment' && reason.includes('未发货') ? 'missShipment' : 'closeByMarketplace'
}

/** The moves that bring our order to where the marketplace's stands, or null when none do. */
function orderPath(from: OrderState, to: OrderState, order: Order): OrderAction[] | null {
  if (to !== 'closed') return legalPath(ORDER_STATES, from, to, CLOSINGS)
  // Paid before it closed: the payment has its place in the history even when we never heard of it.
  const before: OrderState = from === 'awaiting_payment' && order.pay_time > 0 ? 'awaiting_shipment' : from
  const closing = closingOf(before, order)
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
    inRefund: OPEN_REFUNDS.includes(order.refund_status),
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
    remark: order.seller_remark ?? '',
    remoteUpdatedAt: reachedMomentOf(order.update_time),
  }
}

/** The listing behind an order, locked, with the run it came of; null for goods that are not ours. */
async function lockSoldListing(tx: Tx, { inChannel }: OrderSnapshot): Promise<SoldListing | null> {
  const goods = await inChannel.findGoods(tx)
  const listing = goods && (await lockListing(tx, goods.listingId))
  return listing && { listing, entryId: goods.entryId ?? listing.entryId }
}

interface SoldListing {
  readonly listing: Listing
  readonly entryId: string | null
}

async function addOrder(tx: Tx, snapshot: OrderSnapshot, sold: SoldListing | null, now: Date): Promise<void> {
  const { channel, order, inChannel } = snapshot
  const listing = sold?.listing
  const units = listing ? await unitsOfListing(tx, listing.listingId) : []
  const orderId = newId()
  const { dealPriceFen } = inChannel
  const isLot = units.length > 1
  const skuText = listing?.skuText ?? order.goods.sku_text ?? ''
  const quantity = isLot ? units.length : order.goods.quantity
  const added = await insertOrder(tx, {
    orderId,
    channel: channel.channel,
    orderNo: order.order_no,
    listingId: listing?.listingId ?? null,
    shopAccountId: snapshot.shopAccountId,
    title: listing?.title ?? order.goods.title,
    coverKey: listing?.coverKey ?? null,
    modelId: listing?.modelId ?? '',
    modelName: listing?.modelName ?? '',
    skuText,
    grade: listing?.grade ?? null,
    unitCount: listing?.unitCount ?? order.goods.quantity,
    imei: units[0]?.imei ?? '',
    barCode: units[0]?.barCode ?? '',
    bagCode: units[0]?.bagCode ?? null,
    dealPriceFen,
    buyerId: order.buyer_eid,
    buyerNick: order.buyer_nick,
    orderedAt: reachedMomentOf(order.create_time),
    remoteUpdatedAt: reachedMomentOf(order.update_time),
    lines: [
      {
        listingId: listing?.listingId ?? null,
        skuText: order.goods.sku_text ?? '',
        quantity,
        unitPriceFen: isLot ? null : order.goods.quantity === 1 ? dealPriceFen : order.goods.price,
        amountFen: dealPriceFen,
      },
    ],
    auction: inChannel.auctionPart(sold && { listingId: sold.listing.listingId, entryId: sold.entryId }),
    now,
  })
  if (!added) return
  let soldElsewhere = 0
  for (const unit of units) {
    const assigned = await assignUnit(tx, orderId, 1, { ...unit, dealPriceFen: isLot ? null : dealPriceFen })
    if (!assigned) soldElsewhere += 1
  }
  await recordHistory(tx, {
    subject: ORDER_STATES.name,
    subjectId: orderId,
    who: 'marketplace',
    action: 'place',
    actionLabel: channel.placedLabel,
    toState: ORDER_STATES.initial,
    note: soldElsewhere > 0 ? `有${soldElsewhere}台设备已属于其他订单，请联系闲鱼核对` : '',
    now,
  })
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
  if (mine.listingId !== null) await listingPaid(tx, mine.listingId, mine.orderId, byMarketplace(now))
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
    // our shipment met an order that the marketplace had ended: tell a person what to do with the parcel
    const failure = `${note}，请拦截包裹，设备退回后重新质检`
    if (mine.state === 'shipped' && mine.deliverySync !== 'done') await refuseShipment(tx, mine.orderId, failure, now)
    return
  }
  await freeOrderUnits(tx, mine.orderId)
  const listing = mine.listingId === null ? null : await lockListing(tx, mine.listingId)
  // A listing that runs again already has nothing to do with this order any more.
  if (listing && listing.entryId === mine.entryId) {
    await listingCameBack(tx, listing.listingId, byMarketplace(now, note))
  }
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

/** How an order stands at the marketplace now, and which shop of ours sold it. */
export interface OrderSnapshot {
  readonly channel: OrderChannel
  readonly order: Order
  readonly inChannel: ChannelOrder
  readonly shopAccountId: string
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
    if (sold && target === 'awaiting_payment') await listingWon(tx, sold.listing.listingId, byMarketplace(now))
  }
  const mine = known ?? (await lockOrder(tx, { orderNo: order.order_no }))
  if (!mine) throw new Error(`order ${order.order_no} was neither found nor added`)
  if (known && reachedMomentOf(order.update_time) < known.remoteUpdatedAt) return 'older'
  const step: Step = { mine, order, now, events: [] }
  const path = orderPath(mine.state, target, order)
  if (path === null) return 'older'
  await setOrderFacts(tx, mine.orderId, factsOf(snapshot), now)
  await inChannel.saveLaterFacts(tx, mine.orderId)
  let from = mine.state
  for (const action of path) {
    const note = action === path.at(-1) ? (order.cancel_reason ?? '') : ''
    const to = await moveOrder(tx, mine.orderId, action, byMarketplace(now, note))
    const event = orderAuditEventOf(mine, order, { from, to })
    if (event) step.events.push(event)
    await CONSEQUENCES[to]?.(tx, step)
    from = to
  }
  if (mine.listingId !== null) await observeListing(tx, mine.listingId, now)
  await recordEvents(tx, step.events, now)
  return 'taken'
}
