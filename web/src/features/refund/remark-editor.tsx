import { api } from '../../api/client.ts'
import { RemarkForm } from '../../components/remark/remark-form.tsx'
import type { DoneRefund } from './refund-actions.tsx'
import type { RefundRow } from './types.ts'
import { useRefundWrite } from './use-refund-write.ts'

interface RemarkEditorProps {
  refund: Pick<RefundRow, 'refundId' | 'channel' | 'version' | 'remark'>
  /** Gets the case once the remark is kept, and nothing when the person gave up. */
  onDone: (done?: DoneRefund) => void
}

/** Writes a case's remark. */
export function RemarkEditor({ refund, onDone }: RemarkEditorProps) {
  const { write, latestOf, isSending, fault } = useRefundWrite()
  const { refundId } = refund
  return (
    <RemarkForm
      row={refund}
      what="售后"
      save={async (remarked) => {
        const wanted = { refundId, ...remarked }
        const kept = await write(wanted, (options) => api.refund.remark(wanted, options))
        return kept?.refund ?? null
      }}
      latest={() => latestOf(refund)}
      isSending={isSending}
      fault={fault}
      onDone={(kept) => onDone(kept ? { refund: kept, approval: null } : undefined)}
    />
  )
}
