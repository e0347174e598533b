import type { Channel } from '@huanji/domain/channel'
import { Link } from 'react-router'
import { can } from '../../session/session.ts'
import { channelOf } from '../channel/channels.ts'

interface OrderNoProps {
  /** Null where the order is none of ours. */
  orderId: string | null
  channel: Channel | null
  orderNo: string
}

/** An order's number, which leads to it where it may be seen. */
export function OrderNo({ orderId, channel, orderNo }: OrderNoProps) {
  if (orderNo === '') return <span className="muted">—</span>
  const number = <span className="code">{orderNo}</span>
  if (orderId === null || channel === null) return number
  const { orders } = channelOf(channel)
  return can(orders.page) ? <Link to={orders.link(orderId)}>{number}</Link> : number
}
