import type { AuctionAftersale, PerformAftersaleRequest } from '../protocol/auction.ts'
import { REFUND_STATUS } from '../protocol/orders.ts'
import { offersPlans } from './claims.ts'
import { type SandboxContext, toSeconds } from './context.ts'
import type { RefundDocument, VerdictDocument } from './documents.ts'
import { askForReturn, changeStake, closeRefund, isJudging, meantRefund, moveRefund, payRefund } from './refunds.ts'
import { notFound, wrongState } from './refusal.ts'

/** How often an appeal ends for the buyer. */
const BUYER_WINS_SHARE = 0.5

/** The marketplace has taken its time and judges: a claim of the auction market for the buyer, an appeal by the seed's chance. */
export function verdictDue(context: SandboxContext, orderNo: string, refundNo: string): void {
  const refund = context.store.get('refund', orderNo)
  if (!refund?.verdict || refund.refundNo !== refundNo || !isJudging(refund)) return
  if ((refund.verdict.dueMs ?? 0) > context.nowMs()) return
  const { isAppeal = false } = refund.verdict
  const isForBuyer = !isAppeal || context.random(`appeal-verdict:${refundNo}`).chance(BUYER_WINS_SHARE)
  giveVerdict(context, orderNo, isForBuyer ? 'buyer' : 'seller')
}

/**
 * The marketplace judges at once. For the seller the claim is closed; for the buyer it is paid, or on the auction
 * market becomes a choice: so much for keeping the phone, so much for returning it (docs/open-platform.md §8.3).
 * Refuses in words, and gives null when it is done.
 */
export function giveVerdict(
  context: SandboxContext,
  orderNo: string,
  outcome: 'buyer' | 'seller',
  keepFen?: number,
): string | null {
  const order = context.store.get('order', orderNo)
  const refund = context.store.get('refund', orderNo)
  if (!order || !refund?.verdict || !isJudging(refund)) return '售后不在平台判定中'
  const hasPlans = outcome === 'buyer' && offersPlans(order, refund)
  if (keepFen !== undefined && !hasPlans) return '此判定没有补差方案'
  const maxKeepFen = Math.min(order.goodsFen - 1, order.paidFen - order.refundedFen)
  if (keepFen !== undefined && (keepFen < 1 || keepFen > maxKeepFen)) return '补差金额应小于成交价'
  const decided: VerdictDocument = { ...refund.verdict, status: 'decided' }
  if (outcome === 'seller') closeRefund(context, refund, { verdict: decided })
  else if (!hasPlans) payRefund(context, refund, refund.amountFen, { verdict: decided })
  else {
    const usualFen = usualKeepFen(context, refund)
    moveRefund(context, refund, REFUND_STATUS.awaitingSeller, {
      verdict: { ...refund.verdict, status: 'awaitingSeller', keepFen: keepFen ?? Math.min(usualFen, maxKeepFen) },
    })
  }
  return null
}

/** Of what was asked, a small part: of a claim that is for keeping the phone anyway, most of it. */
function usualKeepFen(context: SandboxContext, { refundNo, kind, amountFen }: RefundDocument): number {
  const random = context.random(`verdict:${refundNo}`)
  const share = kind === 'priceDifference' ? random.whole(50, 100) : random.whole(5, 20)
  return Math.max(Math.floor((amountFen * share) / 100), 1)
}

function judgedRefund(
  context: SandboxContext,
  sellerId: number,
  meant: Parameters<typeof meantRefund>[2],
): { refund: RefundDocument; verdict: VerdictDocument } {
  const { order, refund } = meantRefund(context, sellerId, meant)
  if (!refund.verdict || order.channel !== 'auction') throw notFound('鱼市售后单')
  return { refund, verdict: refund.verdict }
}

/** Answers the verdict on an auction claim; the amounts are 0 while it is being judged. */
export function auctionAftersaleDetail(
  context: SandboxContext,
  sellerId: number,
  request: { order_no: string },
): AuctionAftersale {
  const { refund, verdict } = judgedRefund(context, sellerId, request)
  const isKnown = verdict.status !== 'judging'
  const deadlineMs = { judging: verdict.dueMs ?? 0, awaitingSeller: refund.timeoutMs, decided: 0 }[verdict.status]
  return {
    order_no: refund.orderNo,
    refund_no: refund.refundNo,
    status: verdict.status,
    show_message: messageOf(refund, verdict),
    only_refund_cent: isKnown ? verdict.keepFen : 0,
    refund_and_return_cent: isKnown ? verdict.returnFen : 0,
    decided_plan: verdict.decidedPlan,
    timeout_time: toSeconds(deadlineMs),
  }
}

function messageOf(refund: RefundDocument, { status, decidedPlan }: VerdictDocument): string {
  if (status === 'judging') return '平台判定中，请稍后查看'
  const about = refund.detail || refund.reason
  if (status === 'awaitingSeller') return `平台判定：${about}，请选择补差或退货退款`
  if (decidedPlan !== null) return `平台判定：${about}，已选择${decidedPlan === 'onlyRefund' ? '补差' : '退货退款'}`
  return refund.status === REFUND_STATUS.succeeded ? '平台判定：支持买家' : '售后已关闭'
}

/** The seller takes one of the verdict's two plans: pay the difference now, or take the phone back. */
export function performAuctionAftersale(
  context: SandboxContext,
  sellerId: number,
  request: PerformAftersaleRequest,
): void {
  const { refund, verdict } = judgedRefund(context, sellerId, request)
  if (verdict.status !== 'awaitingSeller' || refund.status !== REFUND_STATUS.awaitingSeller) {
    throw wrongState('售后单不在待确认状态')
  }
  takePlan(context, refund, request.service_type)
}

/** One of the two plans is taken; the phone comes back to the shop's default address. */
export function takePlan(
  context: SandboxContext,
  refund: RefundDocument,
  decidedPlan: 'onlyRefund' | 'refundAndReturn',
): void {
  if (!refund.verdict) return
  const verdict: VerdictDocument = { ...refund.verdict, status: 'decided', decidedPlan }
  if (decidedPlan === 'onlyRefund') payRefund(context, refund, verdict.keepFen, { verdict })
  else askForReturn(context, changeStake(context, refund, verdict.returnFen), { verdict })
}
