import { api } from '../../../api/client.ts'
import { Button } from '../../../components/button/button.tsx'
import { FaultNote } from '../../../components/form/fault-note.tsx'
import { useWrite } from '../../../components/form/use-write.ts'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { toast } from '../../../components/toast/toast.ts'
import type { OrderRow } from '../types.ts'

interface ParcelDialogProps {
  order: OrderRow
  onClose: (settled?: OrderRow) => void
}

/** What became of the parcel of an order that ended before the marketplace had heard of it. */
export function ParcelDialog({ order, onClose }: ParcelDialogProps) {
  const { send, isSending, fault } = useWrite()
  const settle = async (hasLeft: boolean) => {
    const input = { orderId: order.orderId, version: order.version, hasLeft }
    const answer = await send(input, (options) => api.shipmentHandling.settle(input, options))
    if (!answer) return
    toast('success', hasLeft ? '已记录：包裹已寄出，请联系快递拦截' : '手机和封袋已收回，可以重新上架')
    onClose(answer.order)
  }
  return (
    <Dialog
      title="包裹寄出了吗？"
      widthPx={460}
      closable={!isSending}
      onClose={() => onClose()}
      footer={
        <>
          <Button disabled={isSending} onClick={() => void settle(true)}>
            已经寄出
          </Button>
          <Button tone="primary" busy={isSending} onClick={() => void settle(false)}>
            没有寄出，收回手机
          </Button>
        </>
      }
    >
      <p>
        订单在闲鱼已结束，闲鱼没有收到这次发货：{order.carrierName} <span className="code">{order.waybill}</span>
      </p>
      <p className="muted">没有寄出：手机和封袋收回，可以重新上架。已经寄出：请联系快递拦截，手机退回后重新质检。</p>
      <FaultNote fault={fault} wayOn="关闭后刷新" reload={() => onClose()} />
    </Dialog>
  )
}
