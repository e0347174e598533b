import { useQueryClient } from '@tanstack/react-query'
import { refresh } from '../../../api/queries.ts'
import { Button } from '../../../components/button/button.tsx'
import { isOverlayOpen } from '../../../components/overlay/overlay-host.tsx'
import { giveToShell } from '../../../components/scan/receivers.ts'
import { useScanner } from '../../../components/scan/use-scanner.ts'
import { useShortcuts } from '../../../components/shortcuts/shortcuts.ts'
import { can } from '../../../session/session.ts'
import type { ChannelOrders } from '../../channel/channels.ts'
import { openDeliverMany, openShipping } from '../order-actions.tsx'
import type { OrderRow } from '../types.ts'

/** The order that waits to be shipped with this code; null where none does, and while nobody can say. */
async function waitingOrder({ calls }: ChannelOrders, code: string): Promise<OrderRow | null> {
  try {
    const { list } = await calls.list({ code, state: 'awaiting_shipment', page: 1, pageSize: 1 }, { handles: 'all' })
    return list[0] ?? null
  } catch {
    return null
  }
}

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
  // what waits to be shipped opens its packing; everything else is looked up
  useScanner({
    reach: 'list',
    active: mayShip,
    onScan: (code) => {
      if (isOverlayOpen()) return giveToShell(code)
      void waitingOrder(orders, code).then((order) => {
        if (order === null) giveToShell(code)
        else void after(openShipping(orders, order, 'pack', { firstCode: code === order.orderNo ? '' : code }))
      })
    },
  })
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
