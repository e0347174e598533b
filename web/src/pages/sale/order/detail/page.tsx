import { PAGES } from '@huanji/contract/pages'
import { Neighbours } from '../../../../components/list/neighbours.tsx'
import { CHANNEL_DESCRIPTIONS } from '../../../../features/channel/channels.ts'
import { OrderDetailPage } from '../../../../features/order/detail/order-detail-page.tsx'

const loadOrders = async () => (await import('../../../../features/order/list/auction-orders.tsx')).orderList

/** 订单详情: one auction order with buyer, amounts, units, parcel, bids and log. */
export default function AuctionOrderPage() {
  return (
    <OrderDetailPage
      orders={CHANNEL_DESCRIPTIONS.auction.orders}
      title={PAGES.auctionOrder.title}
      neighbours={(orderId) => <Neighbours load={loadOrders} current={orderId} unit="单" />}
    />
  )
}
