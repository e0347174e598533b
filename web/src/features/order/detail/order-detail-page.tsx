import { PAGES } from '@huanji/contract/pages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api } from '../../../api/client.ts'
import { pollMs, queryOf, refresh } from '../../../api/queries.ts'
import { ActionBar } from '../../../components/actions/action-bar.tsx'
import { Countdown } from '../../../components/countdown/countdown.tsx'
import { DetailPage, Section } from '../../../components/detail/detail.tsx'
import { DetailPending } from '../../../components/detail/detail-pending.tsx'
import { Timeline } from '../../../components/detail/timeline.tsx'
import { GradeBadge } from '../../../components/grade/grade-badge.tsx'
import { Neighbours } from '../../../components/list/neighbours.tsx'
import { CHANNEL_DESCRIPTIONS } from '../../channel/channels.ts'
import { isWaiting } from '../order-labels.ts'
import { OrderStateTag, SyncTag } from '../order-tags.tsx'
import { resendAction, shipAction, shipmentDecisions } from '../ship-actions.tsx'
import type { OrderDetail } from '../types.ts'
import { DesiredNote } from '../../trade/desired.tsx'
import { IdMissing } from '../../trade/id-missing.tsx'
import { can } from '../../../session/session.ts'
import { BuyerSection } from './buyer-section.tsx'
import { OfferSection } from './offer-section.tsx'
import { AmountSection, GoodsSection, ParcelSection } from './order-sections.tsx'
import { OrderUnits } from './order-units.tsx'
import styles from './page.module.css'

const SYNC_EVERY_MS = 3000
const loadOrders = async () => (await import('../orders.tsx')).orderList
const { orders } = CHANNEL_DESCRIPTIONS.auction
const { retryAction, giveUpAction } = shipmentDecisions(orders)
const ACTIONS = [shipAction(orders), resendAction(orders), retryAction, giveUpAction]

/** Until when the buyer has to pay, or we to ship. */
function DeadlineSection({ order }: { order: OrderDetail }) {
  if (!isWaiting(order.state) || order.deadlineAt === null) return null
  return (
    <Section title={order.state === 'awaiting_payment' ? '付款截止' : '发货截止'}>
      <p className={styles.deadline}>
        <Countdown deadlineAt={order.deadlineAt} />
      </p>
    </Section>
  )
}

function Order({ order }: { order: OrderDetail }) {
  const queries = useQueryClient()
  return (
    <DetailPage
      page={PAGES.auctionOrder.title}
      title={order.title}
      coverUrl={order.coverUrl}
      code={{ label: '订单号', text: order.orderNo }}
      price={{ label: '成交价', fen: order.dealPriceFen }}
      neighbours={<Neighbours load={loadOrders} current={order.orderId} unit="单" />}
      state={
        <>
          <OrderStateTag order={order} />
          <GradeBadge grade={order.grade} />
          <SyncTag sync={order.deliverySync} />
        </>
      }
      actions={
        <ActionBar
          actions={ACTIONS}
          row={order}
          labelOf={(row) => row.orderNo}
          refresh={() => refresh(queries, orders.calls.detail, orders.calls.list)}
        />
      }
      side={
        <>
          <DeadlineSection order={order} />
          <Section title="状态日志">
            <Timeline lines={order.history} />
          </Section>
        </>
      }
    >
      <DesiredNote desired={order.desired} refusedLead="闲鱼没有收到发货信息" />
      <GoodsSection order={order} />
      <BuyerSection order={order} />
      <AmountSection order={order} />
      <OrderUnits units={order.units} />
      <ParcelSection order={order} />
      {can(api.auctionOrder.offerRecord.path) ? <OfferSection orderId={order.orderId} /> : null}
    </DetailPage>
  )
}

function OrderById({ orderId }: { orderId: string }) {
  const query = useQuery({
    ...queryOf(orders.calls.detail, { orderId }),
    refetchInterval: ({ state }) => state.data?.deliverySync === 'pending' && pollMs(SYNC_EVERY_MS),
  })
  return <DetailPending query={query}>{(order) => <Order order={order} />}</DetailPending>
}

/** 订单详情: one auction order with buyer, amounts, units, parcel, bids and log. */
export default function OrderDetailPage() {
  const [search] = useSearchParams()
  const orderId = search.get('orderId') ?? ''
  if (orderId !== '') return <OrderById key={orderId} orderId={orderId} />
  return <IdMissing what="订单编号" list="订单列表" to={orders.page} />
}
