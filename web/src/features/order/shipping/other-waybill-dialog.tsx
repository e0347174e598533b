import { Button } from '../../../components/button/button.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import type { OrderRow } from '../types.ts'

/** Which of two numbers a parcel really travels under. */
export type RightWaybill = 'theirs' | 'ours'

interface OtherWaybillDialogProps {
  order: OrderRow
  /** The number that the marketplace has. */
  theirs: string
  onClose: (right?: RightWaybill) => void
}

/** Asked before a shipment is submitted again that the marketplace knows under another number: as it stands it would be refused again. */
export function OtherWaybillDialog({ order, theirs, onClose }: OtherWaybillDialogProps) {
  return (
    <Dialog
      title="哪个运单号是对的？"
      widthPx={520}
      onClose={() => onClose()}
      footer={
        <>
          <Button onClick={() => onClose('ours')}>我们的对，再提交一次</Button>
          <Button tone="primary" onClick={() => onClose('theirs')}>
            闲鱼上的对，改成 {theirs}
          </Button>
        </>
      }
    >
      <p>
        订单 <span className="code">{order.orderNo}</span> 在闲鱼上是运单 <span className="code">{theirs}</span>
        ，这里记的是 {order.carrierName} <span className="code">{order.waybill}</span>。请看包裹上的面单。
      </p>
      <p className="muted">我们的对：请先在闲鱼上把运单号改过来，不然闲鱼还会拒绝。</p>
    </Dialog>
  )
}
