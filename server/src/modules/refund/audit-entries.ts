import { formatFen } from '@huanji/domain/money'
import type { RefundKindCode } from '@huanji/domain/refunds/kinds'
import { refundMoveText, refundStateText } from '@huanji/domain/refunds/words'
import type { RefundAction, RefundState } from '@huanji/domain/states/refund'
import type { OrderAuditEvent } from '../order/audit-entries.ts'
import type { RefundRecord } from './store.ts'

/** A case that none of our people decided and that paid the buyer, for the audit log; null for any other move. */
export function refundAuditEventOf(
  mine: Pick<RefundRecord, 'refundId' | 'refundNo'> & { readonly kind: RefundKindCode; readonly amountFen: number },
  move: { readonly action: RefundAction; readonly from: RefundState; readonly to: RefundState },
): OrderAuditEvent | null {
  const { refundId, refundNo, kind, amountFen } = mine
  if (move.to !== 'succeeded' || amountFen === 0) return null
  const textOf = (state: RefundState): string => refundStateText({ kind, state, amountFen })
  return {
    action: 'refund.paid',
    actionLabel: '售后退款',
    who: '闲鱼',
    entry: {
      subject: 'refund',
      subjectId: refundId,
      subjectLabel: refundNo,
      before: { 状态: textOf(move.from) },
      after: { 状态: textOf(move.to), 退款金额: formatFen(amountFen), 原因: refundMoveText(move.action, kind) },
    },
  }
}
