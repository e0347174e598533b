import type { RefundKindCode } from '@huanji/domain/refunds/kinds'
import { ORDER_STATUS, REFUND_STATUS } from '../protocol/orders.ts'
import { appealRefund, openRefund, withdrawRefund } from './claims.ts'
import { HOUR_MS } from './clock.ts'
import type { SandboxContext } from './context.ts'
import type { OrderDocument } from './documents.ts'
import { hasOpenRefund } from './orders.ts'

/** What simulated buyers ask for once they hold the phone, in parts of a hundred. */
const KINDS: readonly (readonly [RefundKindCode, number])[] = [
  ['returnAndRefund', 60],
  ['refundOnly', 20],
  ['priceDifference', 8],
  ['exchange', 6],
  ['resend', 6],
]

/** Share of them who think better of it. */
const WITHDRAWAL_SHARE = 0.1

/** A simulated buyer asks, when the order still stands where the thought was had. */
export function buyerRegrets(context: SandboxContext, orderNo: string, moment: 'paid' | 'received'): void {
  const order = context.store.get('order', orderNo)
  const expected = moment === 'paid' ? ORDER_STATUS.awaitingShipment : ORDER_STATUS.completed
  if (order?.status !== expected || hasOpenRefund(order) || order.refundStatus !== REFUND_STATUS.none) return
  const claim = moment === 'paid' ? ({ kind: 'refundOnly' } as const) : claimAfterReceipt(context, order)
  const random = context.random(`claim:${orderNo}`)
  const imageCount = random.whole(0, 4)
  if (openRefund(context, orderNo, { ...claim, imageCount, isSimulated: true }) !== null) return
  const refundNo = context.store.get('refund', orderNo)?.refundNo ?? ''
  if (!random.chance(WITHDRAWAL_SHARE)) return
  context.schedule(context.nowMs() + random.whole(1, 36) * HOUR_MS, { type: 'buyerWithdraws', orderNo, refundNo })
}

/** Whoever keeps the phone asks for a part of what was paid. */
function claimAfterReceipt(
  context: SandboxContext,
  order: OrderDocument,
): { kind: RefundKindCode; amountFen?: number; description: string } {
  const random = context.random(`claim-kind:${order.orderNo}`)
  let rest = random.whole(1, 100)
  const kind = KINDS.find(([, weight]) => {
    rest -= weight
    return rest <= 0
  })?.[0]
  const description = '收到后发现和页面描述有出入'
  if (kind !== 'refundOnly' && kind !== 'priceDifference') return { kind: kind ?? 'returnAndRefund', description }
  const amountFen = Math.max(Math.floor((order.goodsFen * random.whole(5, 30)) / 100), 1)
  return { kind, amountFen, description }
}

/** What a simulated buyer has got so far is not given up. */
const TOO_FAR: readonly number[] = [REFUND_STATUS.awaitingReceipt, REFUND_STATUS.awaitingResend]

/** A simulated buyer takes the claim back, unless it has gone too far, or is another by now. */
export function buyerWithdraws(context: SandboxContext, orderNo: string, refundNo: string): void {
  const refund = context.store.get('refund', orderNo)
  if (refund?.refundNo === refundNo && !TOO_FAR.includes(refund.status)) withdrawRefund(context, orderNo)
}

/** A simulated buyer appeals against the refusal of this claim. */
export function buyerAppeals(context: SandboxContext, orderNo: string, refundNo: string): void {
  if (context.store.get('refund', orderNo)?.refundNo === refundNo) appealRefund(context, orderNo)
}
