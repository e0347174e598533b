import { giveVerdict } from './aftersale.ts'
import { bidderTurn, endEntry, endNegotiation, startEntry } from './bidding.ts'
import { reviewEntry } from './entries.ts'
import type { WorldEvent } from './events.ts'
import { confirmReceipt, endUnpaid, endUnshipped, hasOpenRefund, payOrder } from './orders.ts'
import { buyerRegrets, refundTimeout, returnGoods } from './refunds.ts'
import { settleOrder } from './settlements.ts'
import { concludePublication } from './shelf.ts'
import { shopperVisits } from './shoppers.ts'
import type { World } from './world.ts'

type Performers = {
  readonly [Type in WorldEvent['type']]: (world: World, event: Extract<WorldEvent, { type: Type }>) => unknown
}

const PERFORMERS: Performers = {
  publication: concludePublication,
  shopperVisits: (world, event) => shopperVisits(world, event.productId, event.visit, event.onlineMs),
  entryReview: (world, event) => reviewEntry(world, event.entryId),
  entryStart: (world, event) => startEntry(world, event.entryId),
  bidderTurn: (world, event) => bidderTurn(world, event.entryId, event.bidder, event.turn),
  entryEnd: (world, event) => endEntry(world, event.entryId),
  negotiationEnd: (world, event) => endNegotiation(world, event.entryId),
  buyerPays: (world, event) => payOrder(world, event.orderNo),
  payDeadline: (world, event) => endUnpaid(world, event.orderNo, false),
  shipDeadline: (world, event) => endUnshipped(world, event.orderNo),
  buyerConfirms: (world, event) => confirmReceipt(world, event.orderNo),
  settle: (world, event) => settleOrder(world, event.orderNo, hasOpenRefund),
  buyerRegrets: (world, event) => buyerRegrets(world, event.orderNo, event.moment),
  refundTimeout: (world, event) => refundTimeout(world, event.orderNo, event.refundNo, event.status, event.timeoutMs),
  goodsReturn: (world, event) => buyerReturns(world, event.orderNo, event.refundNo),
  verdict: (world, event) => giveVerdict(world, event.orderNo, event.refundNo),
}

/** Does what an event stands for. */
export function performEvent(world: World, event: WorldEvent): void {
  // The table pairs every type with its own event; TypeScript loses the pairing once it is looked up by a type.
  const perform = PERFORMERS[event.type] as (world: World, event: WorldEvent) => unknown
  perform(world, event)
}

/** A later claim on the same order is not answered by the parcel of an earlier one. */
function buyerReturns(world: World, orderNo: string, refundNo: string): void {
  if (world.store.get('refund', orderNo)?.refundNo === refundNo) returnGoods(world, orderNo)
}
