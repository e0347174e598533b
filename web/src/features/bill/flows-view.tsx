import { accountFlowColumns } from '@huanji/contract/features/bill/rows'
import { optionsOf } from '@huanji/contract/labels'
import { FLOW_LABELS } from '@huanji/domain/fees/account-flows'
import { api } from '../../api/client.ts'
import { ListPage } from '../../components/list/list-page.tsx'
import { defineList } from '../../components/list/list-types.ts'
import { SubLine } from '../../components/sub-line/sub-line.tsx'
import { Accounts } from './accounts.tsx'
import type { FlowRow } from './bill-labels.ts'
import {
  BILL_LIST,
  type BillViewProps,
  MOVED_CELL,
  OCCURRED_FILTER,
  ORDER_NO_FILTER,
  SHOP_FILTER,
} from './bill-lists.tsx'
import { OrderNo } from './order-no.tsx'
import { RefundNo } from './refund-no.tsx'

/** What a movement is called, and of a settlement what it is made of: its bills have these names. */
function FlowType({ row: { type, settledFor } }: { row: FlowRow }) {
  return (
    <>
      {FLOW_LABELS[type]}
      {settledFor === '' ? null : (
        <SubLine>
          <span title={settledFor}>{settledFor}</span>
        </SubLine>
      )}
    </>
  )
}

const flowList = defineList({
  key: 'account-flows',
  ...BILL_LIST,
  call: api.billDetail.flows,
  rowKey: (row) => row.flowId,
  rowLabel: (row) => row.flowNo,
  filters: [
    ORDER_NO_FILTER,
    { kind: 'select', name: 'type', label: '类型', options: optionsOf(FLOW_LABELS) },
    SHOP_FILTER,
    OCCURRED_FILTER,
  ],
  columns: accountFlowColumns,
  cells: {
    flowNo: { widthPx: 172 },
    type: { widthPx: 184, shows: ['settledFor'], cell: (row) => <FlowType row={row} /> },
    amount: MOVED_CELL,
    balance: { widthPx: 136 },
    frozen: { widthPx: 120 },
    orderNo: { widthPx: 208, cell: (row) => <OrderNo {...row} /> },
    refundNo: { widthPx: 196, cell: (row) => <RefundNo refundNo={row.refundNo} /> },
    settlementNo: { widthPx: 172 },
    remark: { widthPx: 140, grows: 1 },
  },
  totals: ({ accounts }) => <Accounts accounts={accounts} />,
  empty: { title: '还没有资金流水', hint: '闲鱼结算、提现、充值和保证金变动后，流水会出现在这里。' },
})

/** 资金流水: what moved on the shops' accounts, the bank's payments among it, with what was there afterwards. */
export const FlowsView = ({ lead }: BillViewProps) => <ListPage list={flowList} lead={lead} />
