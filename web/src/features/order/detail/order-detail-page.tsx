import type { REQUEST_LABELS } from '@huanji/contract/labels'
import { linkTo, PAGES } from '@huanji/contract/pages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { api } from '../../../api/client.ts'
import { pollMs, queryOf, refresh } from '../../../api/queries.ts'
import { ActionBar } from '../../../components/actions/action-bar.tsx'
import { Countdown } from '../../../components/countdown/countdown.tsx'
import { DetailPage, Section } from '../../../components/detail/detail.tsx'
import { DetailPending } from '../../../components/detail/detail-pending.tsx'
import { Timeline } from '../../../components/detail/timeline.tsx'
import { IdMissing } from '../../../components/empty/id-missing.tsx'
import { GradeBadge } from '../../../components/grade/grade-badge.tsx'
import { Note } from '../../../components/note/note.tsx'
import { RemarkSection } from '../../../components/remark/remark-section.tsx'
import { can } from '../../../session/session.ts'
import type { ChannelOrders } from '../../channel/channels.ts'
import { RequestNote } from '../../request/request.tsx'
import { orderActions } from '../order-actions.tsx'
import { deadlineLabel, hasDeadline, isUnpicked } from '../order-labels.ts'
import { OrderStateTag, SyncTag } from '../order-tags.tsx'
import { RemarkEditor } from '../remark/remark-editor.tsx'
import type { OrderDetail } from '../types.ts'
import { AmountSection } from './amount-section.tsx'
import { BuyerSection } from './buyer-section.tsx'
import { OfferSection } from './offer-section.tsx'
import styles from './order-detail-page.module.css'
import { LinesSection } from './order-lines.tsx'
import { GoodsSection, ParcelSection } from './order-sections.tsx'
import { OrderUnits } from './order-units.tsx'

const SYNC_EVERY_MS = 3000

/** What did not come true where the marketplace refused it. */
const REFUSED_LEADS: Readonly<Partial<Record<keyof typeof REQUEST_LABELS, string>>> = {
  shipped: '闲鱼没有收到发货信息',
  change_price: '改价没有成功，订单仍是原来的价格',
  closed: '订单没有关闭',
}

/** Until when the buyer has to pay, or we to ship. */
function DeadlineSection({ order }: { order: OrderDetail }) {
  if (!hasDeadline(order) || order.deadlineAt === null) return null
  return (
    <Section title={deadlineLabel(order)}>
      <p className={styles.deadline}>
        <Countdown deadlineAt={order.deadlineAt} />
      </p>
    </Section>
  )
}

/** The after-sale case of the order, for whoever may see cases. */
function CaseLink({ order }: { order: OrderDetail }) {
  const mayHaveOne = order.inRefund || order.state === 'refunded'
  if (!mayHaveOne || !can(PAGES.refunds.path)) return null
  return <Link to={linkTo('refunds', { code: order.orderNo })}>查看售后</Link>
}

/** What keeps a paid order from being shipped: more was sold than there is, or phones are still to be chosen. */
function ShortNote({ order }: { order: OrderDetail }) {
  if (order.state !== 'awaiting_shipment') return null
  const missing = order.unitCount - order.pickedCount
  if (order.isShort) {
    return (
      <Note tone="danger">
        <span>
          <b>缺货：</b>还差 {missing} 台。请补足同规格、同成色的手机再发货，或关闭订单。
        </span>
      </Note>
    )
  }
  return isUnpicked(order) ? (
    <Note tone="warning">
      <span>还有 {missing} 台没有选手机，选齐后才能发货。</span>
    </Note>
  ) : null
}

interface OrderDetailPageProps {
  orders: ChannelOrders
  /** What kind of page it is. */
  title: string
  /** The ways to the orders before and after it. */
  neighbours: (orderId: string) => ReactNode
}

function Order({ orders, title, neighbours, order }: OrderDetailPageProps & { order: OrderDetail }) {
  const queries = useQueryClient()
  const actions = useMemo(() => orderActions(orders), [orders])
  return (
    <DetailPage
      page={title}
      title={order.title}
      coverUrl={order.coverUrl}
      code={{ label: '订单号', text: order.orderNo }}
      price={{ label: '成交价', fen: order.dealPriceFen }}
      neighbours={neighbours(order.orderId)}
      state={
        <>
          <OrderStateTag order={order} />
          <GradeBadge grade={order.grade} />
          <SyncTag sync={order.deliverySync} />
          <CaseLink order={order} />
        </>
      }
      actions={
        <ActionBar
          actions={actions}
          row={order}
          labelOf={(row) => row.orderNo}
          refresh={() => refresh(queries, orders.calls.detail, orders.calls.list)}
        />
      }
      side={
        <>
          <DeadlineSection order={order} />
          <RemarkSection
            remark={order.remark}
            mayWrite={order.allowedActions.includes('remark')}
            form={(onDone) => <RemarkEditor orders={orders} order={order} onDone={onDone} />}
          />
          <Section title="状态日志">
            <Timeline lines={order.history} />
          </Section>
        </>
      }
    >
      <RequestNote
        desired={order.desired}
        refusedLead={REFUSED_LEADS[order.desired?.want ?? 'shipped'] ?? '闲鱼没有接受'}
      />
      <ShortNote order={order} />
      <GoodsSection order={order} />
      <BuyerSection order={order} />
      <AmountSection order={order} />
      {orders.stock ? <LinesSection order={order} /> : null}
      <OrderUnits units={order.units} />
      <ParcelSection order={order} />
      {orders.stock === null && can(api.auctionOrder.offerRecord.path) ? (
        <OfferSection orderId={order.orderId} />
      ) : null}
    </DetailPage>
  )
}

/** True while the marketplace has still to answer something that was asked of it. */
const isWaitingForAnswer = (order: OrderDetail | undefined): boolean =>
  order?.deliverySync === 'pending' || order?.desired?.state === 'pending'

function OrderById({ orderId, ...props }: OrderDetailPageProps & { orderId: string }) {
  const query = useQuery({
    ...queryOf(props.orders.calls.detail, { orderId }),
    refetchInterval: ({ state }) => isWaitingForAnswer(state.data) && pollMs(SYNC_EVERY_MS),
  })
  return <DetailPending query={query}>{(order) => <Order {...props} order={order} />}</DetailPending>
}

/** One order of a channel, by its address. */
export function OrderDetailPage(props: OrderDetailPageProps) {
  const [search] = useSearchParams()
  const orderId = search.get('orderId') ?? ''
  if (orderId !== '') return <OrderById key={orderId} orderId={orderId} {...props} />
  return <IdMissing what="订单号" list="订单列表" to={props.orders.page} />
}
