import { Countdown } from '../../../components/countdown/countdown.tsx'
import { type Column, defineList } from '../../../components/list/list-types.ts'
import { Money } from '../../../components/money/money.tsx'
import { Time } from '../../../components/time/time.tsx'
import { CHANNEL_DESCRIPTIONS } from '../../../features/channel/channels.ts'
import { isWaiting, ORDER_OPTIONS } from '../../../features/order/order-labels.ts'
import { OrderStateTag, SyncTag } from '../../../features/order/order-tags.tsx'
import { openOrderAction, resendAction, shipAction, shipmentDecisions } from '../../../features/order/ship-actions.tsx'
import type { OrderRow } from '../../../features/order/types.ts'
import { searchModels, shopOptions } from '../../../features/trade/filter-options.ts'
import { GoodsCell } from '../../../features/trade/goods-cell.tsx'
import { GradeBadge } from '../../../components/grade/grade-badge.tsx'
import { imeiColumn } from '../../../features/trade/imei-column.tsx'
import { sessionText } from '../../../features/trade/session-text.ts'
import { can } from '../../../session/session.ts'
import styles from './orders.module.css'

/** Payments come in by the minute. */
const REFRESH_MS = 30_000

const GOODS: readonly Column<OrderRow>[] = [
  {
    key: 'orderNo',
    title: '订单号',
    widthPx: 208,
    cell: (row) => <span className="code">{row.orderNo}</span>,
    copy: (row) => row.orderNo,
  },
  { key: 'state', title: '状态', widthPx: 104, cell: (row) => <OrderStateTag order={row} /> },
  {
    key: 'deadline',
    title: '截止时间',
    widthPx: 144,
    cell: (row) => <Countdown className={styles.due} deadlineAt={isWaiting(row.state) ? row.deadlineAt : null} />,
  },
  {
    key: 'goods',
    title: '商品',
    widthPx: 264,
    cell: (row) => <GoodsCell title={row.title} coverUrl={row.coverUrl} desired={row.desired} />,
  },
  imeiColumn(),
]

/** Money, for whoever may see it. */
const MONEY: readonly Column<OrderRow>[] = [
  {
    key: 'start',
    title: '起拍价',
    widthPx: 104,
    align: 'right',
    cell: (row) => <Money fen={row.startPriceFen} />,
    hidden: true,
  },
  {
    key: 'deal',
    title: '成交价',
    widthPx: 124,
    align: 'right',
    cell: (row) => <Money fen={row.dealPriceFen} strong />,
  },
]

function Parcel({ row }: { row: OrderRow }) {
  if (row.waybill === '') return <span className="muted">—</span>
  return (
    <>
      {row.carrierName} <span className="code">{row.waybill}</span>
    </>
  )
}

const REST: readonly Column<OrderRow>[] = [
  { key: 'grade', title: '成色', widthPx: 84, cell: (row) => <GradeBadge grade={row.grade} /> },
  { key: 'buyer', title: '买家', widthPx: 112, cell: (row) => row.buyerNick },
  {
    key: 'session',
    title: '场次',
    widthPx: 156,
    cell: (row) => sessionText(row.scheduleDate, row.scheduleNumber) || '—',
  },
  { key: 'shop', title: '店铺', widthPx: 132, cell: (row) => row.shopName },
  { key: 'orderedAt', title: '下单时间', widthPx: 148, cell: (row) => <Time at={row.orderedAt} /> },
  { key: 'paidAt', title: '付款时间', widthPx: 148, cell: (row) => <Time at={row.paidAt} />, hidden: true },
  { key: 'shippedAt', title: '发货时间', widthPx: 148, cell: (row) => <Time at={row.shippedAt} />, hidden: true },
  { key: 'waybill', title: '物流', widthPx: 228, cell: (row) => <Parcel row={row} />, copy: (row) => row.waybill },
  {
    key: 'sync',
    title: '同步',
    widthPx: 124,
    cell: (row) =>
      row.deliverySync === 'none' ? <span className="muted">—</span> : <SyncTag sync={row.deliverySync} />,
  },
  {
    key: 'bagCode',
    title: '封袋码',
    widthPx: 156,
    cell: (row) => row.bagCode ?? '—',
    copy: (row) => row.bagCode ?? '',
    hidden: true,
  },
  { key: 'remark', title: '备注', widthPx: 180, cell: (row) => row.remark || '—', hidden: true },
]

const { name, orders } = CHANNEL_DESCRIPTIONS.auction
const { retryAction, giveUpAction } = shipmentDecisions(orders)

/** How orders that wait for somebody are put in order; 截止时间 unless chosen otherwise. */
const SORTS = [
  { value: 'deadline', label: '最急在前' },
  { value: 'newest', label: '最新在前' },
]

/** The list of auction orders as the signed-in person may see it; waiting ones come most urgent first. */
export const orderList = () =>
  defineList({
    key: 'auction-orders',
    title: orders.title,
    call: orders.calls.list,
    rowKey: (row) => row.orderId,
    rowLabel: (row) => row.orderNo,
    link: (row) => orders.link(row.orderId),
    tabs: { name: 'state', options: ORDER_OPTIONS, counts: (answer) => answer.counts },
    filters: [
      { kind: 'text', name: 'code', label: '编号', placeholder: 'IMEI / 条码 / 封袋码 / 订单号 / 运单号', main: true },
      { kind: 'text', name: 'keyword', label: '关键字', placeholder: '商品标题、买家昵称' },
      { kind: 'search', name: 'modelId', label: '机型', search: searchModels },
      { kind: 'select', name: 'shopAccountId', label: '店铺', options: shopOptions },
      { kind: 'day', name: 'scheduleDate', label: '场次日期' },
      { kind: 'days', name: 'orderedFrom', to: 'orderedTo', label: '下单时间' },
      { kind: 'select', name: 'sort', label: '待办排序', options: SORTS, none: '默认' },
    ],
    // Only orders that wait have a deadline to sort by.
    derive: ({ state, sort }) => ({ sort: isWaiting(state) ? (sort ?? 'deadline') : 'newest' }),
    columns: [...GOODS, ...(can('field:orderMoney') ? MONEY : []), ...REST],
    actions: [shipAction(orders), resendAction(orders), retryAction, giveUpAction, openOrderAction(orders)],
    refreshEveryMs: REFRESH_MS,
    empty: { title: '还没有订单', hint: `商品在${name}成交后，订单会出现在这里。` },
  })
