import { type Fen, formatFen } from '@huanji/domain/money'
import { Note } from '../../../components/note/note.tsx'
import type { RefundDetail } from '../types.ts'

/** True where a payment needs a second person. */
export const isAboveLimit = ({ ownLimitFen }: Pick<RefundDetail, 'ownLimitFen'>, amountFen: Fen | null): boolean =>
  ownLimitFen !== null && amountFen !== null && amountFen > ownLimitFen

/** Says before a payment is asked for that a second person has to agree to it. */
export function LimitNote({ refund, amountFen }: { refund: RefundDetail; amountFen: Fen | null }) {
  if (!isAboveLimit(refund, amountFen)) return null
  const { ownLimitFen } = refund
  return (
    <Note tone="warning">
      <span>
        <b>超出您的额度{ownLimitFen === 0 ? '' : `（${formatFen(ownLimitFen ?? 0)}）`}，将提交审批：</b>
        有权限的同事批准后才会退款给买家。
      </span>
    </Note>
  )
}
