import { ListPage } from '../../../components/list/list-page.tsx'
import { askListEarly } from '../../../components/list/use-list-query.ts'
import { CHANNEL_DESCRIPTIONS } from '../../../features/channel/channels.ts'
import { curatedOrderList } from '../../../features/order/list/curated-orders.tsx'
import { ShippingTools } from '../../../features/order/list/shipping-tools.tsx'

/** @public called by the application when it starts at this address (`PageModule`) */
export const preload = () => askListEarly(curatedOrderList)

/** 严选订单: what was bought at a fixed price, from payment to receipt. */
export default function CuratedOrderPage() {
  return <ListPage list={curatedOrderList} toolbar={<ShippingTools orders={CHANNEL_DESCRIPTIONS.curated.orders} />} />
}
