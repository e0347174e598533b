import { CHANNEL_LABELS } from '@huanji/contract/labels'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { RefundStateTag } from '../refund-tags.tsx'
import type { FoundRefund } from '../types.ts'
import styles from './found-dialog.module.css'

interface FoundDialogProps {
  code: string
  refunds: readonly FoundRefund[]
  onClose: (chosen?: FoundRefund) => void
}

/** A code that points at several cases: which one is meant. */
export function FoundDialog({ code, refunds, onClose }: FoundDialogProps) {
  return (
    <Dialog title={`${code} 有 ${refunds.length} 个售后`} widthPx={620} onClose={() => onClose()}>
      <ul className={styles.found}>
        {refunds.map((refund, index) => (
          <li key={refund.refundId}>
            <button type="button" data-takes-focus={index === 0 ? '' : undefined} onClick={() => onClose(refund)}>
              <RefundStateTag refund={{ ...refund, verdict: null, awaitsApproval: false }} />
              <span>
                {CHANNEL_LABELS[refund.channel]} · {refund.title}
              </span>
              <span className="code">{refund.refundNo}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
