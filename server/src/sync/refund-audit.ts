import { formatFen } from '@huanji/domain/money'
import { REFUND_STATES, type RefundAction, type RefundState } from '@huanji/domain/states/refund'
import { stateLabel } from '@huanji/domain/states/transition'
import type { OrderAuditEvent } from '../modules/order/audit-entries.ts'
import type { RefundRecord } from '../modules/refund/store.ts'

const labelOf = (state: RefundState): string => stateLabel(REFUND_STATES, state) ?? state

/** A case that none of our people decided and that paid the buyer, for the audit log; null for any other move. */
export function refundAuditEventOf(
  mine: Pick<RefundRecord, 'refundId' | 'refundNo'>,
  move: { readonly action: RefundAction; readonly from: RefundState; readonly to: RefundState },
  paidFen: number,
): OrderAuditEvent | null {
  if (move.to !== 'succeeded' || paidFen === 0) return null
  const how = REFUND_STATES.moves.find(({ action }) => action === move.action)?.label ?? ''
  return {
    ...{ action: 'refund.paid', actionLabel: '售后退款', who: '闲鱼' },
    entry: {
      ...{ subject: 'refund', subjectId: mine.refundId, subjectLabel: mine.refundNo },
      before: { 状态: labelOf(move.from) },
      after: { 状态: labelOf(move.to), 退款金额: formatFen(paidFen), 原因: how },
    },
  }
}
