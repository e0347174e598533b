import { BILL_DIRECTION_LABELS } from '@huanji/contract/features/bill/labels'
import { billColumns } from '@huanji/contract/features/bill/rows'
import { CHANNEL_LABELS, optionsOf } from '@huanji/contract/labels'
import { api } from '../../api/client.ts'
import { defineList } from '../../components/list/list-types.ts'
import { SubLine } from '../../components/sub-line/sub-line.tsx'
import { BILL_STATE_OPTIONS, BILL_TONES, BILL_TYPE_OPTIONS, type BillRow } from './bill-labels.ts'
import {
  BILL_LIST,
  LongText,
  MOVED_CELL,
  OCCURRED_FILTER,
  ORDER_NO_FILTER,
  REFUND_NO_FILTER,
  SHOP_FILTER,
} from './bill-lists.tsx'
import { BillTotals } from './bill-totals.tsx'
import { OrderNo } from './order-no.tsx'
import { RefundNo } from './refund-no.tsx'
import { SignedMoney } from './signed-money.tsx'

/** The order, what all of its rows come to, since they stand together, and the case that moved the money. */
function Order({ row }: { row: BillRow }) {
  const { refundNo, orderNetFen } = row
  return (
    <>
      <OrderNo {...row} />
      {orderNetFen === null && refundNo === '' ? null : (
        <SubLine>
          {orderNetFen === null ? null : (
            <>
              本单合计 <SignedMoney fen={orderNetFen} />{' '}
            </>
          )}
          {refundNo === '' ? null : <RefundNo refundNo={refundNo} word="售后" />}
        </SubLine>
      )}
    </>
  )
}

const hinted = (text: string) => <span title={text}>{text || '—'}</span>

/** The merchant's bills; the grant of the page is the right to see its money. */
export const billList = defineList({
  key: 'bills',
  ...BILL_LIST,
  call: api.bill.list,
  rowKey: (row) => row.billId,
  rowLabel: (row) => row.billNo,
  filters: [
    ORDER_NO_FILTER,
    { kind: 'select', name: 'type', label: '类型', options: BILL_TYPE_OPTIONS, counted: true },
    { kind: 'select', name: 'direction', label: '收支', options: optionsOf(BILL_DIRECTION_LABELS), counted: true },
    { ...SHOP_FILTER, counted: true },
    { kind: 'select', name: 'channel', label: '渠道', options: optionsOf(CHANNEL_LABELS), counted: true },
    REFUND_NO_FILTER,
    OCCURRED_FILTER,
  ],
  tabs: { name: 'state', options: BILL_STATE_OPTIONS, counts: (answer) => answer.counts },
  columns: billColumns,
  cells: {
    billNo: { widthPx: 188 },
    type: { widthPx: 112 },
    amount: { ...MOVED_CELL, shows: ['direction', 'counted'] },
    formula: { widthPx: 288, grows: 2, cell: (row) => <LongText text={row.formula} />, copy: (row) => row.formula },
    state: { tones: BILL_TONES },
    orderNo: { widthPx: 208, cell: (row) => <Order row={row} /> },
    refundNo: { widthPx: 196, cell: (row) => <RefundNo refundNo={row.refundNo} /> },
    title: { widthPx: 240, grows: 1, cell: (row) => hinted(row.title) },
    imei: { cell: (row) => <span className="code">{row.imei || '—'}</span> },
    channel: { widthPx: 72 },
    remark: { widthPx: 200, cell: (row) => hinted(row.remark) },
  },
  totals: (_, filter) => <BillTotals filter={filter} />,
  empty: { title: '还没有账单', hint: '订单完成并由闲鱼结算后，账单会出现在这里。' },
})
