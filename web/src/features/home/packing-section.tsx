import type { OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'
import { CHANNEL_LABELS } from '@huanji/contract/labels'
import { CHANNEL_PAGES, linkTo } from '@huanji/contract/pages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { queryOf, refresh } from '../../api/queries.ts'
import { Button } from '../../components/button/button.tsx'
import { Countdown } from '../../components/countdown/countdown.tsx'
import { StateTag } from '../../components/state-tag/state-tag.tsx'
import { SubLine } from '../../components/sub-line/sub-line.tsx'
import { toast } from '../../components/toast/toast.ts'
import { channelOf } from '../channel/channels.ts'
import { openShipping } from '../order/order-actions.tsx'
import styles from './section.module.css'
import { Figure, Section } from './section.tsx'

type Packing = OutputOf<Calls['homeCards']['packing']>
type Waiting = Packing['orders'][number]

/** What is to be shipped next, the nearest deadline first, and how much there is of it. */
export function PackingSection() {
  const queries = useQueryClient()
  const query = useQuery(queryOf(api.homeCards.packing, {}))
  const ship = async ({ channel, orderNo }: Waiting) => {
    const { orders } = channelOf(channel)
    const { list } = await orders.calls.list({ code: orderNo, state: 'awaiting_shipment', page: 1, pageSize: 1 })
    const [order] = list
    if (order) await openShipping(orders, order)
    else toast('info', `订单 ${orderNo} 已不在待发货中`)
    await refresh(queries, api.homeCards.packing)
  }
  return (
    <Section title="待发货" query={query}>
      {({ queues, orders }) => (
        <>
          <div className={styles.figures}>
            {queues.map(({ channel, waiting }) => (
              <Figure
                key={channel}
                label={CHANNEL_LABELS[channel]}
                value={waiting}
                unit="单"
                to={linkTo(CHANNEL_PAGES[channel].orders, { state: 'awaiting_shipment', sort: 'deadline' })}
              />
            ))}
            <Figure label="今天截止" value={sumOf(queues, 'dueToday')} unit="单" />
            <Figure label="已超时" value={sumOf(queues, 'overdue')} unit="单" isUrgent />
          </div>
          {orders.length === 0 ? <p className={styles.quiet}>都发完了，没有待发货的订单。</p> : null}
          <ul className={styles.rows}>
            {orders.map((order, index) => (
              <li key={order.orderId}>
                <Countdown className={styles.lead} deadlineAt={order.deadlineAt} bare />
                <OrderName order={order} />
                <Button small tone={index === 0 ? 'primary' : 'plain'} onClick={() => void ship(order)}>
                  {index === 0 ? '发下一单' : '发货'}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}

const sumOf = (queues: Packing['queues'], name: 'dueToday' | 'overdue'): number =>
  queues.reduce((sum, queue) => sum + queue[name], 0)

const OrderName = ({ order: { title, orderNo, unitCount, isShort, inRefund } }: { order: Waiting }) => (
  <span className={styles.name}>
    {title} {isShort ? <StateTag tone="danger">缺货</StateTag> : null}
    {inRefund ? <StateTag tone="warning">售后中</StateTag> : null}
    <SubLine>
      <span className="code">{orderNo}</span> · {unitCount}台
    </SubLine>
  </span>
)
