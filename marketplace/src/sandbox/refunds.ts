import { REFUND_CLOCKS } from '@huanji/domain/refunds/clocks'
import { isForKeeping } from '@huanji/domain/refunds/kinds'
import { reasonOfDetail } from '@huanji/domain/refunds/reasons'
import { ORDER_STATUS, REFUND_STATUS } from '../protocol/orders.ts'
import { moveAccount } from './accounts.ts'
import { HOUR_MS } from './clock.ts'
import { change, type SandboxContext } from './context.ts'
import type { OrderDocument, RefundDocument } from './documents.ts'
import { changeOrder, ownOrder } from './orders.ts'
import { notFound, wrongState } from './refusal.ts'
import { returnFreightFen } from './rules.ts'
import { settleCase } from './settlements.ts'
import { defaultReturnAddress } from './shops.ts'

/** How long each state of a claim may last (docs/domain.md §7.4). */
const STEP_MS: Readonly<Record<number, number>> = {
  [REFUND_STATUS.awaitingSeller]: REFUND_CLOCKS.merchantHandlesMs,
  [REFUND_STATUS.awaitingReturnAddress]: REFUND_CLOCKS.merchantGivesAddressMs,
  [REFUND_STATUS.awaitingReturn]: REFUND_CLOCKS.buyerReturnsMs,
  [REFUND_STATUS.awaitingReceipt]: REFUND_CLOCKS.merchantReceivesMs,
  [REFUND_STATUS.awaitingResend]: REFUND_CLOCKS.merchantResendsMs,
  [REFUND_STATUS.refused]: REFUND_CLOCKS.buyerAppealsMs,
}

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

/** The case that a call of the seller's is about, or a refusal: another one, or another step, was meant. */
export function meantRefund(
  context: SandboxContext,
  sellerId: number,
  meant: { order_no: string; refund_no?: string | number | undefined; refund_status?: number | undefined },
): { order: OrderDocument; refund: RefundDocument } {
  const found = ownRefund(context, sellerId, meant.order_no)
  const { refundNo, status } = found.refund
  const isOther = meant.refund_no !== undefined && String(meant.refund_no) !== refundNo
  const isElsewhere = meant.refund_status !== undefined && meant.refund_status !== status
  if (isOther || isElsewhere) throw wrongState('售后单已变化，请刷新后再处理')
  return found
}

/** True while the marketplace judges: nobody's clock runs, and the seller cannot act. */
export const isJudging = ({ verdict }: Pick<RefundDocument, 'verdict'>): boolean => verdict?.status === 'judging'

/** Moves a refund on, or begins its step anew: the step's clock starts, the order shows the state, the merchant is told. */
export function moveRefund(
  context: SandboxContext,
  refund: RefundDocument,
  status: number,
  fields: Partial<RefundDocument> = {},
): RefundDocument {
  const nowMs = context.nowMs()
  const stepMs = isJudging({ ...refund, ...fields }) ? 0 : (STEP_MS[status] ?? 0)
  const timeoutMs = stepMs === 0 ? 0 : nowMs + stepMs
  const moved = change(context.store, 'refund', refund.orderNo, refund, {
    ...fields,
    status,
    timeoutMs,
    updatedMs: nowMs,
  })
  if (timeoutMs > 0) {
    const { orderNo, refundNo } = moved
    context.schedule(timeoutMs, { type: 'refundTimeout', orderNo, refundNo, status, timeoutMs })
  }
  const order = context.store.get('order', refund.orderNo)
  if (order) changeOrder(context, order, { refundStatus: status })
  return moved
}

/** Freezes what a claim is about, where the shop has had the order's money already. */
export function freezeClaim(context: SandboxContext, order: OrderDocument, refund: RefundDocument): RefundDocument {
  if (order.settledMs === 0) return refund
  const { orderNo, refundNo, amountFen } = refund
  moveAccount(context, order, { type: 'freeze', direction: 'out', amountFen, orderNo, refundNo, remark: '售后冻结' })
  return change(context.store, 'refund', orderNo, refund, { frozenFen: amountFen })
}

/** Gives free what was frozen for a claim. */
export function releaseClaim(context: SandboxContext, refund: RefundDocument): RefundDocument {
  const order = context.store.get('order', refund.orderNo)
  const { orderNo, refundNo, frozenFen = 0 } = refund
  if (!order || frozenFen === 0) return refund
  moveAccount(context, order, {
    type: 'unfreeze',
    direction: 'in',
    amountFen: frozenFen,
    orderNo,
    refundNo,
    remark: '售后解冻',
  })
  return change(context.store, 'refund', orderNo, refund, { frozenFen: 0 })
}

/** A claim is about another amount from now on. */
export function changeStake(context: SandboxContext, refund: RefundDocument, amountFen: number): RefundDocument {
  const order = context.store.get('order', refund.orderNo)
  if (!order || refund.amountFen === amountFen) return refund
  const released = releaseClaim(context, refund)
  return freezeClaim(context, order, change(context.store, 'refund', refund.orderNo, released, { amountFen }))
}

/** A claim comes to nothing: nobody has to do anything any more. */
export function closeRefund(
  context: SandboxContext,
  refund: RefundDocument,
  fields: Partial<RefundDocument> = {},
): void {
  moveRefund(context, releaseClaim(context, refund), REFUND_STATUS.closed, fields)
}

/** Asks for the phone at the shop's default address, or for an address where the shop keeps none. */
export function askForReturn(
  context: SandboxContext,
  refund: RefundDocument,
  fields: Partial<RefundDocument> = {},
): void {
  const order = context.store.get('order', refund.orderNo)
  const address = order ? defaultReturnAddress(context, order.sellerId, order.userName) : null
  if (address) awaitReturn(context, refund, address, fields)
  else moveRefund(context, refund, REFUND_STATUS.awaitingReturnAddress, fields)
}

/** The buyer is asked to send the goods back, and will after some days, or never does. */
export function awaitReturn(
  context: SandboxContext,
  refund: RefundDocument,
  returnAddress: NonNullable<RefundDocument['returnAddress']>,
  fields: Partial<RefundDocument> = {},
): void {
  moveRefund(context, refund, REFUND_STATUS.awaitingReturn, { ...fields, returnAddress })
  const { orderNo, refundNo } = refund
  const random = context.random(`return:${refundNo}`)
  const hours = random.whole(12, 72)
  if (random.chance(context.behaviour().keepGoodsShare)) return
  context.schedule(context.nowMs() + hours * HOUR_MS, { type: 'goodsReturn', orderNo, refundNo })
}

/** The seller owes the buyer a parcel; a phone that came back for it has been received. */
export function awaitResend(context: SandboxContext, refund: RefundDocument): void {
  moveRefund(context, refund, REFUND_STATUS.awaitingResend)
  const order = context.store.get('order', refund.orderNo)
  const freightFen = order ? freightOfReturn(order, refund) : 0
  if (!order || freightFen === 0) return
  const charged = change(context.store, 'order', order.orderNo, order, {
    returnFreightFen: (order.returnFreightFen ?? 0) + freightFen,
  })
  settleCase(context, charged, { refundNo: refund.refundNo, amountFen: 0, type: 'refund' })
}

/** Pays a refund. The order ends at 23 when everything paid has gone back; a part of it leaves the order where it stands. */
export function payRefund(
  context: SandboxContext,
  refund: RefundDocument,
  amountFen: number,
  fields: Partial<RefundDocument> = {},
): void {
  const order = context.store.get('order', refund.orderNo)
  if (!order) return
  const nowMs = context.nowMs()
  const paid = change(context.store, 'refund', refund.orderNo, releaseClaim(context, refund), {
    ...fields,
    status: REFUND_STATUS.succeeded,
    amountFen,
    refundedMs: nowMs,
    timeoutMs: 0,
    updatedMs: nowMs,
  })
  const refundedFen = order.refundedFen + amountFen
  const isKept = isPriceDifference(paid)
  const repaid = changeOrder(context, order, {
    refundStatus: REFUND_STATUS.succeeded,
    refundedFen,
    refundedMs: nowMs,
    priceDifferenceFen: (order.priceDifferenceFen ?? 0) + (isKept ? amountFen : 0),
    returnFreightFen: (order.returnFreightFen ?? 0) + freightOfReturn(order, refund),
    ...(refundedFen >= order.paidFen ? { status: ORDER_STATUS.refunded } : {}),
  })
  settleCase(context, repaid, { refundNo: paid.refundNo, amountFen, type: isKept ? 'priceDifference' : 'refund' })
}

const PLANS = { onlyRefund: 'keep', refundAndReturn: 'return' } as const

/** True for money that is paid for keeping a phone that is less than was promised. */
const isPriceDifference = ({ kind, verdict }: RefundDocument): boolean =>
  isForKeeping({ kind, decidedPlan: verdict?.decidedPlan ? PLANS[verdict.decidedPlan] : null })

/** What the way back costs the seller who has just received the phone, or has been judged to owe for it, fen. */
function freightOfReturn(order: OrderDocument, { status, returnWaybillNo, reason, detail }: RefundDocument): number {
  // a phone that was exchanged was received, and paid for, before
  if (returnWaybillNo === '' || status === REFUND_STATUS.awaitingResend) return 0
  return reasonOfDetail(detail || reason).fault === 'seller' ? returnFreightFen(order) : 0
}
