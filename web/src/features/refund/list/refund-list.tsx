import { refundColumns } from '@huanji/contract/features/refund/rows'
import { PAGES } from '@huanji/contract/pages'
import { REFUND_STATES } from '@huanji/domain/states/refund'
import { api } from '../../../api/client.ts'
import { defineList } from '../../../components/list/list-types.ts'
import { refundLink } from '../../links/refund-links.ts'
import { REFUND_ROW_ACTIONS } from '../refund-actions.tsx'
import { REFUND_OPTIONS } from '../refund-labels.ts'
import { CELLS, CODE_PLACEHOLDER, REFUND_FILTERS, refundStateText } from './refund-cells.tsx'

/** Cases come in by the minute. */
const REFRESH_MS = 30_000
const ALL = 'all'
/** What waits for the merchant, in any state. */
const WAITING = 'waiting'
/** The states in which something runs out. */
const OPEN: readonly string[] = REFUND_STATES.states.filter((state) => !('final' in state)).map(({ code }) => code)

type Input = Parameters<typeof api.refund.list>[0]

/** What is scanned, typed or chosen to be looked for in every state. */
const SOUGHT = ['code', 'keyword', 'awaitsApproval', 'approvable', 'notReceived'] as const

/** The tab that is meant where the address names none: the queue, or everything where something is looked for. */
export const unnamedTab = (values: { readonly [Name in (typeof SOUGHT)[number]]?: unknown }): string =>
  SOUGHT.some((name) => values[name]) ? ALL : WAITING

/**
 * The call behind a tab. The queue is what waits for the merchant, the nearest deadline first, like the states that run out.
 * Choices of the address are texts, also where the call takes a flag.
 */
export function queueOf(input: Partial<Input>): Partial<Input> {
  const { state, sort } = input
  const tab: string = state ?? unnamedTab(input)
  const isQueue = tab === WAITING
  return {
    state: isQueue || tab === ALL ? undefined : state,
    awaitsMerchant: isQueue ? true : undefined,
    sort: sort ?? (isQueue || OPEN.includes(tab) ? 'deadline.asc' : undefined),
  }
}

/** The list of after-sale cases of both channels. */
export const refundList = defineList({
  key: 'refunds',
  title: PAGES.refunds.title,
  call: api.refund.list,
  rowKey: (row) => row.refundId,
  rowLabel: (row) => row.refundNo,
  rowState: refundStateText,
  rowCover: (row) => row.coverUrl,
  link: refundLink,
  tabs: {
    name: 'state',
    options: [{ value: WAITING, label: '待处理' }, ...REFUND_OPTIONS, { value: ALL, label: '全部' }],
    unnamed: unnamedTab,
    counts: ({ counts: { '': waiting = 0, ...counts } }) => ({
      ...counts,
      [WAITING]: waiting,
      [ALL]: Object.values(counts).reduce((sum, count) => sum + count, 0),
    }),
  },
  filters: [
    {
      kind: 'text',
      name: 'code',
      codeBox: 'refunds-code',
      label: '扫码或输号',
      placeholder: CODE_PLACEHOLDER,
      main: true,
    },
    ...REFUND_FILTERS,
  ],
  derive: queueOf,
  columns: refundColumns,
  cells: CELLS,
  actions: REFUND_ROW_ACTIONS,
  refreshEveryMs: REFRESH_MS,
  empty: { title: '没有待处理的售后', hint: '买家在闲鱼申请售后后，会出现在这里，并按处理时限排序。' },
})
