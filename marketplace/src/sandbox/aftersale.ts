import { refundKind } from '@huanji/domain/refunds/kinds'
import type { ListRefundsData, ListRefundsRequest, Refund } from '../protocol/refunds.ts'
import { isWithin, pageOf, type SandboxContext, toSeconds } from './context.ts'
import type { RefundDocument } from './documents.ts'
import { refundImageUrls } from './refund-images.ts'
import { ownRefund } from './refunds.ts'
import { findShop } from './shops.ts'

/** Answers the merchant's refunds, newest first (docs/open-platform.md §6). */
export function listRefunds(context: SandboxContext, sellerId: number, request: ListRefundsRequest): ListRefundsData {
  const shop = context.store.all('shop').find((row) => row.authorizeId === request.authorize_id)
  const rows = context.store
    .all('refund')
    .filter((refund) => refund.sellerId === sellerId)
    .filter((refund) => request.order_no === undefined || refund.orderNo === request.order_no)
    .filter((refund) => request.refund_status === undefined || refund.status === request.refund_status)
    .filter((refund) => request.refund_type === undefined || refundKind(refund.kind).wireType === request.refund_type)
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
  const { verdict } = refund
  return {
    refund_no: refund.refundNo,
    order_no: refund.orderNo,
    refund_type: refundKind(refund.kind).wireType,
    refund_status: refund.status,
    goods_status: refund.goodsStatus,
    refund_amount: refund.amountFen,
    ...(refund.reportNo === undefined ? {} : { report_no: refund.reportNo }),
    order_amount: context.store.get('order', refund.orderNo)?.paidFen ?? 0,
    need_return_goods: needsReturn(refund),
    apply_time: toSeconds(refund.appliedMs),
    modify_time: toSeconds(refund.updatedMs ?? refund.appliedMs),
    refund_time: toSeconds(refund.refundedMs),
    reject_time: toSeconds(refund.rejectedMs),
    timeout_time: toSeconds(refund.timeoutMs),
    seller_eid: findShop(context, refund.sellerId, userName)?.userIdentity ?? '',
    seller_name: userName,
    buyer_apply_reason: refund.reason,
    buyer_apply_sub_reason: refund.detail ?? '',
    buyer_apply_desc: refund.description,
    buyer_images: refundImageUrls(context, refund),
    refuse_reason: refund.refuseReason,
    refuse_explain: refund.refuseExplain ?? '',
    refuse_images: [...(refund.refuseImages ?? [])],
    ...(verdict ? { verdict: verdict.status } : {}),
    refund_post_code: refund.returnCode,
    refund_post_company: refund.returnCompany,
    refund_post_no: refund.returnWaybillNo,
    resend_post_code: refund.resent?.code ?? '',
    resend_post_company: refund.resent?.company ?? '',
    resend_post_no: refund.resent?.waybillNo ?? '',
  }
}

/** A plan that was taken goes before what the buyer asked for. */
function needsReturn({ kind, verdict }: RefundDocument): boolean {
  if (verdict?.decidedPlan) return verdict.decidedPlan === 'refundAndReturn'
  return refundKind(kind).travels
}
