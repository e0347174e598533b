import { useCallback, useRef, useState } from 'react'
import { leaving, useLeaveGuard } from '../../../components/form/leave-guard.ts'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { ScanHold } from '../../../components/scan/scan-hold.tsx'
import { toast } from '../../../components/toast/toast.ts'
import type { ChannelOrders } from '../../channel/channels.ts'
import type { ShippingStep } from '../order-actions.tsx'
import { hasLeft, isUnpicked } from '../order-labels.ts'
import { PickOrder } from '../picking/pick-order.tsx'
import type { OrderRow } from '../types.ts'
import { NextOrders } from './next-orders.tsx'
import { ShipOrder } from './ship-order.tsx'
import { Shipped } from './shipped.tsx'

interface ShippingDrawerProps {
  /** The orders of the channel that is shipped for. */
  orders: ChannelOrders
  /** The order to begin with; null begins with scanning a phone. */
  order: OrderRow | null
  /** What an order that is given begins with. */
  step: ShippingStep
  /** The scan that led to the order, which counts as the first of its phones; empty for none. */
  firstCode: string
  /** The number that its parcel is known to have; empty for none. */
  waybill?: string
  onClose: () => void
}

interface PackingState {
  readonly order: OrderRow | null
  readonly firstCode: string
  /** What was scanned in this window as the phones were chosen: it was in the hand just now. */
  readonly scanned: readonly string[]
  readonly step: ShippingStep | 'shipped'
}

const GIVE_UP = leaving({
  title: '还没发出，要走吗？',
  body: '扫过的手机和运单号不会保留。',
  stay: '继续发货',
  go: '先不发了',
})

const titleOf = ({ order, step }: PackingState, isChange: boolean): string => {
  if (order === null) return '扫码发货'
  if (step === 'shipped') return isChange ? '运单已改' : '发货完成'
  if (step === 'pick') return `选手机 ${order.orderNo}`
  return `${isChange ? '改运单' : '发货'} ${order.orderNo}`
}

/** Phones are chosen first where the order lacks some, and may be chosen. */
const stepOf = (orders: ChannelOrders, order: OrderRow, wanted: ShippingStep): ShippingStep =>
  orders.stock !== null && (wanted === 'pick' || isUnpicked(order)) ? 'pick' : 'pack'

/** Shipping by scanner and keyboard alone, one order after the other: choosing its phones, packing them, the next one. */
export function ShippingDrawer({
  orders,
  order: first,
  step: firstStep,
  firstCode: firstScan,
  waybill = '',
  onClose,
}: ShippingDrawerProps) {
  const { stock } = orders
  const [packing, setPacking] = useState<PackingState>(() => ({
    order: first,
    firstCode: firstScan,
    scanned: [],
    step: first === null ? 'pack' : stepOf(orders, first, firstStep),
  }))
  const { order, step, firstCode, scanned } = packing
  // of the order that the window was opened for; the next one is a shipment
  const isChange = first !== null && hasLeft(first) && order?.orderId === first.orderId
  const hasProgress = useRef(false)
  const onProgress = useCallback((has: boolean) => {
    hasProgress.current = has
  }, [])
  const go = (next: OrderRow, to: PackingState['step'], code = '', seen: readonly string[] = []) => {
    hasProgress.current = false
    setPacking({ order: next, firstCode: code, scanned: seen, step: to })
  }
  const open = (next: OrderRow, code: string) => go(next, stepOf(orders, next, 'pack'), code)
  useLeaveGuard(() => hasProgress.current, GIVE_UP)
  const reload = async () => {
    const { list } = await orders.calls.list({ code: order?.orderNo ?? '', page: 1, pageSize: 1 })
    const [latest] = list
    if (!latest) return
    setPacking((old) => ({ ...old, order: latest }))
    toast('info', '已取得最新订单，请核对后再发货')
  }
  return (
    <Dialog title={titleOf(packing, isChange)} kind="drawer" widthPx={780} onClose={onClose}>
      <ScanHold>
        {order === null ? <NextOrders orders={orders} exceptId="" open={open} /> : null}
        {order !== null && step === 'shipped' ? (
          <Shipped orders={orders} order={order} isChange={isChange} open={open} />
        ) : null}
        {order !== null && step === 'pick' && stock !== null ? (
          <PickOrder
            key={order.orderId}
            orders={orders}
            stock={stock}
            order={order}
            onOrder={(latest) => setPacking((old) => ({ ...old, order: latest }))}
            pack={(latest, code, seen) => go(latest, 'pack', code, seen)}
          />
        ) : null}
        {order !== null && step === 'pack' ? (
          <ShipOrder
            key={order.orderId}
            orders={orders}
            order={order}
            firstCode={firstCode}
            scanned={scanned}
            waybill={isChange ? waybill : ''}
            onShipped={(shipped) => go(shipped, 'shipped')}
            onProgress={onProgress}
            reload={reload}
            repick={order.allowedActions.includes('unpick') ? () => go(order, 'pick') : null}
          />
        ) : null}
      </ScanHold>
    </Dialog>
  )
}
