import { splitFen } from '@huanji/domain/money'
import { ASKING_WINDOW_MS, REFUND_CLOCKS } from '@huanji/domain/refunds/clocks'
import { type RefundKindCode, refundKind } from '@huanji/domain/refunds/kinds'
import { REFUND_REASONS, reasonOfDetail } from '@huanji/domain/refunds/reasons'
import { ORDER_STATUS, REFUND_STATUS, WAYBILL_PATTERN } from '../protocol/orders.ts'
import { GOODS_STATUS, REFUND_IMAGES_MAX } from '../protocol/refunds.ts'
import type { SandboxContext } from './context.ts'
import type { OrderDocument, RefundDocument, VerdictDocument } from './documents.ts'
import type { RefundOpening } from './options.ts'
import { hasOpenRefund } from './orders.ts'
import { changeStake, closeRefund, freezeClaim, isJudging, moveRefund } from './refunds.ts'
import { CLOCKS } from './rules.ts'

// What a buyer does about a claim. Each refuses in words when it cannot be done, and gives null when it is done.

const UNSHIPPED_DETAILS = ['拍错/多拍', '价格原因', '未按时发货'] as const
const SHIPPED_DETAILS = ['成色不符', '电池健康不符', '有拆修未说明', '屏幕显示问题', '运输损坏', '七天无理由'] as const

/** What a buyer asks for when nothing is said: a tenth of the price for keeping the phone. */
const DIFFERENCE_SHARE = 0.1

export interface Claim extends Omit<RefundOpening, 'orderNo'> {
  /** True for a buyer who goes on by the seed's chance. */
  isSimulated?: boolean
}

/** A buyer asks for something (docs/domain.md §7.1). */
export function openRefund(context: SandboxContext, orderNo: string, claim: Claim): string | null {
  const order = context.store.get('order', orderNo)
  if (!order) return '订单不存在'
  const goodsStatus = goodsStatusOf(order)
  if (goodsStatus === null) return '订单当前状态不能申请退款'
  if (hasOpenRefund(order)) return '订单已有进行中的退款'
  const { reportNo } = claim
  if (reportNo !== undefined && !order.reportNos?.includes(reportNo)) return '订单中没有这台设备'
  const amountFen = claim.amountFen ?? usualAmountFen(order, claim)
  const refusal =
    kindRefusal(context, order, claim.kind) ??
    amountRefusal(order, claim.kind, claim.amountFen, amountFen) ??
    (claim.imageCount !== undefined && claim.imageCount > REFUND_IMAGES_MAX ? '凭证图片最多9张' : null)
  if (refusal !== null) return refusal
  const refundNo = `3936${String(context.nextId('refund') * 1_013).padStart(14, '0')}`
  const refund: RefundDocument = {
    refundNo,
    orderNo,
    sellerId: order.sellerId,
    kind: claim.kind,
    status: REFUND_STATUS.none,
    goodsStatus,
    amountFen,
    ...(reportNo === undefined ? {} : { reportNo }),
    ...reasonOf(context, refundNo, goodsStatus, claim),
    description: claim.description ?? '',
    imageCount: claim.imageCount ?? 0,
    isSimulated: claim.isSimulated ?? false,
    appliedMs: context.nowMs(),
    updatedMs: context.nowMs(),
    refundedMs: 0,
    rejectedMs: 0,
    timeoutMs: 0,
    refuseReason: '',
    returnAddress: null,
    returnCode: '',
    returnCompany: '',
    returnWaybillNo: '',
    verdict: null,
  }
  const frozen = freezeClaim(context, order, refund)
  if (offersPlans(order, refund)) judge(context, order, frozen, { durationMs: CLOCKS.verdictMs, isAppeal: false })
  else moveRefund(context, frozen, REFUND_STATUS.awaitingSeller)
  return null
}

function goodsStatusOf(order: OrderDocument): number | null {
  if (order.status === ORDER_STATUS.awaitingShipment) return GOODS_STATUS.notShipped
  if (order.status === ORDER_STATUS.shipped) return GOODS_STATUS.notReceived
  if (order.status === ORDER_STATUS.completed) return GOODS_STATUS.received
  return null
}

/** Kinds that speak of a phone the buyer holds. */
const AFTER_RECEIPT: readonly RefundKindCode[] = ['exchange', 'priceDifference', 'resend']

function kindRefusal(context: SandboxContext, order: OrderDocument, kind: RefundKindCode): string | null {
  const isUnshipped = order.status === ORDER_STATUS.awaitingShipment
  if (isUnshipped && kind !== 'refundOnly') return '未发货订单只能仅退款'
  const isReceived = order.status === ORDER_STATUS.completed
  if (!isReceived && AFTER_RECEIPT.includes(kind)) return `收货后才能申请${refundKind(kind).label}`
  const windowMs = ASKING_WINDOW_MS[order.channel === 'auction' ? 'auction' : 'curated']
  if (isReceived && context.nowMs() > order.confirmedMs + windowMs) return '已超过售后申请期'
  return null
}

const refundableFen = (order: OrderDocument): number => order.paidFen - order.refundedFen

/** What a claim can be about: its kind, and the one phone of a lot that it names. */
type About = Pick<RefundDocument, 'kind' | 'reportNo'>

/** What can go back of what a claim is about: of one phone of a lot its part of the price, split as the lot was sold. */
function stakeFen(order: OrderDocument, { reportNo }: About): number {
  const reports = order.reportNos ?? []
  const place = reportNo === undefined ? -1 : reports.indexOf(reportNo)
  const parts = splitFen(
    order.goodsFen,
    reports.map(() => 1),
  )
  return Math.min(parts[place] ?? refundableFen(order), refundableFen(order))
}

/** What a claim is about when its buyer names no amount: all that can go back, or a part of the price for keeping the phone. */
function usualAmountFen(order: OrderDocument, about: About): number {
  const wholeFen = stakeFen(order, about)
  if (about.kind !== 'priceDifference') return wholeFen
  const priceFen = about.reportNo === undefined ? order.goodsFen : wholeFen
  return Math.min(Math.max(Math.floor(priceFen * DIFFERENCE_SHARE), 1), refundableFen(order))
}

function amountRefusal(
  order: OrderDocument,
  kind: RefundKindCode,
  askedFen: number | undefined,
  amountFen: number,
): string | null {
  const { pays, label } = refundKind(kind)
  if (askedFen !== undefined && !pays) return `${label}不涉及退款金额`
  if (amountFen < 1 || amountFen > refundableFen(order)) return '退款金额超出可退范围'
  if (kind === 'priceDifference' && amountFen >= order.goodsFen) return '补差金额应小于成交价'
  return null
}

/** A reason in two levels, whichever of them the buyer names; one of the usual when none is. */
function reasonOf(
  context: SandboxContext,
  refundNo: string,
  goodsStatus: number,
  { reason, detail }: Claim,
): { reason: string; detail: string } {
  if (reason === undefined && detail === undefined) {
    const random = context.random(`reason:${refundNo}`)
    const picked =
      goodsStatus === GOODS_STATUS.notShipped ? random.pick(UNSHIPPED_DETAILS) : random.pick(SHIPPED_DETAILS)
    return { reason: reasonOfDetail(picked).label, detail: picked }
  }
  if (detail !== undefined) return { reason: reason ?? reasonOfDetail(detail).label, detail }
  const named = reason ?? ''
  const isDetail = REFUND_REASONS.some(({ details }) => details.includes(named))
  return isDetail ? { reason: reasonOfDetail(named).label, detail: named } : { reason: named, detail: '' }
}

/** True for a claim on which the auction market answers with two plans: money for a phone that the buyer holds (docs/open-platform.md §8.3). */
export function offersPlans(order: OrderDocument, refund: RefundDocument): boolean {
  const isHeld = refund.goodsStatus === GOODS_STATUS.received && refund.returnWaybillNo === ''
  return order.channel === 'auction' && isHeld && refundKind(refund.kind).pays
}

/** The marketplace takes a claim to judge it. */
function judge(
  context: SandboxContext,
  order: OrderDocument,
  refund: RefundDocument,
  { durationMs, isAppeal }: { durationMs: number; isAppeal: boolean },
): void {
  const dueMs = context.nowMs() + durationMs
  const { orderNo, refundNo } = refund
  // a plan that was taken before stands: its phone has come back
  const decidedPlan = refund.verdict?.decidedPlan ?? null
  const isForDifference = refund.kind === 'priceDifference' && decidedPlan === null
  const returnFen = isForDifference ? stakeFen(order, refund) : refund.amountFen
  const verdict: VerdictDocument = { status: 'judging', keepFen: 0, returnFen, decidedPlan, dueMs, isAppeal }
  moveRefund(context, refund, REFUND_STATUS.awaitingSeller, { verdict })
  context.schedule(dueMs, { type: 'verdict', orderNo, refundNo })
}

/** The buyer asks for another amount, or for something else, while the seller has not answered: the seller's time begins anew. */
export function changeRefund(
  context: SandboxContext,
  orderNo: string,
  amountFen?: number,
  kind?: RefundKindCode,
): string | null {
  const order = context.store.get('order', orderNo)
  const refund = context.store.get('refund', orderNo)
  if (!order || refund?.status !== REFUND_STATUS.awaitingSeller) return '退款不在待商家处理状态'
  if (refund.verdict) return '平台已介入，不能修改'
  if (kind !== undefined && kind !== refund.kind) return changeKind(context, order, refund, kind, amountFen)
  const changedFen = amountFen ?? refund.amountFen
  const refusal = amountRefusal(order, refund.kind, amountFen, changedFen)
  if (refusal !== null) return refusal
  moveRefund(context, changeStake(context, refund, changedFen), REFUND_STATUS.awaitingSeller)
  return null
}

function changeKind(
  context: SandboxContext,
  order: OrderDocument,
  refund: RefundDocument,
  kind: RefundKindCode,
  amountFen: number | undefined,
): string | null {
  const changedFen = amountFen ?? usualAmountFen(order, { ...refund, kind })
  const refusal = kindRefusal(context, order, kind) ?? amountRefusal(order, kind, amountFen, changedFen)
  if (refusal !== null) return refusal
  const changed = { ...changeStake(context, refund, changedFen), kind }
  if (offersPlans(order, changed)) judge(context, order, changed, { durationMs: CLOCKS.verdictMs, isAppeal: false })
  else moveRefund(context, changed, REFUND_STATUS.awaitingSeller)
  return null
}

/** The buyer sends the goods back. */
export function returnGoods(context: SandboxContext, orderNo: string, waybill?: string): string | null {
  const refund = context.store.get('refund', orderNo)
  if (refund?.status !== REFUND_STATUS.awaitingReturn) return '退款不在待买家退货状态'
  if (waybill !== undefined && !WAYBILL_PATTERN.test(waybill)) return '运单号应为至少10位字母、数字或下划线'
  const serial = context.random(`waybill:${refund.refundNo}`).whole(1_000_000, 9_999_999)
  moveRefund(context, refund, REFUND_STATUS.awaitingReceipt, {
    returnCode: 'shunfeng',
    returnCompany: '顺丰速运',
    returnWaybillNo: waybill ?? `SF100200${serial}`,
  })
  return null
}

/** The buyer takes the claim back, which can be done until it has ended. */
export function withdrawRefund(context: SandboxContext, orderNo: string): string | null {
  const order = context.store.get('order', orderNo)
  const refund = context.store.get('refund', orderNo)
  if (!order || !refund || !hasOpenRefund(order)) return '没有可以撤销的退款'
  const { verdict } = refund
  // what was being judged is judged no more; a verdict that was given stays
  const decided = verdict && !isJudging(refund) ? ({ ...verdict, status: 'decided' } as const) : null
  closeRefund(context, refund, { verdict: decided })
  return null
}

/** The buyer does not take the refusal: the marketplace judges, on either channel. */
export function appealRefund(context: SandboxContext, orderNo: string): string | null {
  const order = context.store.get('order', orderNo)
  const refund = context.store.get('refund', orderNo)
  if (!order || refund?.status !== REFUND_STATUS.refused) return '退款不在已拒绝状态'
  judge(context, order, refund, { durationMs: REFUND_CLOCKS.marketplaceJudgesMs, isAppeal: true })
  return null
}

/** The buyer does not take the refusal, and asks the seller once more: nobody judges. */
export function reapplyRefund(context: SandboxContext, orderNo: string): string | null {
  const refund = context.store.get('refund', orderNo)
  if (refund?.status !== REFUND_STATUS.refused) return '退款不在已拒绝状态'
  if (refund.verdict) return '平台已介入，不能重新申请'
  moveRefund(context, refund, REFUND_STATUS.awaitingSeller)
  return null
}
