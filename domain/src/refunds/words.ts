import { REFUND_STATES, type RefundAction, type RefundState } from '../states/refund.ts'
import { stateLabel } from '../states/transition.ts'
import { type RefundKindCode, refundKind } from './kinds.ts'

/** A case as its words need it; what it pays in fen, which of one that has ended is what was paid. */
export interface WordedRefund {
  readonly kind: RefundKindCode
  readonly state: RefundState
  readonly amountFen: number
  /** How many phones are waited for, scanned in and looked at again; where it is left out nothing came yet. */
  readonly goods?: { readonly unitCount: number; readonly receivedCount: number; readonly recheckedCount: number }
}

/** What a case pays its buyer, or paid, in fen; null for an exchange or a resending, unless money went back in its place. */
export const paidToBuyer = ({ kind, state, amountFen }: WordedRefund): number | null =>
  refundKind(kind).pays || (state === 'succeeded' && amountFen > 0) ? amountFen : null

const ENDED: Readonly<Partial<Record<RefundKindCode, string>>> = { exchange: '换货完成', resend: '补发完成' }

/** What is due of a case whose parcel is waited for, once its phones are here; null before. */
function dueText({ kind, goods }: WordedRefund): string | null {
  if (!goods || goods.receivedCount === 0 || goods.receivedCount < goods.unitCount) return null
  if (goods.recheckedCount < goods.receivedCount) return '等您复检'
  return kind === 'exchange' ? '等您确认收货' : '等您退款'
}

/**
 * What the state of a case is called: one that has ended by what became of it, so that no exchange is called a refund; one
 * whose phone is here by what is due, so that nobody waits for a parcel that came.
 */
export function refundStateText(refund: WordedRefund): string {
  const due = refund.state === 'awaiting_receipt' ? dueText(refund) : null
  if (due !== null) return due
  if (refund.state !== 'succeeded') return stateLabel(REFUND_STATES, refund.state) ?? refund.state
  return (paidToBuyer(refund) === null ? ENDED[refund.kind] : undefined) ?? '退款成功'
}

/** What the moves of an exchange are called where they are called otherwise for a return. */
const OF_EXCHANGE: Readonly<Partial<Record<RefundAction, string>>> = {
  agreeReturn: '同意换货',
  agreeWithoutAddress: '同意换货，待填地址',
  agreeReturnAutomatically: '超时自动同意换货',
  resend: '补发，换货完成',
}

/** What was done with a case, by its kind. */
export const refundMoveText = (action: RefundAction, kind: RefundKindCode): string =>
  (kind === 'exchange' ? OF_EXCHANGE[action] : undefined) ??
  REFUND_STATES.moves.find((move) => move.action === action)?.label ??
  action
