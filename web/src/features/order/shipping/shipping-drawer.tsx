import { useCallback, useRef, useState } from 'react'
import { useLeaveGuard } from '../../../components/form/leave-guard.ts'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { toast } from '../../../components/toast/toast.tsx'
import type { ChannelOrders } from '../../channel/channels.ts'
import type { OrderRow } from '../types.ts'
import { NextOrders } from './next-orders.tsx'
import { ShipOrder } from './ship-order.tsx'
import { Shipped } from './shipped.tsx'

interface ShippingDrawerProps {
  /** The orders of the channel that is shipped for. */
  orders: ChannelOrders
  /** The order to begin with; null begins with scanning a phone. */
  order: OrderRow | null
  onClose: () => void
}

interface PackingState {
  readonly order: OrderRow | null
  readonly firstCode: string
  readonly isShipped: boolean
}

const GIVE_UP = {
  title: '放弃这次核对？',
  body: '已扫描的设备和运单号不会保留。',
  ok: '放弃',
  tone: 'danger',
} as const

const titleOf = ({ order, isShipped }: PackingState): string => {
  if (order === null) return '扫码发货'
  return isShipped ? '发货完成' : `发货 ${order.orderNo}`
}

/** Shipping by scanner and keyboard alone, one order after the other. */
export function ShippingDrawer({ orders, order, onClose }: ShippingDrawerProps) {
  const [packing, setPacking] = useState<PackingState>({ order, firstCode: '', isShipped: false })
  const hasProgress = useRef(false)
  const onProgress = useCallback((has: boolean) => {
    hasProgress.current = has
  }, [])
  const open = (next: OrderRow, firstCode: string) => setPacking({ order: next, firstCode, isShipped: false })
  const onShipped = (shipped: OrderRow) => {
    hasProgress.current = false
    setPacking({ order: shipped, firstCode: '', isShipped: true })
  }
  useLeaveGuard(() => hasProgress.current, GIVE_UP)
  const reload = async () => {
    const { list } = await orders.calls.list({ code: packing.order?.orderNo ?? '', page: 1, pageSize: 1 })
    const [latest] = list
    if (!latest) return
    setPacking((old) => ({ ...old, order: latest }))
    toast('info', '已取得最新订单，请核对后再发货')
  }
  return (
    <Dialog title={titleOf(packing)} kind="drawer" widthPx={780} onClose={onClose}>
      {packing.order === null ? <NextOrders orders={orders} exceptId="" open={open} /> : null}
      {packing.order !== null && packing.isShipped ? (
        <Shipped orders={orders} order={packing.order} open={open} />
      ) : null}
      {packing.order !== null && !packing.isShipped ? (
        <ShipOrder
          key={packing.order.orderId}
          orders={orders}
          order={packing.order}
          firstCode={packing.firstCode}
          onShipped={onShipped}
          onProgress={onProgress}
          reload={reload}
        />
      ) : null}
    </Dialog>
  )
}
