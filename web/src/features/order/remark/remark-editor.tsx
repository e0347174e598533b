import { RemarkForm } from '../../../components/remark/remark-form.tsx'
import type { ChannelOrders } from '../../channel/channels.ts'
import type { OrderRow } from '../types.ts'
import { useOrderWrite } from '../use-order-write.ts'

interface RemarkEditorProps {
  orders: ChannelOrders
  order: Pick<OrderRow, 'orderId' | 'version' | 'remark'>
  /** Gets the order once the remark is kept, and nothing when the person gave up. */
  onDone: (order?: OrderRow) => void
}

/** Writes an order's remark. */
export function RemarkEditor({ orders, order, onDone }: RemarkEditorProps) {
  const { write, latestOf, isSending, fault } = useOrderWrite(orders)
  const { orderId } = order
  return (
    <RemarkForm
      row={order}
      what="订单"
      save={(remarked) => {
        const wanted = { orderId, ...remarked }
        return write(wanted, (options) => orders.calls.addRemark(wanted, options))
      }}
      latest={() => latestOf(orderId)}
      isSending={isSending}
      fault={fault}
      onDone={onDone}
    />
  )
}
