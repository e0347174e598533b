import { findingColumns } from '@huanji/contract/columns/lists'
import { DIFFERENCE_LABELS, optionsOf } from '@huanji/contract/labels'
import { BILL_FINDING_STATES } from '@huanji/domain/states/bill-finding'
import { api } from '../../../api/client.ts'
import { ListPage } from '../../../components/list/list-page.tsx'
import { defineList } from '../../../components/list/list-types.ts'
import type { FindingRow } from '../../../features/bill/bill-labels.ts'
import { BILL_LIST, type BillViewProps, LongText, ORDER_NO_FILTER } from '../../../features/bill/bill-lists.tsx'
import { CheckSummary } from '../../../features/bill/check-summary.tsx'
import { CheckTools } from '../../../features/bill/check-tools.tsx'
import { findingActions } from '../../../features/bill/finding-actions.tsx'
import { OrderNo } from '../../../features/bill/order-no.tsx'
import { SignedMoney } from '../../../features/bill/signed-money.tsx'
import { SubLine } from '../../../features/trade/sub-line.tsx'

/** The order that a finding is about, and the settlement where it is one of a file. */
function Subject({ row }: { row: FindingRow }) {
  if (row.kind !== 'fileDiffers') return <OrderNo {...row} />
  return (
    <>
      <span className="code">{row.subject}</span>
      {row.orderNo === '' ? null : (
        <SubLine>
          <OrderNo {...row} />
        </SubLine>
      )}
    </>
  )
}

const noteOf = ({ askedAt, note, decidedBy }: FindingRow): string => {
  if (askedAt !== null) return '正在向闲鱼重新拉取…'
  return note === '' ? '' : `${decidedBy}：${note}`
}

const findingList = defineList({
  key: 'bill-findings',
  ...BILL_LIST,
  call: api.billCheck.list,
  rowKey: (row) => row.findingId,
  rowLabel: (row) => row.subject,
  tabs: {
    name: 'state',
    options: BILL_FINDING_STATES.states.map(({ code, label }) => ({ value: code, label })),
    counts: (answer) => answer.counts,
  },
  filters: [ORDER_NO_FILTER, { kind: 'select', name: 'kind', label: '差异', options: optionsOf(DIFFERENCE_LABELS) }],
  columns: findingColumns,
  cells: {
    kind: { widthPx: 132 },
    subject: { widthPx: 208, cell: (row) => <Subject row={row} /> },
    difference: { widthPx: 116, cell: (row) => <SignedMoney fen={row.differenceFen} strong /> },
    detail: { widthPx: 260, grows: 2, cell: (row) => <LongText text={row.detail} /> },
    expected: { widthPx: 112 },
    actual: { widthPx: 112 },
    state: { tones: { open: 'danger', accepted: 'neutral', closed: 'success' } },
    note: { widthPx: 180, cell: (row) => <span title={noteOf(row)}>{noteOf(row) || '—'}</span>, text: noteOf },
  },
  actions: findingActions,
  totals: (answer) => <CheckSummary lastCheck={answer.lastCheck} kindCounts={answer.kindCounts} />,
  refreshEveryMs: 5_000,
  empty: { title: '没有差异', hint: '每晚自动对账；也可以点右上角开始对账，或导入闲鱼结算单核对。' },
})

/** 对账: what differs between the bills, the marketplace, the formula and files, with the ways to settle it. */
export const CheckView = ({ lead }: BillViewProps) => (
  <ListPage list={findingList} lead={lead} toolbar={<CheckTools />} />
)
