import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { queryOf } from '../../../api/queries.ts'
import { Icon } from '../../../components/icon/icon.tsx'
import { can } from '../../../session/session.ts'
import { FailureNote } from '../../listing/failure-note.tsx'
import { SyncTag } from '../order-tags.tsx'
import type { OrderRow } from '../types.ts'
import { NextOrders } from './next-orders.tsx'

/** The marketplace is told within seconds; asked this often until it has answered. */
const SYNC_EVERY_MS = 2000

/** Follows whether the marketplace took the shipment; who may not read orders keeps what the call answered. */
function useSync(order: OrderRow) {
  const { data } = useQuery({
    ...queryOf(api.auctionOrder.detail, { orderId: order.orderId }),
    enabled: can(api.auctionOrder.detail.path),
    refetchInterval: ({ state }) => (state.data?.deliverySync === 'pending' ? SYNC_EVERY_MS : false),
  })
  const isNews = data !== undefined && data.version >= order.version && data.state !== 'awaiting_shipment'
  return {
    sync: isNews ? data.deliverySync : order.deliverySync,
    failure: isNews ? data.deliveryFailure : '',
  }
}

/** A shipped order, how the marketplace took it, and what to ship next. */
export function Shipped({ order, open }: { order: OrderRow; open: (order: OrderRow, firstCode: string) => void }) {
  const { sync, failure } = useSync(order)
  return (
    <div className="ship">
      <div className="ship-done-note" role="status">
        <Icon name="check" size={22} />
        <div>
          <p>
            <b>已发货</b> <span className="code">{order.orderNo}</span>
          </p>
          <p>
            {order.carrierName} <span className="code">{order.waybill}</span>
          </p>
        </div>
        <SyncTag sync={sync} />
      </div>
      {sync === 'failed' ? (
        <FailureNote text={failure || '闲鱼没有收下这次发货，请到订单详情核对后重新发货。'} />
      ) : null}
      <NextOrders exceptId={order.orderId} open={open} />
    </div>
  )
}
