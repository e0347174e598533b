import { Dialog } from '../../../components/overlay/dialog.tsx'
import type { ChannelOrders } from '../../channel/channels.ts'
import type { OrderRow } from '../types.ts'
import { RemarkEditor } from './remark-editor.tsx'

interface RemarkDialogProps {
  orders: ChannelOrders
  order: OrderRow
  onClose: (order?: OrderRow) => void
}

/** 备注 from the list. */
export const RemarkDialog = ({ orders, order, onClose }: RemarkDialogProps) => (
  <Dialog title={`备注 ${order.orderNo}`} widthPx={460} onClose={() => onClose()}>
    <RemarkEditor orders={orders} order={order} onDone={onClose} />
  </Dialog>
)
