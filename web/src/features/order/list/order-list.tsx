import { orderColumns } from '@huanji/contract/columns/lists'
import { DELIVERY_SYNC_LABELS } from '@huanji/contract/labels'
import { formatShanghai } from '@huanji/domain/time'
import { Countdown } from '../../../components/countdown/countdown.tsx'
import { defineList } from '../../../components/list/list-types.ts'
import { Money } from '../../../components/money/money.tsx'
import { CHANNEL_DESCRIPTIONS } from '../../channel/channels.ts'
import { isWaiting, ORDER_OPTIONS, orderLabel } from '../order-labels.ts'
import { OrderStateTag, SyncTag } from '../order-tags.tsx'
import { openOrderAction, resendAction, shipAction, shipmentDecisions } from '../ship-actions.tsx'
import type { OrderRow } from '../types.ts'
import { searchModels, shopOptions } from '../../trade/filter-options.ts'
import { GoodsCell } from '../../trade/goods-cell.tsx'
import { sessionText } from '../../trade/session-text.ts'
import { SOLD_TOGETHER } from '../../trade/sold-together.tsx'
import styles from './orders.module.css'

/** Payments come in by the minute. */
const REFRESH_MS = 30_000

function Parcel({ row }: { row: OrderRow }) {
  if (row.waybill === '') return <span className="muted">—</span>
  return (
    <>
      {row.carrierName} <span className="code">{row.waybill}</span>
    </>
  )
}

const { name, orders } = CHANNEL_DESCRIPTIONS.auction
const { retryAction, giveUpAction } = shipmentDecisions(orders)

const sessionOf = (row: OrderRow): string => sessionText(row.scheduleDate, row.scheduleNumber)
const orderStateText = ({ state, inRefund }: OrderRow): string => orderLabel(state) + (inRefund ? ' 售后中' : '')

/** The list of auction orders; waiting ones come most urgent first. */
export const orderList = defineList({
  key: 'auction-orders',
  title: orders.title,
  call: orders.calls.list,
  rowKey: (row) => row.orderId,
  rowLabel: (row) => row.orderNo,
  rowState: orderStateText,
  rowCover: (row) => row.coverUrl,
  link: (row) => orders.link(row.orderId),
  tabs: { name: 'state', options: ORDER_OPTIONS, counts: (answer) => answer.counts },
  filters: [
    {
      kind: 'text',
      name: 'code',
      codeBox: 'orders-code',
      label: '编号',
      placeholder: 'IMEI / 条码 / 封袋码 / 订单号 / 运单号',
      main: true,
    },
    { kind: 'text', name: 'keyword', label: '关键字', placeholder: '商品标题、买家昵称' },
    { kind: 'search', name: 'modelId', label: '机型', search: searchModels, counted: true },
    { kind: 'select', name: 'shopAccountId', label: '店铺', options: shopOptions, counted: true },
    { kind: 'day', name: 'scheduleDate', label: '场次日期' },
    { kind: 'days', name: 'orderedFrom', to: 'orderedTo', label: '下单时间' },
  ],
  // Only orders that wait have a deadline to sort by.
  derive: ({ state, sort = isWaiting(state) ? 'deadline.asc' : undefined }) => ({ sort }),
  columns: orderColumns,
  cells: {
    orderNo: { widthPx: 208 },
    state: { cell: (row) => <OrderStateTag order={row} />, text: orderStateText },
    deadline: {
      widthPx: 144,
      text: (row) => (isWaiting(row.state) && row.deadlineAt ? formatShanghai(row.deadlineAt) : ''),
      cell: (row) => <Countdown className={styles.due} deadlineAt={isWaiting(row.state) ? row.deadlineAt : null} />,
    },
    goods: {
      widthPx: 280,
      grows: 1,
      shows: ['grade'],
      cell: (row) => <GoodsCell goods={row} title={row.title} unitCount={row.unitCount} desired={row.desired} />,
    },
    imei: SOLD_TOGETHER,
    start: { widthPx: 104 },
    deal: { widthPx: 124, cell: (row) => <Money fen={row.dealPriceFen} strong /> },
    buyer: { widthPx: 128 },
    session: {
      widthPx: 156,
      cell: (row) => sessionOf(row) || '—',
      text: sessionOf,
    },
    waybill: { widthPx: 228, cell: (row) => <Parcel row={row} />, copy: (row) => row.waybill },
    sync: {
      widthPx: 124,
      text: (row) => (row.deliverySync === 'none' ? '' : DELIVERY_SYNC_LABELS[row.deliverySync]),
      cell: (row) =>
        row.deliverySync === 'none' ? <span className="muted">—</span> : <SyncTag sync={row.deliverySync} />,
    },
    bagCode: { widthPx: 156, cell: (row) => row.bagCode ?? '—' },
    remark: { widthPx: 180, cell: (row) => row.remark || '—' },
  },
  actions: [shipAction(orders), resendAction(orders), retryAction, giveUpAction, openOrderAction(orders)],
  refreshEveryMs: REFRESH_MS,
  empty: { title: '还没有订单', hint: `商品在${name}成交后，订单会出现在这里。` },
})
