import { BILL_DIRECTION_LABELS, CHANNEL_LABELS, optionsOf } from '@huanji/contract/labels'
import { PAGES } from '@huanji/contract/pages'
import { Link } from 'react-router'
import { api } from '../../../api/client.ts'
import { type Column, defineList } from '../../../components/list/list-types.ts'
import { Money } from '../../../components/money/money.tsx'
import { StateTag } from '../../../components/state-tag/state-tag.tsx'
import { Time } from '../../../components/time/time.tsx'
import {
  BILL_STATE_OPTIONS,
  BILL_TONES,
  BILL_TYPE_OPTIONS,
  type BillRow,
  billLabel,
  billTypeText,
} from '../../../features/bill/bill-labels.ts'
import { BillTotals } from '../../../features/bill/bill-totals.tsx'
import { SignedMoney } from '../../../features/bill/signed-money.tsx'
import { channelOf } from '../../../features/channel/channels.ts'
import { shopOptions } from '../../../features/trade/filter-options.ts'
import { can } from '../../../session/session.ts'

function OrderNo({ row }: { row: BillRow }) {
  if (row.orderId === null) return <span className="muted">—</span>
  const number = <span className="code">{row.orderNo}</span>
  const { orders } = channelOf(row.channel)
  return orders !== null && can(orders.page) ? <Link to={orders.link(row.orderId)}>{number}</Link> : number
}

const COLUMNS: readonly Column<BillRow>[] = [
  {
    key: 'billNo',
    title: '账单号',
    widthPx: 188,
    cell: (row) => <span className="code">{row.billNo}</span>,
    copy: (row) => row.billNo,
  },
  { key: 'type', title: '类型', widthPx: 112, cell: (row) => billTypeText(row.type) },
  {
    key: 'amount',
    title: '金额',
    widthPx: 136,
    align: 'right',
    cell: (row) => <SignedMoney fen={row.direction === 'in' ? row.amountFen : -row.amountFen} strong />,
  },
  {
    key: 'formula',
    title: '计算方式',
    widthPx: 288,
    cell: (row) => <span title={row.formula}>{row.formula || '—'}</span>,
    copy: (row) => row.formula,
  },
  {
    key: 'state',
    title: '状态',
    widthPx: 104,
    cell: (row) => <StateTag tone={BILL_TONES[row.state]}>{billLabel(row.state)}</StateTag>,
  },
  { key: 'orderNo', title: '订单号', widthPx: 208, cell: (row) => <OrderNo row={row} />, copy: (row) => row.orderNo },
  { key: 'title', title: '商品', widthPx: 220, cell: (row) => <span title={row.title}>{row.title || '—'}</span> },
  {
    key: 'imei',
    title: 'IMEI',
    widthPx: 168,
    cell: (row) => <span className="code">{row.imei || '—'}</span>,
    copy: (row) => row.imei,
  },
  { key: 'deal', title: '成交价', widthPx: 112, align: 'right', cell: (row) => <Money fen={row.dealPriceFen} /> },
  { key: 'shop', title: '店铺', widthPx: 132, cell: (row) => row.shopName },
  { key: 'channel', title: '渠道', widthPx: 72, cell: (row) => CHANNEL_LABELS[row.channel] },
  { key: 'occurredAt', title: '发生时间', widthPx: 148, cell: (row) => <Time at={row.occurredAt} /> },
  { key: 'settledAt', title: '结算时间', widthPx: 148, cell: (row) => <Time at={row.settledAt} /> },
  { key: 'remark', title: '备注', widthPx: 200, cell: (row) => <span title={row.remark}>{row.remark || '—'}</span> },
]

/** The merchant's bills; the grant of the page is the right to see its money. */
export const billList = defineList({
  key: 'bills',
  title: PAGES.bills.title,
  call: api.bill.list,
  rowKey: (row) => row.billId,
  rowLabel: (row) => row.billNo,
  filters: [
    { kind: 'text', name: 'orderNo', label: '订单号', placeholder: '扫描或输入订单号', main: true },
    { kind: 'select', name: 'type', label: '类型', options: BILL_TYPE_OPTIONS },
    { kind: 'select', name: 'direction', label: '收支', options: optionsOf(BILL_DIRECTION_LABELS) },
    { kind: 'select', name: 'shopAccountId', label: '店铺', options: shopOptions },
    { kind: 'select', name: 'channel', label: '渠道', options: optionsOf(CHANNEL_LABELS) },
    { kind: 'days', name: 'occurredFrom', to: 'occurredTo', label: '发生时间' },
  ],
  tabs: { name: 'state', options: BILL_STATE_OPTIONS },
  columns: COLUMNS,
  totals: (answer) => <BillTotals totals={answer.totals} />,
  empty: { title: '还没有账单', hint: '订单完成并由闲鱼结算后，账单会出现在这里。' },
})
