import { DIFFERENCE_LABELS } from '@huanji/contract/features/reconciliation/labels'
import { findingColumns } from '@huanji/contract/features/reconciliation/rows'
import { optionsOf } from '@huanji/contract/labels'
import { gapText } from '@huanji/domain/fees/gap'
import { BILL_FINDING_STATES } from '@huanji/domain/states/bill-finding'
import { api } from '../../api/client.ts'
import { ListPage } from '../../components/list/list-page.tsx'
import { defineList } from '../../components/list/list-types.ts'
import { SubLine } from '../../components/sub-line/sub-line.tsx'
import type { FindingRow } from './bill-labels.ts'
import { BILL_LIST, type BillViewProps, LongText, ORDER_NO_FILTER } from './bill-lists.tsx'
import { CheckSummary } from './check-summary.tsx'
import { CheckTools } from './check-tools.tsx'
import { findingActions } from './finding-actions.tsx'
import { decisionText, outcomeText } from './finding-ways.ts'
import { GapMoney } from './gap-money.tsx'
import { OrderNo } from './order-no.tsx'

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

/** What was done about it, and what came of that. */
const noteOf = (row: FindingRow): string => [outcomeText(row), decisionText(row)].filter(Boolean).join('；')

function Note({ row }: { row: FindingRow }) {
  const [outcome, decision] = [outcomeText(row), decisionText(row)]
  if (outcome === '') return <LongText text={decision} />
  return (
    <>
      <span title={outcome}>{outcome}</span>
      {decision === '' ? null : <SubLine>{decision}</SubLine>}
    </>
  )
}

const ALL = 'all'

type Input = Parameters<typeof api.billCheck.list>[0]

/** What waits for somebody; everything where an order is looked for. */
const unnamedTab = (values: { readonly orderNo?: unknown }): string =>
  values.orderNo ? ALL : BILL_FINDING_STATES.initial

/** The call behind a tab. */
function inputOf(input: Partial<Input>): Partial<Input> {
  const tab: string = input.state ?? unnamedTab(input)
  return { state: BILL_FINDING_STATES.states.find(({ code }) => code === tab)?.code }
}

export const findingList = defineList({
  key: 'bill-findings',
  ...BILL_LIST,
  call: api.billCheck.list,
  rowKey: (row) => row.findingId,
  rowLabel: (row) => row.subject,
  tabs: {
    name: 'state',
    options: [
      ...BILL_FINDING_STATES.states.map(({ code, label }) => ({ value: code, label })),
      { value: ALL, label: '全部' },
    ],
    unnamed: unnamedTab,
    counts: ({ counts }) => ({ ...counts, [ALL]: Object.values(counts).reduce((sum, count) => sum + count, 0) }),
  },
  filters: [ORDER_NO_FILTER, { kind: 'select', name: 'kind', label: '差异', options: optionsOf(DIFFERENCE_LABELS) }],
  columns: findingColumns,
  cells: {
    kind: { widthPx: 132 },
    subject: { widthPx: 208, cell: (row) => <Subject row={row} /> },
    theirs: { widthPx: 112 },
    ours: { widthPx: 112 },
    gap: { widthPx: 148, cell: (row) => <GapMoney fen={row.surplusFen} />, text: (row) => gapText(row.surplusFen) },
    detail: { widthPx: 260, grows: 2, cell: (row) => <LongText text={row.detail} /> },
    state: { tones: { open: 'danger', accepted: 'neutral', closed: 'success' } },
    note: { widthPx: 220, grows: 1, cell: (row) => <Note row={row} />, text: noteOf },
  },
  derive: inputOf,
  actions: findingActions,
  totals: (answer) => <CheckSummary lastCheck={answer.lastCheck} kindCounts={answer.kindCounts} />,
  refreshEveryMs: 5_000,
  empty: { title: '没有差异', hint: '每晚自动对账；也可以点右上角马上核对，或导入闲鱼结算单来对。' },
})

/** 对账: what differs between the bills, the marketplace, the formula and files, with the ways to settle it. */
export const CheckView = ({ lead }: BillViewProps) => (
  <ListPage list={findingList} lead={lead} toolbar={<CheckTools />} />
)
