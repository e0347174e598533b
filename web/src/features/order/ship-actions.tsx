import { lazy } from 'react'
import { api } from '../../api/client.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { type ActionContext, defineAction } from '../../components/actions/action.ts'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import type { ChannelOrders } from '../channel/channels.ts'
import { desiredActions } from '../trade/desired-actions.ts'
import type { OrderRow } from './types.ts'

const ShippingDrawer = lazy(
  lazyPage(async () => ({ default: (await import('./shipping/shipping-drawer.tsx')).ShippingDrawer })),
)

/** Opens packing for a channel's order, or first asks for a phone to be scanned; ends when it is closed. */
export const openShipping = (orders: ChannelOrders, order: OrderRow | null): Promise<unknown> =>
  openOverlay((close) => <ShippingDrawer orders={orders} order={order} onClose={close} />)

const shipFirst =
  (orders: ChannelOrders) =>
  async ([order]: readonly OrderRow[], { refresh }: ActionContext<OrderRow>) => {
    if (!order) return
    await openShipping(orders, order)
    await refresh()
  }

/** 发货: scan the units, scan the waybill (docs/domain.md §5.7). */
export const shipAction = (orders: ChannelOrders) =>
  defineAction<OrderRow>({
    key: 'ship',
    name: '发货',
    icon: 'truck',
    tone: 'primary',
    shortcut: 'f',
    grant: orders.calls.delivery.path,
    allowed: 'ship',
    run: shipFirst(orders),
  })

/** 重新发货: the parcel left, but the marketplace refused what it was told of it. */
export const resendAction = (orders: ChannelOrders) =>
  defineAction<OrderRow>({
    key: 'resend',
    name: '重新发货',
    icon: 'refresh',
    tone: 'danger',
    grant: orders.calls.delivery.path,
    allowed: 'resend',
    run: shipFirst(orders),
  })

/** What is left to do where the marketplace refused to know of a shipment, beside sending it again corrected. */
export const shipmentDecisions = (orders: ChannelOrders) =>
  desiredActions<OrderRow>({
    grant: orders.calls.delivery.path,
    labelOf: (order) => order.orderNo,
    tasks: { retry: 'shipment.retry', giveUp: 'shipment.giveUp' },
    retry: ({ orderId }, options) => api.extShipment.retry({ orderId }, options),
    giveUp: ({ orderId }, options) => api.extShipment.giveUp({ orderId }, options),
  })

/** 查看: the order's own page. */
export const openOrderAction = (orders: ChannelOrders) =>
  defineAction<OrderRow>({
    key: 'open',
    name: '查看',
    grant: orders.calls.detail.path,
    run: ([order], { navigate }) => {
      if (order) void navigate(orders.link(order.orderId))
    },
  })
