import { Dialog } from '../../../components/overlay/dialog.tsx'
import type { RefundDialogProps } from '../refund-actions.tsx'
import { RemarkEditor } from '../remark-editor.tsx'

/** 备注 from the list. */
export const RemarkDialog = ({ refund, onClose }: RefundDialogProps) => (
  <Dialog title={`备注 ${refund.refundNo}`} widthPx={460} onClose={() => onClose()}>
    <RemarkEditor refund={refund} onDone={onClose} />
  </Dialog>
)
