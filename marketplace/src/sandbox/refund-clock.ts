import { expiryOf } from '@huanji/domain/refunds/expiry'
import { REFUND_STATES, type RefundAction } from '@huanji/domain/states/refund'
import type { SandboxContext } from './context.ts'
import type { RefundDocument } from './documents.ts'
import { askForReturn, awaitResend, awaitReturn, closeRefund, isJudging, moveRefund, payRefund } from './refunds.ts'
import { defaultReturnAddress, shippingAddress } from './shops.ts'
import { takePlan } from './verdicts.ts'

type Outcome = (context: SandboxContext, refund: RefundDocument) => void

/** Without any return address of the shop's, its phones come back to where they are shipped from. */
function returnToDefault(context: SandboxContext, refund: RefundDocument): void {
  const userName = context.store.get('order', refund.orderNo)?.userName ?? ''
  const kept = defaultReturnAddress(context, refund.sellerId, userName)
  awaitReturn(context, refund, kept ?? shippingAddress(context, refund.sellerId))
}

/** What the marketplace does by itself, by the table that both sides read (docs/domain.md §7.4). */
const OUTCOMES: { readonly [Action in RefundAction]?: Outcome } = {
  refundAutomatically: (context, refund) => payRefund(context, refund, refund.amountFen),
  agreeReturnAutomatically: (context, refund) => askForReturn(context, refund),
  takeReturnAutomatically: (context, refund) => takePlan(context, refund, 'refundAndReturn'),
  agreeResendAutomatically: awaitResend,
  confirmAddressAutomatically: returnToDefault,
  confirmExchangeAutomatically: awaitResend,
  missReturn: (context, refund) => closeRefund(context, refund),
  letAppealLapse: (context, refund) => closeRefund(context, refund),
}

/** The time of a step is up: whoever's turn it was has decided by doing nothing. */
export function refundTimeout(
  context: SandboxContext,
  orderNo: string,
  refundNo: string,
  status: number,
  timeoutMs: number,
): void {
  const refund = context.store.get('refund', orderNo)
  // A later step, or a later claim on the same order, has a clock of its own.
  if (!refund || refund.refundNo !== refundNo || refund.status !== status || refund.timeoutMs !== timeoutMs) return
  // of a claim kept by an older release the clock ran while it was judged
  if (isJudging(refund)) {
    moveRefund(context, refund, status)
    return
  }
  const state = REFUND_STATES.states.find(({ wireCode }) => wireCode === status)?.code
  const action = state ? expiryOf({ kind: refund.kind, state, verdict: refund.verdict?.status ?? null })?.action : null
  if (action) OUTCOMES[action]?.(context, refund)
}
