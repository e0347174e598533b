import { refundKind } from '@huanji/domain/refunds/kinds'
import { findExpressCompany, OTHER_CARRIER_CODE } from '../protocol/carriers.ts'
import { ORDER_STATUS, REFUND_STATUS } from '../protocol/orders.ts'
import type { AgreeRefundRequest, RefuseRefundRequest, ResendGoodsRequest } from '../protocol/refunds.ts'
import { HOUR_MS } from './clock.ts'
import type { SandboxContext } from './context.ts'
import type { OrderDocument, RefundDocument } from './documents.ts'
import {
  awaitResend,
  awaitReturn,
  isJudging,
  meantRefund,
  moveRefund,
  ownRefund,
  payRefund,
  releaseClaim,
} from './refunds.ts'
import { badParameter, wrongState } from './refusal.ts'

// What the seller does about a claim. Each call is refused in words where kind and state do not allow it, and then has changed nothing.

/** The reasons a seller may give, before shipment and after (docs/open-platform.md §6): they depend on the order. */
const REFUSE_REASONS = {
  unshipped: ['已发货', '未沟通协商一致', '其他'],
  shipped: ['未沟通协商一致', '商品与描述相符', '退回商品与发出不符', '退回商品有新增损伤', '未收到退货', '其他'],
} as const

/** The seller agrees, which means what kind and state ask for (docs/open-platform.md §6). */
export function agreeRefund(context: SandboxContext, sellerId: number, request: AgreeRefundRequest): void {
  const { refund } = meantRefund(context, sellerId, request)
  if (isJudging(refund)) throw wrongState('平台判定中，判定后再处理')
  if (request.refund_amount !== undefined && request.refund_amount !== refund.amountFen) {
    throw wrongState('买家已修改退款金额，请核对后再处理')
  }
  if (refund.status === REFUND_STATUS.awaitingSeller) agreeToClaim(context, refund, request)
  else if (refund.status === REFUND_STATUS.awaitingReturnAddress) giveAddress(context, refund, request)
  else if (refund.status === REFUND_STATUS.awaitingReceipt) confirmReturn(context, refund, request)
  else throw wrongState('退款当前状态不能同意')
}

function giveAddress(
  context: SandboxContext,
  refund: RefundDocument,
  { return_address: address }: AgreeRefundRequest,
): void {
  if (!address) throw badParameter('return_address', 'is not set')
  awaitReturn(context, refund, address)
}

function agreeToClaim(
  context: SandboxContext,
  refund: RefundDocument,
  { return_address: address }: AgreeRefundRequest,
): void {
  const { travels, pays } = refundKind(refund.kind)
  const { verdict } = refund
  // agreeing to a return that was judged is to take the plan of returning; for keeping the phone there are two amounts
  if (verdict && !travels) throw wrongState('平台已判定，请选择补差或退货退款')
  const fields: Partial<RefundDocument> = verdict
    ? { verdict: { ...verdict, status: 'decided', decidedPlan: 'refundAndReturn' } }
    : {}
  if (travels && address) awaitReturn(context, refund, address, fields)
  else if (travels) moveRefund(context, refund, REFUND_STATUS.awaitingReturnAddress, fields)
  else if (pays) payRefund(context, refund, refund.amountFen)
  else awaitResend(context, refund)
}

/** The seller has the phone back: the money goes, or another phone is owed. */
function confirmReturn(
  context: SandboxContext,
  refund: RefundDocument,
  { return_address: address }: AgreeRefundRequest,
): void {
  // an agreement that was meant for an earlier step and comes late must not pay
  if (address) throw wrongState('买家已寄回，不再需要退货地址')
  if (refund.kind === 'exchange') awaitResend(context, refund)
  else payRefund(context, refund, refund.amountFen)
}

/** The seller sends what was promised: the case ends, and no money has moved. */
export function resendGoods(context: SandboxContext, sellerId: number, request: ResendGoodsRequest): void {
  const { refund } = meantRefund(context, sellerId, request)
  if (refund.status !== REFUND_STATUS.awaitingResend) throw wrongState('退款不在待商家补发状态')
  const carrier = findExpressCompany(request.express_code)
  if (!carrier) throw badParameter('express_code', '快递公司不存在')
  const company = carrier.code === OTHER_CARRIER_CODE ? request.express_name : carrier.express_name
  moveRefund(context, releaseClaim(context, refund), REFUND_STATUS.succeeded, {
    amountFen: 0,
    resent: { code: carrier.code, company, waybillNo: request.waybill_no },
  })
}

/** The seller refuses with a reason of the list; the buyer then has some time to call the marketplace. */
export function refuseRefund(context: SandboxContext, sellerId: number, request: RefuseRefundRequest): void {
  const { order, refund } = meantRefund(context, sellerId, request)
  if (isJudging(refund)) throw wrongState('平台判定中，判定后再处理')
  const isAsked = refund.status === REFUND_STATUS.awaitingSeller
  if (isAsked && refund.verdict) throw wrongState('平台已判定，请选择补差或退货退款')
  if (!isAsked && refund.status !== REFUND_STATUS.awaitingReceipt) throw wrongState('退款当前状态不能拒绝')
  if (!reasonsFor(order).includes(request.refuse_reason)) throw badParameter('refuse_reason', '不在可选的拒绝原因中')
  const refused = moveRefund(context, refund, REFUND_STATUS.refused, {
    refuseReason: request.refuse_reason,
    refuseExplain: request.refuse_explain,
    refuseImages: request.refuse_images ?? [],
    rejectedMs: context.nowMs(),
  })
  expectAppeal(context, refused)
}

/** Share of simulated buyers who do not take a refusal. */
const APPEAL_SHARE = 0.3

function expectAppeal(context: SandboxContext, { orderNo, refundNo, isSimulated }: RefundDocument): void {
  const random = context.random(`appeal:${refundNo}`)
  if (!isSimulated || !random.chance(APPEAL_SHARE)) return
  context.schedule(context.nowMs() + random.whole(1, 36) * HOUR_MS, { type: 'buyerAppeals', orderNo, refundNo })
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
