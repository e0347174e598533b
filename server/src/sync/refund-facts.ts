import type { RefundReport } from '@huanji/domain/refunds/course'
import { type RefundKindCode, refundKindOfWire } from '@huanji/domain/refunds/kinds'
import { REFUND_REASONS, reasonOfDetail } from '@huanji/domain/refunds/reasons'
import type { OrderState } from '@huanji/domain/states/order'
import { REFUND_STATES, type RefundState } from '@huanji/domain/states/refund'
import { stateByWireCode } from '@huanji/domain/states/transition'
import type { AuctionAftersale } from '@huanji/marketplace/protocol/auction'
import { GOODS_STATUS, type Refund } from '@huanji/marketplace/protocol/refunds'
import { carrierOf } from '../integration/marketplace/express.ts'
import { momentOf, reachedMomentOf } from '../integration/marketplace/times.ts'
import type { RefundFacts } from '../modules/refund/snapshot-store.ts'

/** A case as the marketplace tells of it, in our words. */
export interface ToldRefund {
  readonly refundNo: string
  readonly state: RefundState
  readonly facts: RefundFacts
  /** False where the plans of the market were not read, which says nothing of them. */
  readonly tellsPlans: boolean
  readonly report: RefundReport
  readonly images: readonly string[]
}

type GoodsStatus = RefundFacts['goodsStatus']

const GOODS: readonly (readonly [number, GoodsStatus])[] = [
  [GOODS_STATUS.notReceived, 'notReceived'],
  [GOODS_STATUS.received, 'received'],
  [GOODS_STATUS.notShipped, 'notShipped'],
]

function goodsStatusOf(refund: Refund, orderState: OrderState): GoodsStatus {
  const told = GOODS.find(([number]) => number === refund.goods_status)?.[1]
  if (told) return told
  if (orderState === 'awaiting_payment' || orderState === 'awaiting_shipment') return 'notShipped'
  return orderState === 'shipped' ? 'notReceived' : 'received'
}

/** Both levels of a reason; one that is named by its detail alone gets the level above it. */
function reasonOf({ buyer_apply_reason: reason = '', buyer_apply_sub_reason: detail = '' }: Refund) {
  const first = REFUND_REASONS.find(({ label }) => label === reason)
  if (first || reason === '') {
    const found = first ?? reasonOfDetail(detail)
    return { reasonCode: found.code, reason: found.label, reasonDetail: detail }
  }
  const found = reasonOfDetail(detail === '' ? reason : detail)
  const isDetail = found.details.includes(reason)
  return { reasonCode: found.code, reason: isDetail ? found.label : reason, reasonDetail: isDetail ? reason : detail }
}

const PLANS = { onlyRefund: 'keep', refundAndReturn: 'return' } as const

type Plans = Pick<RefundFacts, 'keepPlanFen' | 'returnPlanFen' | 'decidedPlan'>

const NO_PLANS: Plans = { keepPlanFen: null, returnPlanFen: null, decidedPlan: null }

/** The plans of a verdict: each by itself, since one may be missing. A verdict for the seller names what was asked for alone. */
function plansOf(aftersale: AuctionAftersale | null): Plans {
  if (aftersale === null) return NO_PLANS
  const { status, only_refund_cent: keepFen, refund_and_return_cent: returnFen, decided_plan: decided } = aftersale
  const hasPlans = status === 'awaitingSeller' || decided !== null || keepFen > 0
  const planOf = (amountFen: number): number | null => (hasPlans && amountFen > 0 ? amountFen : null)
  return {
    keepPlanFen: planOf(keepFen),
    returnPlanFen: planOf(returnFen),
    decidedPlan: decided === null ? null : PLANS[decided],
  }
}

/**
 * A case as it is told, with the plans that are known where they were not read this time. A verdict that is heard of for
 * the first time has other plans than the one before.
 */
export function withKnownPlans(told: ToldRefund, known: Plans & Pick<RefundFacts, 'verdict'>): ToldRefund {
  const isNewVerdict = told.facts.verdict === 'awaitingSeller' && known.verdict !== 'awaitingSeller'
  if (told.tellsPlans || isNewVerdict) return told
  const { keepPlanFen, returnPlanFen, decidedPlan } = known
  return {
    ...told,
    facts: { ...told.facts, keepPlanFen, returnPlanFen, decidedPlan },
    report: { ...told.report, decidedPlan },
  }
}

/** When the marketplace changed a case last, in Unix seconds. */
export const changedAtOf = (refund: Refund): number =>
  refund.modify_time ?? Math.max(refund.apply_time, refund.reject_time ?? 0, refund.refund_time)

function factsOf(
  refund: Refund,
  aftersale: AuctionAftersale | null,
  { kind, state, orderState }: { kind: RefundKindCode; state: RefundState; orderState: OrderState },
): RefundFacts {
  const changedAt = reachedMomentOf(changedAtOf(refund))
  const isOver = state === 'succeeded' || state === 'closed'
  return {
    kind,
    goodsStatus: goodsStatusOf(refund, orderState),
    verdict: refund.verdict ?? null,
    ...plansOf(aftersale),
    ...reasonOf(refund),
    description: refund.buyer_apply_desc ?? '',
    amountFen: refund.refund_amount,
    claimedReportNo: refund.report_no ?? '',
    orderAmountFen: refund.order_amount ?? null,
    refuseReason: refund.refuse_reason ?? '',
    refuseExplanation: refund.refuse_explain ?? '',
    returnCarrierCode: carrierOf(refund.refund_post_code, refund.refund_post_no),
    returnWaybill: refund.refund_post_no ?? '',
    resendCarrierCode: carrierOf(refund.resend_post_code, refund.resend_post_no),
    resendWaybill: refund.resend_post_no ?? '',
    openedAt: reachedMomentOf(refund.apply_time),
    // while the market judges, by when it does
    deadlineAt: momentOf(refund.timeout_time || (isOver ? 0 : (aftersale?.timeout_time ?? 0))),
    endedAt: isOver ? (momentOf(refund.refund_time) ?? changedAt) : null,
    remoteUpdatedAt: changedAt,
  }
}

/** A case of the marketplace in our words; null for a kind or a state that is not known here. */
export function toldRefund(
  refund: Refund,
  aftersale: AuctionAftersale | null,
  orderState: OrderState,
): ToldRefund | null {
  const kind = refundKindOfWire(refund.refund_type)
  const state = stateByWireCode(REFUND_STATES, refund.refund_status)
  if (kind === null || state === null) return null
  const facts = factsOf(refund, aftersale, { kind, state, orderState })
  const report: RefundReport = {
    kind,
    state,
    verdict: facts.verdict,
    decidedPlan: facts.decidedPlan,
    hasPlans: facts.keepPlanFen !== null,
    atMs: changedAtOf(refund) * 1000,
    isDated: refund.modify_time !== undefined,
    deadlineMs: facts.deadlineAt === null ? null : Date.parse(facts.deadlineAt),
    refusedAtMs: refund.reject_time ? refund.reject_time * 1000 : null,
    isSentBack: facts.returnWaybill !== '',
    isResent: facts.resendWaybill !== '',
  }
  const images = refund.buyer_images ?? []
  return { refundNo: refund.refund_no, state, facts, tellsPlans: aftersale !== null, report, images }
}
