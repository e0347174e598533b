import { ListPage } from '../../../components/list/list-page.tsx'
import { askListEarly } from '../../../components/list/use-list-query.ts'
import { CHANNEL_DESCRIPTIONS } from '../../../features/channel/channels.ts'
import { orderList } from '../../../features/order/list/auction-orders.tsx'
import { ShippingTools } from '../../../features/order/list/shipping-tools.tsx'

/** @public called by the application when it starts at this address (`PageModule`) */
export const preload = () => askListEarly(orderList)

/** 鱼市订单: what was won at auction, from payment to receipt. */
export default function OrderPage() {
  return <ListPage list={orderList} toolbar={<ShippingTools orders={CHANNEL_DESCRIPTIONS.auction.orders} />} />
}
