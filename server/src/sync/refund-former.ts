import { type RefundReport, refundCourse } from '@huanji/domain/refunds/course'
import type { RefundState } from '@huanji/domain/states/refund'
import { reachedMomentOf } from '../integration/marketplace/times.ts'
import type { OrderRecord } from '../modules/order/store.ts'
import { withdrawApprovals } from '../modules/refund/approval-store.ts'
import type { RefundRequest } from '../modules/refund/request.ts'
import { paidByCases, setRefundEnd } from '../modules/refund/snapshot-store.ts'
import { lockRefund, type RefundRecord } from '../modules/refund/store.ts'
import type { RefundSnapshot } from './refund.ts'
import { concludeCase, goAlong, knownOf, type Taking, takeCase } from './refund-case.ts'
import { toldRefund } from './refund-facts.ts'
import { movesOf, openRefundRequest, REPLACED } from './requests/refund.ts'

/**
 * Ends a case that goes on here although its order has another one by now. The marketplace's list says how it ended, where
 * it still has it; else the order does: what was paid back on it and by no case that is known was paid by this one.
 */
export async function endFormerCase(
  taking: Taking,
  order: OrderRecord,
  refundId: string,
  { refund: present, former }: RefundSnapshot,
): Promise<void> {
  const { tx } = taking
  const mine = await lockRefund(tx, { refundId })
  if (mine === null || former === null) return
  const listed = former.told.find((one) => one.refund_no === mine.refundNo)
  const told = listed ? toldRefund(listed, null, order.state) : null
  if (told !== null && told.facts.endedAt !== null) {
    await takeCase(taking, mine, told)
    return
  }
  const paidFen = Math.max(0, former.refundedFen - (await paidByCases(tx, order.orderId)))
  const request = await openRefundRequest(tx, refundId)
  // what our own parcel was to end was ended by it, where nothing was paid; without one its buyer took it back
  const isSent = mine.state === 'awaiting_resend' && request?.want === 'goods_resent'
  const state = paidFen > 0 || isSent ? 'succeeded' : 'closed'
  await end(taking, mine, request, { state, paidFen, endedAt: reachedMomentOf(present.apply_time) })
}

interface End {
  readonly state: RefundState
  readonly paidFen: number
  readonly endedAt: string
}

async function end(
  taking: Taking,
  mine: RefundRecord,
  request: RefundRequest | null,
  { state, paidFen, endedAt }: End,
): Promise<void> {
  const { tx, now } = taking
  const { refundId, refundNo, kind, verdict, decidedPlan, keepPlanFen, returnWaybill } = mine
  const report: RefundReport = {
    kind,
    state,
    verdict,
    decidedPlan,
    hasPlans: keepPlanFen !== null,
    refusedAtMs: null,
    atMs: Date.parse(endedAt),
    isDated: true,
    deadlineMs: null,
    isSentBack: returnWaybill !== '',
    isResent: paidFen === 0,
  }
  const amountFen = state === 'succeeded' ? paidFen : mine.amountFen
  const ours = request === null ? [] : movesOf(request, mine)
  const course = refundCourse(knownOf(mine, { refuseReason: '' }), report, ours)
  if (course === null) {
    taking.unreached.push({ refundNo, here: mine.state, there: state, changedAt: endedAt })
    return
  }
  await goAlong(taking, mine, { kind, decidedPlan, amountFen }, course)
  await setRefundEnd(tx, refundId, { amountFen, endedAt })
  await withdrawApprovals(tx, refundId, now)
  await concludeCase(taking, refundId, course, REPLACED)
}
