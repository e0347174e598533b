import { billColumns } from '@huanji/contract/columns/lists'
import { BILL_DIRECTION_LABELS, CHANNEL_LABELS, optionsOf } from '@huanji/contract/labels'
import { PAGES } from '@huanji/contract/pages'
import { Link } from 'react-router'
import { api } from '../../../api/client.ts'
import { defineList } from '../../../components/list/list-types.ts'
import { BILL_STATE_OPTIONS, BILL_TONES, BILL_TYPE_OPTIONS, type BillRow } from '../../../features/bill/bill-labels.ts'
import { BillTotals } from '../../../features/bill/bill-totals.tsx'
import { SignedMoney } from '../../../features/bill/signed-money.tsx'
import { channelOf } from '../../../features/channel/channels.ts'
import { shopOptions } from '../../../features/trade/filter-options.ts'
import { SubLine } from '../../../features/trade/sub-line.tsx'
import { can } from '../../../session/session.ts'
import styles from './bills.module.css'

function OrderNo({ row }: { row: BillRow }) {
  if (row.orderId === null) return <span className="muted">—</span>
  const number = <span className="code">{row.orderNo}</span>
  const { orders } = channelOf(row.channel)
  return can(orders.page) ? <Link to={orders.link(row.orderId)}>{number}</Link> : number
}

const signed = ({ direction, amountFen }: BillRow): number => (direction === 'in' ? amountFen : -amountFen)

function Formula({ row: { formula } }: { row: BillRow }) {
  if (formula === '') return <span className="muted">—</span>
  return (
    <span className={styles.formula} title={formula}>
      {formula}
    </span>
  )
}

/** The order and what all of its rows come to: its rows stand together, and their net is seen on each. */
function Order({ row }: { row: BillRow }) {
  return (
    <>
      <OrderNo row={row} />
      {row.orderNetFen === null ? null : (
        <SubLine>
          本单合计 <SignedMoney fen={row.orderNetFen} />
        </SubLine>
      )}
    </>
  )
}

const hinted = (text: string) => <span title={text}>{text || '—'}</span>

/** The merchant's bills; the grant of the page is the right to see its money. */
export const billList = defineList({
  key: 'bills',
  title: PAGES.bills.title,
  call: api.bill.list,
  rowKey: (row) => row.billId,
  rowLabel: (row) => row.billNo,
  filters: [
    {
      kind: 'text',
      name: 'orderNo',
      codeBox: 'bills-order',
      label: '订单号',
      placeholder: '扫描或输入订单号',
      main: true,
    },
    { kind: 'select', name: 'type', label: '类型', options: BILL_TYPE_OPTIONS, counted: true },
    { kind: 'select', name: 'direction', label: '收支', options: optionsOf(BILL_DIRECTION_LABELS), counted: true },
    { kind: 'select', name: 'shopAccountId', label: '店铺', options: shopOptions, counted: true },
    { kind: 'select', name: 'channel', label: '渠道', options: optionsOf(CHANNEL_LABELS), counted: true },
    { kind: 'days', name: 'occurredFrom', to: 'occurredTo', label: '发生时间' },
  ],
  tabs: { name: 'state', options: BILL_STATE_OPTIONS, counts: (answer) => answer.counts },
  columns: billColumns,
  cells: {
    billNo: { widthPx: 188 },
    type: { widthPx: 112 },
    amount: {
      widthPx: 136,
      cell: (row) => <SignedMoney fen={signed(row)} strong />,
      text: (row) => (signed(row) / 100).toFixed(2),
    },
    formula: { widthPx: 288, grows: 2, cell: (row) => <Formula row={row} />, copy: (row) => row.formula },
    state: { tones: BILL_TONES },
    orderNo: { widthPx: 208, cell: (row) => <Order row={row} /> },
    title: { widthPx: 240, grows: 1, cell: (row) => hinted(row.title) },
    imei: { cell: (row) => <span className="code">{row.imei || '—'}</span> },
    channel: { widthPx: 72 },
    remark: { widthPx: 200, cell: (row) => hinted(row.remark) },
  },
  totals: (answer) => <BillTotals totals={answer.totals} />,
  empty: { title: '还没有账单', hint: '订单完成并由闲鱼结算后，账单会出现在这里。' },
})
