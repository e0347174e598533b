import { lazy } from 'react'
import { api } from '../../api/client.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { type ActionContext, defineAction } from '../../components/actions/action.ts'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import type { OrderRow } from './types.ts'

const ShippingDrawer = lazy(
  lazyPage(async () => ({ default: (await import('./shipping/shipping-drawer.tsx')).ShippingDrawer })),
)

/** Opens the packing table with an order, or with the question which phone lies there; gives back when it is closed. */
export const openShipping = (order: OrderRow | null): Promise<unknown> =>
  openOverlay((close) => <ShippingDrawer order={order} onClose={close} />)

const shipFirst = async ([order]: readonly OrderRow[], { refresh }: ActionContext<OrderRow>) => {
  if (!order) return
  await openShipping(order)
  await refresh()
}

/** 发货: scan the units, scan the waybill (domain facts §5.7). */
export const shipAction = defineAction<OrderRow>({
  key: 'ship',
  name: '发货',
  icon: 'truck',
  tone: 'primary',
  shortcut: 'f',
  grant: api.auctionOrder.delivery.path,
  when: (order) => order.state === 'awaiting_shipment' && !order.inRefund,
  run: shipFirst,
})

/** 重新发货: the parcel left, but the marketplace refused what it was told of it. */
export const resendAction = defineAction<OrderRow>({
  key: 'resend',
  name: '重新发货',
  icon: 'refresh',
  tone: 'danger',
  grant: api.auctionOrder.delivery.path,
  when: (order) => order.state === 'shipped' && order.deliverySync === 'failed' && !order.inRefund,
  run: shipFirst,
})

/** 查看: the order's own page. */
export const openOrderAction = defineAction<OrderRow>({
  key: 'open',
  name: '查看',
  grant: api.auctionOrder.detail.path,
  run: ([order], { navigate }) => {
    if (order) void navigate(`/sale/order/detail?orderId=${order.orderId}`)
  },
})
