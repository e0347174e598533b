import type { RefundKindCode } from '@huanji/domain/refunds/kinds'
import type { EntryStatus, SessionMode } from '../protocol/auction.ts'
import type { SandboxClock } from './clock.ts'
import type { PushEvent } from './events.ts'
import type { Answer, IncomingCall } from './incoming-call.ts'

export interface SandboxLog {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** How simulated people behave; shares are between 0 and 1. */
export interface BuyerBehaviour {
  /** Bid on auction entries by themselves. */
  bid: boolean
  /** Buy curated goods by themselves. */
  shop: boolean
  /** Share of winners who never pay. */
  defaultShare: number
  /** Share of buyers who ask for a refund, before shipment or after receipt. */
  refundShare: number
  /** Mean time between two purchases of one curated listing, virtual milliseconds. */
  shopEveryMs: number
  /** Share of buyers who never send the goods back that they were asked for. */
  keepGoodsShare: number
  /** The market has looked at goods and entries within this time, virtual milliseconds; it takes up to 20 seconds by itself. */
  reviewWithinMs: number
}

/** The rhythm of auction sessions, in virtual milliseconds. A day starts at midnight China time; sealed and open sessions alternate. */
export interface SessionCadence {
  everyMs: number
  sealedLengthMs: number
  openLengthMs: number
  cutOffMs: number
}

export interface SandboxOptions {
  /** 0 takes a free port. Only the loopback address is listened on, unless `host` says otherwise. */
  port: number
  host?: string
  /** Path of the data file; null keeps everything in memory. */
  dataFile: string | null
  appKey: string
  appSecret: string
  /**
   * Speaks to a merchant's own application (自研): this is the merchant, whom no call and no push names. Left out, the
   * application serves many merchants (商务对接), and each call names its own.
   */
  ownSellerId?: number | undefined
  /** Where order, product and entry pushes go. */
  pushUrl: string
  seed: number
  clock: SandboxClock
  log: SandboxLog
  /** Origins of the application, which the consent page may lead back to; any of this machine when left out. */
  redirectOrigins?: readonly string[]
  /** Serve `/sandbox/control/…`; false when left out. */
  httpControl?: boolean
  behaviour?: Partial<BuyerBehaviour>
  sessions?: Partial<SessionCadence>
  /** Time-out of a push, real milliseconds; the platform's 3 000 when left out. */
  pushTimeoutMs?: number
  /** Takes each push in place of sending it over HTTP; true when it needs no further try. */
  deliver?: (push: PushEvent) => Promise<boolean>
}

export interface ShopOpening {
  sellerId: number
  userName: string
  nick: string
  shopName?: string
  /** Authorisation ends after so many virtual days; 365 when left out. */
  authorizedDays?: number
  /** Types of goods the shop may publish; plain, inspected and curated when left out. */
  itemBizTypes?: number[]
  isDepositEnough?: boolean
  /** False for a shop without 鱼小铺: one piece a listing, fifty listings on sale. */
  isPro?: boolean
  /** False for a shop whose subscription has ended. */
  isValid?: boolean
  /** False for a shop that keeps no return address. */
  hasReturnAddress?: boolean
}

/** What goes wrong next with calls to the sandbox. `times` is 1 when left out. */
export type CallFault =
  | { kind: 'refuse'; path: string; code: number; msg: string; times?: number }
  | { kind: 'http'; path: string; status: number; times?: number }
  /** No answer comes, or the connection breaks; with `afterEffect` the call has had its effect. */
  | { kind: 'hang' | 'reset'; path: string; afterEffect: boolean; times?: number }
  /** The connection breaks, and the call has its effect so many virtual milliseconds later, after calls that were sent after it. */
  | { kind: 'late'; path: string; delayMs: number; times?: number }
  /** The call is carried out twice; the second answer is given. */
  | { kind: 'twice'; path: string; times?: number }
  /** A moment before the call its order is paid, or one piece of its product is bought. */
  | { kind: 'overtaken'; path: string; by: 'payment' | 'purchase'; times?: number }

/**
 * The open platform is unavailable as a whole for so many virtual milliseconds. The simulation goes on: buyers bid and pay, deadlines
 * pass, and pushes leave when it is back. With `http` every call is answered with `status`, with `reset` its connection
 * breaks, with `hang` no answer comes; none of them has its effect. With `closed` nobody listens on the port, control over
 * HTTP included, so that only `SandboxControl` in the same process can order it.
 */
export type Outage =
  | { kind: 'http'; durationMs: number; status: number }
  | { kind: 'reset' | 'hang' | 'closed'; durationMs: number }

export interface StandingFaults {
  /** Share of calls that go wrong by chance: refused as too many, answered 503, broken off before or after their effect, or carried out twice. */
  callFaultShare: number
  /** Share of calls that are broken off and have their effect within the next hour. */
  lateCallShare: number
  /** Share of the other calls that are carried out twice. */
  twiceCallShare: number
  /** Delay of every answer, real milliseconds. */
  latencyMs: number
  /** Each push leaves so much later, virtual milliseconds. */
  pushDelayMs: number
  /** Each push is sent a second time after it was accepted. */
  pushTwice: boolean
  /** Every other push waits for the next one, at most a virtual hour, and is sent after it. */
  pushOutOfOrder: boolean
  /** Pushes vanish without being sent. */
  dropPushes: boolean
}

export interface RefundOpening {
  orderNo: string
  kind: RefundKindCode
  /**
   * All that can go back when left out, of a price difference a tenth of the price. Not for an exchange or something to be
   * sent after.
   */
  amountFen?: number
  /** The report of the phone that it is about, of a lot; all of the order when left out. */
  reportNo?: string
  /** First level or second, of the list or not (docs/domain.md §7.2); one of the list when left out. */
  reason?: string
  /** Second level. */
  detail?: string
  description?: string
  /** Pictures that the buyer sends along, at most nine. */
  imageCount?: number
}

/** The account of a shop; the merchant's number is needed only where several merchants have a shop of that name. */
export interface AccountOrder {
  userName: string
  sellerId?: number
  amountFen: number
}

/** A correction by the marketplace: of an order it is a settlement, else it moves the shop's account alone. */
export type Adjustment = { amountFen: number; reason: string } & (
  | { orderNo: string }
  | { userName: string; sellerId?: number }
)

export interface BidPlacement {
  entryId: number
  /** Which of the simulated buyers, from 0. */
  buyer: number
  amountFen: number
}

/** Everything stored, by kind of document: for tests. */
export type SandboxDump = Record<string, Record<string, unknown>>

/** What buyers, the marketplace and time do, by hand. All amounts in fen, all times virtual. Refusals are thrown as `ControlRefused`. */
export interface SandboxControl {
  nowMs(): number
  /** Moves the clock and does everything that falls due, in order; resolves when the pushes have been attempted too. */
  advance(durationMs: number): Promise<void>
  /** Virtual milliseconds per real one; at 0 nothing happens, pushes included, but by `advance`. */
  setSpeed(speed: number): void
  openShop(shop: ShopOpening): void
  /** Ends or renews a shop's authorisation. */
  authorizeShop(sellerId: number, userName: string, expiresAtMs: number): void
  failNext(fault: CallFault): void
  setFaults(faults: Partial<StandingFaults>): void
  /** Makes the open platform unavailable, in place of an outage that is under way; it comes back by itself when the time is over. */
  beAway(outage: Outage): Promise<void>
  /** Ends an outage before its time. */
  comeBack(): Promise<void>
  /** The next publications or entry uploads are refused with this code (docs/open-platform.md §A). */
  failPublish(errCode: string, errMsg: string, times?: number): void
  setBehaviour(behaviour: Partial<BuyerBehaviour>): void
  placeBid(bid: BidPlacement): void
  /** Opens the bidding on a scheduled entry before its session does. */
  startEntry(entryId: number): void
  /**
   * Ends an entry at once: sold at a price, or unsold when the price is null. As an offer, the price is the best that was
   * bid: below the reserve it is up to the seller.
   */
  concludeEntry(entryId: number, outcome: { priceFen: number | null; isOffer?: boolean }): EntryStatus
  /** A simulated buyer orders goods that are on sale; gives the order number. */
  buyProduct(productId: number, quantity?: number, skuId?: number): string
  payOrder(orderNo: string): void
  /** The winner of an auction does not pay. */
  defaultOrder(orderNo: string): void
  /** An order that is not shipped ends without the seller: its buyer calls it off, unless another reason is given. */
  closeOrder(orderNo: string, reason?: string): void
  confirmReceipt(orderNo: string): void
  /** Pays the seller for a completed order at once instead of a day later. */
  settleOrder(orderNo: string): void
  openRefund(refund: RefundOpening): void
  /**
   * The buyer asks for another amount, or for something else, before the seller has answered; the seller's time begins
   * anew. Without an amount it stays, and is the usual one of another kind.
   */
  changeRefund(orderNo: string, amountFen?: number, kind?: RefundKindCode): void
  /** The buyer sends the goods back. */
  returnGoods(orderNo: string, waybill?: string): void
  /** The buyer takes a claim back that has not ended. */
  withdrawRefund(orderNo: string): void
  /** The buyer calls the marketplace after a refusal. */
  appealRefund(orderNo: string): void
  /** The buyer asks the seller once more after a refusal; nobody judges. */
  reapplyRefund(orderNo: string): void
  /** The marketplace judges at once; on the auction market `keepFen` is its amount for keeping the phone. */
  giveVerdict(orderNo: string, outcome: 'buyer' | 'seller', keepFen?: number): void
  freezeDeposit(order: AccountOrder): void
  unfreezeDeposit(order: AccountOrder): void
  withdraw(order: AccountOrder): void
  topUp(order: AccountOrder): void
  adjust(adjustment: Adjustment): void
  /** Makes the coming settlement of an order wrong by so many fen, in its deal line: for tests of reconciliation. */
  misstate(orderNo: string, fen: number): void
  nextSession(mode: SessionMode): { scheduleDate: string; scheduleNumber: string; startMs: number; endMs: number }
  dump(): SandboxDump
}

export interface Sandbox {
  /** Scheme, host and port; known after `start`. */
  readonly url: string
  /** Answers a call without the network, so before `start` too; no fault and no outage is in its way. */
  answer(call: IncomingCall): Answer
  start(): Promise<void>
  /** Stops answering and lets pushes under way finish; everything still due is kept in the data file. */
  stop(): Promise<void>
  readonly control: SandboxControl
}

/** A control action that makes no sense in the present state. */
export class ControlRefused extends Error {
  override readonly name = 'ControlRefused'
}

/** Shape of `createSandbox` in sandbox.ts. */
export type CreateSandbox = (options: SandboxOptions) => Sandbox
