import { useQueryClient } from '@tanstack/react-query'
import { refresh } from '../../../api/queries.ts'
import { Button } from '../../../components/button/button.tsx'
import { useShortcuts } from '../../../components/shortcuts/shortcuts.ts'
import { can } from '../../../session/session.ts'
import type { ChannelOrders } from '../../channel/channels.ts'
import { openDeliverMany, openShipping } from '../order-actions.tsx'

/** 扫码发货 and 批量发货 over a channel's list, for whoever ships. */
export function ShippingTools({ orders }: { orders: ChannelOrders }) {
  const queries = useQueryClient()
  const after = async (opened: Promise<unknown>) => {
    await opened
    await refresh(queries, orders.calls.list)
  }
  const ship = () => void after(openShipping(orders, null))
  const shipMany = () => void after(openDeliverMany(orders))
  const mayShip = can(orders.calls.delivery.path)
  useShortcuts(
    mayShip
      ? [
          { key: 's', label: '扫码发货', run: ship },
          { key: 'l', label: '批量发货', run: shipMany },
        ]
      : [],
  )
  if (!mayShip) return null
  return (
    <>
      <Button icon="list" onClick={shipMany}>
        批量发货
      </Button>
      <Button tone="primary" icon="scan" onClick={ship}>
        扫码发货
      </Button>
    </>
  )
}
