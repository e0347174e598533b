import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../api/queries.ts'
import { Countdown } from '../../../components/countdown/countdown.tsx'
import { can } from '../../../session/session.ts'
import type { ChannelOrders } from '../../channel/channels.ts'
import { hasLeft } from '../order-labels.ts'
import type { OrderRow } from '../types.ts'
import styles from './ship-order.module.css'

interface ShipHeadProps {
  orders: ChannelOrders
  order: OrderRow
}

function Receiver({ orders, orderId }: { orders: ChannelOrders; orderId: string }) {
  const { data } = useQuery(queryOf(orders.calls.detail, { orderId }))
  if (!data) return <span className="muted">正在读取收货人…</span>
  const { name, phone, region, detail } = data.receiver
  return (
    <span>
      收货人 {name} <span className="num">{phone}</span> {region} {detail}
    </span>
  )
}

/** What is being shipped, to whom, and until when. */
export function ShipHead({ orders, order }: ShipHeadProps) {
  return (
    <div>
      <p>
        <b>{order.title}</b>
      </p>
      <p className={styles.facts}>
        {hasLeft(order) ? (
          <span>
            现在的运单 {order.carrierName} <span className="code">{order.waybill}</span>
          </span>
        ) : (
          <span>
            最晚发货 <Countdown deadlineAt={order.deadlineAt} />
          </span>
        )}
        <span>{order.shopName}</span>
        {can(orders.calls.detail.path) ? <Receiver orders={orders} orderId={order.orderId} /> : null}
      </p>
      {order.remark === '' ? null : <p className={styles.remark}>备注：{order.remark}</p>}
    </div>
  )
}
