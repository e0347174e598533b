import { legalPath } from '../states/legal-path.ts'
import { REFUND_STATES, type RefundAction, type RefundState } from '../states/refund.ts'
import { nextState } from '../states/transition.ts'
import { REFUND_CLOCKS } from './clocks.ts'
import type { VerdictStatus } from './expiry.ts'
import { comesBack, type RefundKindCode, refundKind } from './kinds.ts'

/** What the marketplace says of a case, as far as it tells what has happened to it; moments in milliseconds. */
export interface RefundReport {
  readonly kind: RefundKindCode
  readonly state: RefundState
  readonly verdict: VerdictStatus | null
  /** The plan of a verdict that was taken. */
  readonly decidedPlan: 'keep' | 'return' | null
  /** A verdict named two amounts to choose from. */
  readonly hasPlans: boolean
  /** When it changed last; where the marketplace does not say, the last moment that it names. */
  readonly atMs: number
  /** The marketplace says when it changed last. */
  readonly isDated: boolean
  /** The end of its step; null where none is named. */
  readonly deadlineMs: number | null
  /** When the seller refused last; null for never. */
  readonly refusedAtMs: number | null
  /** A parcel has come back, and one has gone out again. */
  readonly isSentBack: boolean
  readonly isResent: boolean
}

/** How a case was known before; moments in milliseconds. */
export interface KnownRefund {
  readonly state: RefundState
  readonly verdict: VerdictStatus | null
  readonly atMs: number
  /** The end of its step by the marketplace's clock; null where none was named. */
  readonly deadlineMs: number | null
  readonly isSentBack: boolean
  /** A refusal is known already. */
  readonly isRefused: boolean
}

/** The moves that lead from one state to another, each with the state it starts in. */
const STEPS = REFUND_STATES.moves.flatMap((move) => move.from.map((from) => ({ ...move, from: [from] as const })))

/** How long a state lasts where the marketplace named no deadline. */
const USUAL_MS: Readonly<Partial<Record<RefundState, number>>> = {
  awaiting_merchant: REFUND_CLOCKS.merchantHandlesMs,
  awaiting_address: REFUND_CLOCKS.merchantGivesAddressMs,
  awaiting_return: REFUND_CLOCKS.buyerReturnsMs,
  awaiting_receipt: REFUND_CLOCKS.merchantReceivesMs,
  awaiting_resend: REFUND_CLOCKS.merchantResendsMs,
  refused: REFUND_CLOCKS.buyerAppealsMs,
}

/** Whether a case of this kind goes from one state straight to another. */
function goesStraight(report: RefundReport, from: RefundState, to: RefundState): boolean {
  const { travels, pays } = refundKind(report.kind)
  const isExchange = report.kind === 'exchange'
  if (from === 'awaiting_merchant') {
    if (to === 'succeeded') return report.verdict !== null || (pays && !travels)
    if (to === 'awaiting_return' || to === 'awaiting_address') return comesBack(report)
    if (to === 'awaiting_resend') return report.kind === 'resend'
  }
  if (from === 'awaiting_receipt') {
    if (to === 'succeeded') return !isExchange
    if (to === 'awaiting_resend') return isExchange
  }
  // the marketplace judges an appeal first, which takes the case back to its beginning
  return !(from === 'refused' && (to === 'succeeded' || to === 'awaiting_return'))
}

/** The states that lead from one to the other, with the last; null where none do. */
function statesBetween(report: RefundReport, from: RefundState, to: RefundState): RefundState[] | null {
  const moves = STEPS.filter((step) => goesStraight(report, step.from[0], step.to))
  const actions = legalPath({ ...REFUND_STATES, moves }, from, to)
  if (actions === null) return null
  const states: RefundState[] = []
  for (const action of actions) {
    const state = nextState(REFUND_STATES, states.at(-1) ?? from, action)
    if (state === null) return null
    states.push(state)
  }
  return states
}

/** How far apart two moments of the marketplace may stand and still be one. */
const MOMENT_MS = 60_000

function wasRefused(known: KnownRefund, { refusedAtMs }: RefundReport): boolean {
  if (refusedAtMs === null || known.state === 'refused') return false
  return refusedAtMs > known.atMs || (refusedAtMs === known.atMs && !known.isRefused)
}

function wasAppealed(known: KnownRefund, report: RefundReport): boolean {
  if (report.verdict === null || report.state === 'refused') return false
  if (known.state !== 'refused' || known.verdict === null || report.state !== 'closed') return true
  // a case that was judged before tells a second verdict from none by its time alone
  return known.deadlineMs !== null && report.atMs > known.deadlineMs + MOMENT_MS
}

/** States that were certainly gone through, in their order. */
function statesPassed(known: KnownRefund, report: RefundReport): RefundState[] {
  const { state, verdict, atMs } = report
  if (known.state === state && known.verdict === verdict && known.atMs === atMs) return []
  const isRefused = wasRefused(known, report)
  const cameBack = report.isSentBack && !known.isSentBack && known.state !== 'awaiting_receipt'
  const wentOn = state !== 'awaiting_receipt' && (state !== 'refused' || isRefused)
  return [
    ...(cameBack && wentOn ? (['awaiting_receipt'] as const) : []),
    ...(isRefused && state !== 'refused' ? (['refused'] as const) : []),
    ...((isRefused || known.state === 'refused') && wasAppealed(known, report) && state !== 'awaiting_merchant'
      ? (['awaiting_merchant'] as const)
      : []),
  ]
}

function statesVia(known: KnownRefund, report: RefundReport, via: readonly RefundState[]): RefundState[] | null {
  const states: RefundState[] = []
  for (const to of [...via, report.state]) {
    const part = statesBetween(report, states.at(-1) ?? known.state, to)
    if (part === null) return null
    states.push(...part)
  }
  return states
}

/** One state after the other, and what is known of when it was left. */
interface Hop {
  readonly from: RefundState
  readonly to: RefundState
  /** The step ran out, as far as its time tells. */
  readonly isLate: boolean
}

/** What led from one state to the next: of several ways the one that the report speaks for. */
function actionOf({ from, to, isLate }: Hop, known: KnownRefund, report: RefundReport): RefundAction | null {
  const { verdict, decidedPlan, isResent } = report
  const isTaken = verdict !== null && decidedPlan === 'return'
  switch (`${from}>${to}` as const) {
    case 'awaiting_merchant>succeeded':
      if (verdict !== null) return decidedPlan === 'keep' ? 'confirmCompensation' : 'ruleRefund'
      return isLate ? 'refundAutomatically' : 'agreeRefund'
    case 'awaiting_merchant>awaiting_return':
      if (isTaken) return isLate ? 'takeReturnAutomatically' : 'confirmReturn'
      return isLate ? 'agreeReturnAutomatically' : 'agreeReturn'
    case 'awaiting_merchant>awaiting_resend':
      return isLate ? 'agreeResendAutomatically' : 'agreeResend'
    case 'awaiting_merchant>closed':
      return verdict === 'decided' && !report.hasPlans && known.verdict !== 'awaitingSeller' ? 'ruleClosed' : 'cancel'
    case 'awaiting_address>awaiting_return':
      return isLate ? 'confirmAddressAutomatically' : 'confirmAddress'
    case 'awaiting_return>closed':
      return isLate ? 'missReturn' : 'cancel'
    case 'awaiting_receipt>succeeded':
      return isLate ? 'refundAutomatically' : 'confirmReceipt'
    case 'awaiting_receipt>awaiting_resend':
      return isLate ? 'confirmExchangeAutomatically' : 'confirmExchange'
    case 'awaiting_resend>succeeded':
      return isResent ? 'resend' : 'refundAutomatically'
    case 'refused>closed':
      return isLate ? 'letAppealLapse' : 'cancel'
    default:
      return STEPS.find((step) => step.from[0] === from && step.to === to)?.action ?? null
  }
}

/** True where a case stands as each begins: asked for, and not judged. */
const isBeginning = ({ state, verdict }: Pick<KnownRefund, 'state' | 'verdict'>): boolean =>
  state === 'awaiting_merchant' && verdict === null

/**
 * True for a report of a later moment than what is known. Where the marketplace names none, a beginning whose step ends
 * later is later too: the seller's time begins anew whenever the buyer asks, and is the shortest of all.
 */
function isLater(known: KnownRefund, report: RefundReport): boolean {
  if (report.atMs > known.atMs) return true
  const endsLater = known.deadlineMs !== null && (report.deadlineMs ?? 0) > known.deadlineMs
  return !report.isDated && isBeginning(report) && endsLater
}

/** True for a report of how a case began that is not later than what came of it: the buyer has not asked anew. */
const isBehind = (known: KnownRefund, report: RefundReport): boolean =>
  isBeginning(report) && !isBeginning(known) && !isLater(known, report)

/** How a report stands to what is known: within one second of the marketplace its time does not say. */
export function ageOf(known: KnownRefund, report: RefundReport): 'older' | 'same' | 'later' {
  if (isLater(known, report)) return 'later'
  return report.atMs < known.atMs || isBehind(known, report) ? 'older' : 'same'
}

/**
 * The moves that bring a case to where the marketplace says it stands, those that were missed included, or null where
 * none do. Who made each is told by what the report carries: a parcel, a verdict, a refusal, and whether the step had run
 * out; `ours` are the moves that were asked of the marketplace and are to be expected.
 */
export function refundCourse(
  known: KnownRefund,
  report: RefundReport,
  ours: readonly RefundAction[],
): RefundAction[] | null {
  if (isBehind(known, report)) return null
  const states = statesVia(known, report, statesPassed(known, report)) ?? statesVia(known, report, [])
  if (states === null) return null
  const actions: RefundAction[] = []
  let from = known.state
  for (const [index, to] of states.entries()) {
    const isLast = index === states.length - 1
    const endMs = (index === 0 ? known.deadlineMs : null) ?? known.atMs + (USUAL_MS[from] ?? 0)
    const isLate = report.atMs >= endMs
    const inTime = actionOf({ from, to, isLate: false }, known, report)
    const isOurs = !isLast && inTime !== null && ours.includes(inTime)
    const action = isLate && !isOurs ? actionOf({ from, to, isLate }, known, report) : inTime
    if (action === null) return null
    actions.push(action)
    from = to
  }
  return actions
}
