import type { AuctionAftersale, PerformAftersaleRequest } from '../protocol/auction.ts'
import { REFUND_STATUS } from '../protocol/orders.ts'
import type { ListRefundsData, ListRefundsRequest, Refund } from '../protocol/refunds.ts'
import { REFUND_TYPES } from '../protocol/refunds.ts'
import { change, isWithin, pageOf, type SandboxContext, toSeconds } from './context.ts'
import type { RefundDocument, VerdictDocument } from './documents.ts'
import { awaitReturn, moveRefund, ownRefund, payRefund } from './refunds.ts'
import { notFound, wrongState } from './refusal.ts'
import { CLOCKS } from './rules.ts'
import { findShop } from './shops.ts'

/**
 * The market has judged an auction claim: so much for keeping the unit, so much for returning it (docs/open-platform.md
 * §8.3).
 */
export function giveVerdict(context: SandboxContext, orderNo: string, refundNo: string): void {
  const refund = context.store.get('refund', orderNo)
  if (!refund || refund.refundNo !== refundNo || refund.verdict?.status !== 'judging') return
  if (refund.status !== REFUND_STATUS.awaitingSeller) return
  const share = context.random(`verdict:${refundNo}`).whole(5, 20)
  const keepFen = Math.max(Math.floor((refund.amountFen * share) / 100), 1)
  moveRefund(context, refund, REFUND_STATUS.awaitingSeller, CLOCKS.sellerHandlesMs, {
    verdict: { status: 'awaitingSeller', keepFen, returnFen: refund.amountFen, decidedPlan: null },
  })
}

function judgedRefund(
  context: SandboxContext,
  sellerId: number,
  orderNo: string,
): { refund: RefundDocument; verdict: VerdictDocument } {
  const { refund } = ownRefund(context, sellerId, orderNo)
  if (!refund.verdict) throw notFound('鱼市售后单')
  return { refund, verdict: refund.verdict }
}

/** Answers the verdict on an auction claim; the amounts are 0 while it is being judged. */
export function auctionAftersaleDetail(
  context: SandboxContext,
  sellerId: number,
  request: { order_no: string },
): AuctionAftersale {
  const { refund, verdict } = judgedRefund(context, sellerId, request.order_no)
  const isKnown = verdict.status !== 'judging'
  return {
    order_no: refund.orderNo,
    refund_no: refund.refundNo,
    status: verdict.status,
    show_message: isKnown ? `平台判定：${refund.reason}，请选择补差或退货退款` : '平台判定中，请稍后查看',
    only_refund_cent: isKnown ? verdict.keepFen : 0,
    refund_and_return_cent: isKnown ? verdict.returnFen : 0,
    decided_plan: verdict.decidedPlan,
    timeout_time: toSeconds(refund.timeoutMs),
  }
}

/** The seller takes one of the verdict's two plans: pay the difference now, or take the unit back. */
export function performAuctionAftersale(
  context: SandboxContext,
  sellerId: number,
  request: PerformAftersaleRequest,
): void {
  const { refund, verdict } = judgedRefund(context, sellerId, request.order_no)
  if (verdict.status !== 'awaitingSeller' || refund.status !== REFUND_STATUS.awaitingSeller) {
    throw wrongState('售后单不在待确认状态')
  }
  const decided = change(context.store, 'refund', refund.orderNo, refund, {
    verdict: { ...verdict, status: 'decided', decidedPlan: request.service_type },
  })
  if (request.service_type === 'onlyRefund') payRefund(context, decided, verdict.keepFen)
  else awaitReturn(context, decided, null)
}

/** Answers the merchant's refunds, newest first (docs/open-platform.md §6). */
export function listRefunds(context: SandboxContext, sellerId: number, request: ListRefundsRequest): ListRefundsData {
  const shop = context.store.all('shop').find((row) => row.authorizeId === request.authorize_id)
  const rows = context.store
    .all('refund')
    .filter((refund) => refund.sellerId === sellerId)
    .filter((refund) => request.order_no === undefined || refund.orderNo === request.order_no)
    .filter((refund) => request.refund_status === undefined || refund.status === request.refund_status)
    .filter((refund) => request.refund_type === undefined || REFUND_TYPES[refund.kind] === request.refund_type)
    .filter((refund) => request.authorize_id === undefined || shopNameOf(context, refund) === shop?.userName)
    .filter(
      (refund) => isWithin(refund.appliedMs, request.apply_time) && isWithin(refund.refundedMs, request.refund_time),
    )
    .sort((a, b) => b.appliedMs - a.appliedMs || b.refundNo.localeCompare(a.refundNo))
  const page = pageOf(rows, request)
  return {
    list: page.list.map((refund) => refundOnWire(context, refund)),
    has_next_page: page.page_no * page.page_size < page.count,
  }
}

/** Answers the refund of an order. */
export function refundDetail(context: SandboxContext, sellerId: number, request: { order_no: string }): Refund {
  return refundOnWire(context, ownRefund(context, sellerId, request.order_no).refund)
}

function shopNameOf(context: SandboxContext, refund: RefundDocument): string {
  return context.store.get('order', refund.orderNo)?.userName ?? ''
}

function refundOnWire(context: SandboxContext, refund: RefundDocument): Refund {
  const userName = shopNameOf(context, refund)
  return {
    refund_no: refund.refundNo,
    order_no: refund.orderNo,
    refund_type: REFUND_TYPES[refund.kind],
    refund_status: refund.status,
    goods_status: refund.goodsStatus,
    refund_amount: refund.amountFen,
    apply_time: toSeconds(refund.appliedMs),
    refund_time: toSeconds(refund.refundedMs),
    reject_time: toSeconds(refund.rejectedMs),
    timeout_time: toSeconds(refund.timeoutMs),
    seller_eid: findShop(context, refund.sellerId, userName)?.userIdentity ?? '',
    seller_name: userName,
    buyer_apply_reason: refund.reason,
    buyer_apply_desc: refund.description,
    refuse_reason: refund.refuseReason,
    refund_post_code: refund.returnCode,
    refund_post_company: refund.returnCompany,
    refund_post_no: refund.returnWaybillNo,
  }
}
