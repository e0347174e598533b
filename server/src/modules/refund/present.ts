import { refundApproval, refundDetail, refundRow } from '@huanji/contract/features/refund/rows'
import { findCarrier } from '@huanji/domain/carriers'
import { expiryOf } from '@huanji/domain/refunds/expiry'
import { faultOf } from '@huanji/domain/refunds/reasons'
import { paidToBuyer, refundStateText } from '@huanji/domain/refunds/words'
import type * as z from 'zod'
import type { Tx } from '../../database/database.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { rowOf } from '../../platform/field-rights.ts'
import { photoUrl } from '../inspection/photo/present.ts'
import { allowedRefundActions, type RefundFacts } from './actions.ts'
import { type Approval, openApprovals } from './approval-store.ts'
import { type CountedRefund, NO_GOODS, type ReturnedGoods, returnedGoodsOf } from './facts-store.ts'
import type { DetailedRefund, ListedRefund } from './list-store.ts'
import { type LaterRefund, pastOf, type RefundPast } from './past-store.ts'
import { refundRequest } from './request.ts'
import { openRequestOf } from './store.ts'

export type RefundRow = z.output<typeof refundRow>
type RefundDetail = z.output<typeof refundDetail>
type Context = Pick<CallContext, 'actor' | 'services' | 'now'>

/** What stands beside a case and decides what can be done with it. */
export interface BesideRefund {
  readonly goods: ReturnedGoods
  readonly approval: Approval | null
}

/** The goods and the open approval of each of these cases, by case. */
export async function besideRefunds(
  tx: Tx,
  refunds: readonly CountedRefund[],
): Promise<(refundId: string) => BesideRefund> {
  const goods = await returnedGoodsOf(tx, refunds)
  const approvals = await openApprovals(
    tx,
    refunds.map(({ refundId }) => refundId),
  )
  return (refundId) => ({ goods: goods.get(refundId) ?? NO_GOODS, approval: approvals.get(refundId) ?? null })
}

/** The same of one case. */
export const besideRefund = async (tx: Tx, refund: CountedRefund): Promise<BesideRefund> =>
  (await besideRefunds(tx, [refund]))(refund.refundId)

/** The same with what came before a case, which decides nothing and is shown. */
export interface ShownBeside extends BesideRefund {
  readonly past: RefundPast
}

/** What is shown beside each of these cases, by case. */
export async function shownBesides(
  tx: Tx,
  refunds: readonly LaterRefund[],
): Promise<(refundId: string) => ShownBeside> {
  const besideOf = await besideRefunds(tx, refunds)
  const past = await pastOf(tx, refunds)
  return (refundId) => ({ ...besideOf(refundId), past: past(refundId) })
}

/** The same of one case. */
export const shownBeside = async (tx: Tx, refund: LaterRefund): Promise<ShownBeside> =>
  (await shownBesides(tx, [refund]))(refund.refundId)

const rowAsRead = rowOf(refundRow)
const detailAsRead = rowOf(refundDetail)
const approvalAsRead = rowOf(refundApproval)

/** A row and what is worked out of it, for the rows of the contract. */
function withComputed<Refund extends ListedRefund>(refund: Refund, beside: ShownBeside, context: Context) {
  const { actor, services, now } = context
  const desired = openRequestOf(refund)
  const { goods, approval } = beside
  const facts: RefundFacts = { ...refund, goods, approval, desired }
  const expiry = expiryOf(refund)
  return {
    ...refund,
    desired,
    ...beside.past,
    stateText: refundStateText({ ...refund, goods }),
    paysFen: paidToBuyer(refund),
    coverUrl: photoUrl(refund.coverKey, services, now),
    returnCarrierName: findCarrier(refund.returnCarrierCode)?.name ?? '',
    receivedAt: beside.goods.receivedAt,
    recheckedAt: beside.goods.recheckedAt,
    expiry: expiry && { turn: expiry.turn, words: expiry.words },
    awaitsApproval: beside.approval !== null,
    allowedActions: allowedRefundActions(facts, actor),
  }
}

/** A case as the actor may see it. */
export const presentRefund = (refund: ListedRefund, beside: ShownBeside, context: Context): RefundRow =>
  rowAsRead(withComputed(refund, beside, context), context.actor)

/** An approval and what is worked out of it, for the rows of the contract. */
function approvalOf(approval: Approval, { employeeId }: Context['actor']) {
  const content = refundRequest.parse(approval.desired)
  const plan = content.want === 'plan_taken' ? content.plan : null
  return { ...approval, plan, isOwn: approval.requestedById === employeeId }
}

/** A payment that waits for a second person, or that one decided over, as the actor may see it. */
export const presentApproval = (approval: Approval, { actor }: Pick<Context, 'actor'>) =>
  approvalAsRead(approvalOf(approval, actor), actor)

function presentParcel(carrierCode: string, waybill: string) {
  return waybill === '' ? null : { carrierCode, carrierName: findCarrier(carrierCode)?.name ?? '', waybill }
}

/** What the market decided, or null where it offers no plans. */
function plansOf({ keepPlanFen, returnPlanFen, decidedPlan }: DetailedRefund) {
  if (keepPlanFen === null && returnPlanFen === null) return null
  return { keepFen: keepPlanFen, returnFen: returnPlanFen, decided: decidedPlan }
}

/** What stands in other tables beside a case on its own page. */
export type BesideDetail = Pick<
  RefundDetail,
  'evidence' | 'refusalPhotos' | 'recheckPhotos' | 'units' | 'orderUnitCount' | 'history'
> & {
  readonly approvals: readonly Approval[]
}

/** A case as its own page shows it to the actor. */
export function presentRefundDetail(
  refund: DetailedRefund,
  beside: ShownBeside,
  { approvals, ...others }: BesideDetail,
  context: Context,
): RefundDetail {
  const { actor } = context
  const row = {
    ...withComputed(refund, beside, context),
    orderAmountFen: refund.paidFen ?? refund.dealPriceFen,
    fault: faultOf(refund.reasonCode),
    resendParcel: presentParcel(refund.resendCarrierCode, refund.resendWaybill),
    refusedParcel: presentParcel(refund.refusedCarrierCode, refund.refusedWaybill),
    plans: plansOf(refund),
    approvals: approvals.map((approval) => approvalOf(approval, actor)),
    ownLimitFen: actor.isOwner ? null : actor.refundLimitFen,
    ...others,
  }
  return detailAsRead(row, actor)
}
