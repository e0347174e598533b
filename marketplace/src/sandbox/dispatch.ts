import { bidderTurn, endEntry, endNegotiation, startEntry } from './bidding.ts'
import { returnGoods } from './claims.ts'
import type { SandboxContext } from './context.ts'
import { reviewEntry } from './entries.ts'
import type { SimulationEvent } from './events.ts'
import { confirmReceipt, endUnpaid, endUnshipped, hasOpenRefund, payOrder } from './orders.ts'
import { refundTimeout } from './refund-clock.ts'
import { buyerAppeals, buyerRegrets, buyerWithdraws } from './regrets.ts'
import { settleOrder } from './settlements.ts'
import { concludePublication } from './shelf.ts'
import { shopperVisits } from './shoppers.ts'
import { verdictDue } from './verdicts.ts'

/** All but a call that comes late, which is answered like any other. */
type OwnEvent = Exclude<SimulationEvent, { type: 'lateCall' }>

type EventHandlers = {
  readonly [Type in OwnEvent['type']]: (context: SandboxContext, event: Extract<OwnEvent, { type: Type }>) => unknown
}

const EVENT_HANDLERS: EventHandlers = {
  publication: concludePublication,
  shopperVisits: (context, event) => shopperVisits(context, event.productId, event.visit, event.onlineMs),
  entryReview: (context, event) => reviewEntry(context, event.entryId),
  entryStart: (context, event) => startEntry(context, event.entryId),
  bidderTurn: (context, event) => bidderTurn(context, event.entryId, event.bidder, event.turn),
  entryEnd: (context, event) => endEntry(context, event.entryId),
  negotiationEnd: (context, event) => endNegotiation(context, event.entryId),
  buyerPays: (context, event) => payOrder(context, event.orderNo),
  payDeadline: (context, event) => endUnpaid(context, event.orderNo, false),
  shipDeadline: (context, event) => endUnshipped(context, event.orderNo),
  buyerConfirms: (context, event) => confirmReceipt(context, event.orderNo),
  settle: (context, event) => settleOrder(context, event.orderNo, hasOpenRefund),
  buyerRegrets: (context, event) => buyerRegrets(context, event.orderNo, event.moment),
  refundTimeout: (context, event) =>
    refundTimeout(context, event.orderNo, event.refundNo, event.status, event.timeoutMs),
  goodsReturn: (context, event) => buyerReturns(context, event.orderNo, event.refundNo),
  buyerWithdraws: (context, event) => buyerWithdraws(context, event.orderNo, event.refundNo),
  buyerAppeals: (context, event) => buyerAppeals(context, event.orderNo, event.refundNo),
  verdict: (context, event) => verdictDue(context, event.orderNo, event.refundNo),
}

/** Does what an event stands for. */
export function handleEvent(context: SandboxContext, event: OwnEvent): void {
  // The table pairs every type with its own event; TypeScript loses the pairing once it is looked up by a type.
  const handle = EVENT_HANDLERS[event.type] as (context: SandboxContext, event: OwnEvent) => unknown
  handle(context, event)
}

/** A later claim on the same order is not answered by the parcel of an earlier one. */
function buyerReturns(context: SandboxContext, orderNo: string, refundNo: string): void {
  if (context.store.get('refund', orderNo)?.refundNo === refundNo) returnGoods(context, orderNo)
}
