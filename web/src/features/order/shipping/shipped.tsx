import { useQuery } from '@tanstack/react-query'
import { pollMs, queryOf } from '../../../api/queries.ts'
import { Icon } from '../../../components/icon/icon.tsx'
import { FailureNote } from '../../../components/note/note.tsx'
import { can } from '../../../session/session.ts'
import type { ChannelOrders } from '../../channel/channels.ts'
import { SyncTag } from '../order-tags.tsx'
import type { OrderRow } from '../types.ts'
import { NextOrders } from './next-orders.tsx'
import styles from './shipped.module.css'

/** The marketplace is told within seconds; asked this often until it has answered. */
const SYNC_EVERY_MS = 2000

/** Follows whether the marketplace took the shipment; who may not read orders keeps what the call answered. */
function useSync({ calls }: ChannelOrders, order: OrderRow) {
  const { data } = useQuery({
    ...queryOf(calls.detail, { orderId: order.orderId }),
    enabled: can(calls.detail.path),
    refetchInterval: ({ state }) => state.data?.deliverySync === 'pending' && pollMs(SYNC_EVERY_MS),
  })
  const isNews = data !== undefined && data.version >= order.version && data.state !== 'awaiting_shipment'
  return {
    sync: isNews ? data.deliverySync : order.deliverySync,
    failure: isNews ? data.deliveryFailure : '',
  }
}

interface ShippedProps {
  orders: ChannelOrders
  order: OrderRow
  /** The parcel had left before; its number alone is another now. */
  isChange: boolean
  /** Goes on with another order. */
  open: (order: OrderRow, firstCode: string) => void
}

/** A shipped order, how the marketplace took it, and what to ship next. */
export function Shipped({ orders, order, isChange, open }: ShippedProps) {
  const { sync, failure } = useSync(orders, order)
  return (
    <div className={styles.shipped}>
      <div className={styles.done} role="status">
        <Icon name="check" size={22} />
        <div>
          <p>
            <b>{isChange ? '运单已改' : '已发货'}</b> <span className="code">{order.orderNo}</span>
          </p>
          <p>
            {order.carrierName} <span className="code">{order.waybill}</span>
          </p>
        </div>
        <SyncTag sync={sync} />
      </div>
      {sync === 'failed' ? <FailureNote text={failure || '闲鱼没有收下这次发货，请到订单详情核对后改运单。'} /> : null}
      <NextOrders orders={orders} exceptId={order.orderId} open={open} />
    </div>
  )
}
