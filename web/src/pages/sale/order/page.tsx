import { useQueryClient } from '@tanstack/react-query'
import { refresh } from '../../../api/queries.ts'
import { Button } from '../../../components/button/button.tsx'
import { ListPage } from '../../../components/list/list-page.tsx'
import { askListEarly } from '../../../components/list/use-list-query.ts'
import { useShortcuts } from '../../../components/shortcuts/shortcuts.ts'
import { CHANNEL_DESCRIPTIONS } from '../../../features/channel/channels.ts'
import { openShipping } from '../../../features/order/ship-actions.tsx'
import { can } from '../../../session/session.ts'
import { orderList } from './orders.tsx'

const { orders } = CHANNEL_DESCRIPTIONS.auction

function ScanToShip() {
  const queries = useQueryClient()
  const ship = async () => {
    await openShipping(orders, null)
    await refresh(queries, orders.calls.list)
  }
  useShortcuts([{ key: 's', label: '扫码发货', run: () => void ship() }])
  return (
    <Button tone="primary" icon="scan" onClick={() => void ship()}>
      扫码发货
    </Button>
  )
}

/** @public called by the application when it starts at this address (`PageModule`) */
export const preload = () => askListEarly(orderList)

/** 鱼市订单: what was won at auction, from payment to receipt. */
export default function OrderPage() {
  return <ListPage list={orderList} toolbar={can(orders.calls.delivery.path) ? <ScanToShip /> : null} />
}
