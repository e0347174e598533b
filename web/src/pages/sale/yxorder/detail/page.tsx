import { PAGES } from '@huanji/contract/pages'
import { Neighbours } from '../../../../components/list/neighbours.tsx'
import { CHANNEL_DESCRIPTIONS } from '../../../../features/channel/channels.ts'
import { OrderDetailPage } from '../../../../features/order/detail/order-detail-page.tsx'

const loadOrders = async () => (await import('../../../../features/order/list/curated-orders.tsx')).curatedOrderList

/** 订单详情: one curated order with buyer, amounts, lines and the phones chosen for them, parcel and log. */
export default function CuratedOrderPage() {
  return (
    <OrderDetailPage
      orders={CHANNEL_DESCRIPTIONS.curated.orders}
      title={PAGES.curatedOrder.title}
      neighbours={(orderId) => <Neighbours load={loadOrders} current={orderId} unit="单" />}
    />
  )
}
