import { ORDER_STATUS, REFUND_STATUS } from '../protocol/orders.ts'
import { type AgreeRefundRequest, GOODS_STATUS, type RefuseRefundRequest } from '../protocol/refunds.ts'
import { DAY_MS, HOUR_MS } from './clock.ts'
import { change, type SandboxContext } from './context.ts'
import type { OrderDocument, RefundDocument } from './documents.ts'
import { changeOrder, hasOpenRefund, ownOrder } from './orders.ts'
import { badParameter, notFound, wrongState } from './refusal.ts'
import { CLOCKS } from './rules.ts'
import { settleRefund } from './settlements.ts'

/** The reasons a seller may give, before shipment and after (docs/open-platform.md §6): they depend on the order. */
const REFUSE_REASONS = {
  unshipped: ['已发货', '未沟通协商一致', '其他'],
  shipped: ['未沟通协商一致', '商品与描述相符', '退回商品与发出不符', '退回商品有新增损伤', '未收到退货', '其他'],
} as const

const BUYER_REASONS = ['成色不符', '电池健康不符', '有拆修未说明', '屏幕显示问题', '运输损坏', '不想要了'] as const

/** The order's refund, or a refusal. */
export function ownRefund(
  context: SandboxContext,
  sellerId: number,
  orderNo: string,
): { order: OrderDocument; refund: RefundDocument } {
  const order = ownOrder(context, sellerId, orderNo)
  const refund = context.store.get('refund', orderNo)
  if (!refund) throw notFound('售后单')
  return { order, refund }
}

/** Moves a refund on: its step's clock starts anew, the order shows the new state, the merchant is told. */
export function moveRefund(
  context: SandboxContext,
  refund: RefundDocument,
  status: number,
  stepMs: number,
  fields: Partial<RefundDocument> = {},
): RefundDocument {
  const timeoutMs = stepMs === 0 ? 0 : context.nowMs() + stepMs
  const moved = change(context.store, 'refund', refund.orderNo, refund, { ...fields, status, timeoutMs })
  if (timeoutMs > 0) {
    const { orderNo, refundNo } = moved
    context.schedule(timeoutMs, { type: 'refundTimeout', orderNo, refundNo, status, timeoutMs })
  }
  const order = context.store.get('order', refund.orderNo)
  if (order) changeOrder(context, order, { refundStatus: status })
  return moved
}

interface Claim {
  kind: RefundDocument['kind']
  amountFen?: number
  reason?: string
}

/** A buyer asks for money back. Refuses in words when the order does not allow it; null when the refund is open. */
export function openRefund(context: SandboxContext, orderNo: string, claim: Claim): string | null {
  const order = context.store.get('order', orderNo)
  if (!order) return '订单不存在'
  const goodsStatus = goodsStatusOf(order)
  if (goodsStatus === null) return '订单当前状态不能申请退款'
  if (hasOpenRefund(order)) return '订单已有进行中的退款'
  if (claim.kind === 'returnAndRefund' && goodsStatus === GOODS_STATUS.notShipped) return '未发货订单只能仅退款'
  const amountFen = claim.amountFen ?? order.paidFen - order.refundedFen
  if (amountFen < 1 || amountFen > order.paidFen - order.refundedFen) return '退款金额超出可退范围'
  const refundNo = `3936${String(context.nextId('refund') * 1_013).padStart(14, '0')}`
  const isJudged = order.channel === 'auction' && goodsStatus === GOODS_STATUS.received
  const refund: RefundDocument = {
    refundNo,
    orderNo,
    sellerId: order.sellerId,
    kind: claim.kind,
    status: REFUND_STATUS.none,
    goodsStatus,
    amountFen,
    reason: claim.reason ?? context.random(`reason:${refundNo}`).pick(BUYER_REASONS),
    description: '',
    appliedMs: context.nowMs(),
    refundedMs: 0,
    rejectedMs: 0,
    timeoutMs: 0,
    refuseReason: '',
    returnAddress: null,
    returnCode: '',
    returnCompany: '',
    returnWaybillNo: '',
    verdict: isJudged ? { status: 'judging', keepFen: 0, returnFen: amountFen, decidedPlan: null } : null,
  }
  moveRefund(context, refund, REFUND_STATUS.awaitingSeller, CLOCKS.sellerHandlesMs)
  if (isJudged) context.schedule(context.nowMs() + CLOCKS.verdictMs, { type: 'verdict', orderNo, refundNo })
  return null
}

function goodsStatusOf(order: OrderDocument): number | null {
  if (order.status === ORDER_STATUS.awaitingShipment) return GOODS_STATUS.notShipped
  if (order.status === ORDER_STATUS.shipped) return GOODS_STATUS.notReceived
  if (order.status === ORDER_STATUS.completed) return GOODS_STATUS.received
  return null
}

/** A simulated buyer thinks better of it, when the order still stands where the thought was had. */
export function buyerRegrets(context: SandboxContext, orderNo: string, moment: 'paid' | 'received'): void {
  const order = context.store.get('order', orderNo)
  const expected = moment === 'paid' ? ORDER_STATUS.awaitingShipment : ORDER_STATUS.completed
  if (order?.status !== expected || hasOpenRefund(order) || order.refundStatus !== REFUND_STATUS.none) return
  openRefund(context, orderNo, { kind: moment === 'paid' ? 'refundOnly' : 'returnAndRefund' })
}

/** The seller agrees, which means what the state asks for (docs/open-platform.md §6). */
export function agreeRefund(context: SandboxContext, sellerId: number, request: AgreeRefundRequest): void {
  const { refund } = ownRefund(context, sellerId, request.order_no)
  const mayAgree =
    refund.status === REFUND_STATUS.awaitingSeller || refund.status === REFUND_STATUS.awaitingReturnAddress
  if (refund.status === REFUND_STATUS.awaitingReceipt) {
    payRefund(context, refund, refund.amountFen)
  } else if (!mayAgree) {
    throw wrongState('退款当前状态不能同意')
  } else if (refund.kind === 'refundOnly') {
    payRefund(context, refund, refund.amountFen)
  } else {
    if (!request.return_address) throw badParameter('return_address', 'is not set')
    awaitReturn(context, refund, request.return_address)
  }
}

/** The buyer is asked to send the goods back, and will after some days. */
export function awaitReturn(
  context: SandboxContext,
  refund: RefundDocument,
  returnAddress: RefundDocument['returnAddress'],
): void {
  moveRefund(context, refund, REFUND_STATUS.awaitingReturn, CLOCKS.buyerReturnsMs, { returnAddress })
  const days = context.random(`return:${refund.refundNo}`).whole(12, 72)
  const { orderNo, refundNo } = refund
  context.schedule(context.nowMs() + days * HOUR_MS, { type: 'goodsReturn', orderNo, refundNo })
}

/** The buyer sends the goods back. False when nobody waits for them. */
export function returnGoods(context: SandboxContext, orderNo: string): boolean {
  const refund = context.store.get('refund', orderNo)
  if (refund?.status !== REFUND_STATUS.awaitingReturn) return false
  const serial = context.random(`waybill:${refund.refundNo}`).whole(1_000_000, 9_999_999)
  moveRefund(context, refund, REFUND_STATUS.awaitingReceipt, CLOCKS.sellerReceivesMs, {
    returnCode: 'shunfeng',
    returnCompany: '顺丰速运',
    returnWaybillNo: `SF100200${serial}`,
  })
  return true
}

/** Pays a refund. The order ends at 23 when everything paid has gone back; a part of it leaves the order where it stands. */
export function payRefund(context: SandboxContext, refund: RefundDocument, amountFen: number): void {
  const order = context.store.get('order', refund.orderNo)
  if (!order) return
  const nowMs = context.nowMs()
  change(context.store, 'refund', refund.orderNo, refund, {
    status: REFUND_STATUS.succeeded,
    amountFen,
    refundedMs: nowMs,
    timeoutMs: 0,
  })
  const refundedFen = order.refundedFen + amountFen
  const isWhole = refundedFen >= order.paidFen
  const repaid = changeOrder(context, order, {
    refundStatus: REFUND_STATUS.succeeded,
    refundedFen,
    refundedMs: nowMs,
    ...(isWhole ? { status: ORDER_STATUS.refunded } : {}),
  })
  settleRefund(context, repaid, amountFen)
}

/** The seller refuses with a reason of the list; the buyer then has some time to call the market, and here never does. */
export function refuseRefund(context: SandboxContext, sellerId: number, request: RefuseRefundRequest): void {
  const { order, refund } = ownRefund(context, sellerId, request.order_no)
  if (refund.status !== REFUND_STATUS.awaitingSeller && refund.status !== REFUND_STATUS.awaitingReceipt) {
    throw wrongState('退款当前状态不能拒绝')
  }
  if (!reasonsFor(order).includes(request.refuse_reason)) throw badParameter('refuse_reason', '不在可选的拒绝原因中')
  moveRefund(context, refund, REFUND_STATUS.refused, CLOCKS.verdictStandsMs, {
    refuseReason: request.refuse_reason,
    rejectedMs: context.nowMs(),
  })
}

/** Answers the reasons with which the seller may refuse. */
export function listRefuseReasons(
  context: SandboxContext,
  sellerId: number,
  request: { order_no: string },
): { refuse_reason: string[] } {
  return { refuse_reason: [...reasonsFor(ownRefund(context, sellerId, request.order_no).order)] }
}

function reasonsFor(order: OrderDocument): readonly string[] {
  return order.status === ORDER_STATUS.awaitingShipment ? REFUSE_REASONS.unshipped : REFUSE_REASONS.shipped
}

/** The buyer takes the claim back. False when there is none open. */
export function withdrawRefund(context: SandboxContext, orderNo: string): boolean {
  const order = context.store.get('order', orderNo)
  const refund = context.store.get('refund', orderNo)
  if (!order || !refund || !hasOpenRefund(order)) return false
  moveRefund(context, refund, REFUND_STATUS.closed, 0)
  return true
}

/** The time of a step is up: whoever's turn it was has decided by doing nothing (docs/domain.md §7.4). */
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
  if (status === REFUND_STATUS.awaitingSeller) {
    if (refund.verdict?.status === 'judging') moveRefund(context, refund, status, DAY_MS)
    else if (refund.kind === 'refundOnly') payRefund(context, refund, refund.amountFen)
    else awaitReturn(context, refund, null)
  } else if (status === REFUND_STATUS.awaitingReceipt) {
    payRefund(context, refund, refund.amountFen)
  } else {
    moveRefund(context, refund, REFUND_STATUS.closed, 0)
  }
}
