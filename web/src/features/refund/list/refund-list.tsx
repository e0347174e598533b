import { refundColumns } from '@huanji/contract/columns/lists'
import { PAGES } from '@huanji/contract/pages'
import { REFUND_STATES } from '@huanji/domain/states/refund'
import { api } from '../../../api/client.ts'
import { defineList } from '../../../components/list/list-types.ts'
import { REFUND_ROW_ACTIONS } from '../refund-actions.tsx'
import { REFUND_OPTIONS } from '../refund-labels.ts'
import { refundLink } from '../refund-links.ts'
import { CELLS, CODE_PLACEHOLDER, REFUND_FILTERS, refundStateText } from './refund-cells.tsx'

/** Cases come in by the minute. */
const REFRESH_MS = 30_000
const ALL = 'all'
/** The states in which something runs out. */
const OPEN: readonly string[] = REFUND_STATES.states.filter((state) => !('final' in state)).map(({ code }) => code)

type Input = Parameters<typeof api.refund.list>[0]

/**
 * The address names no state for the queue: what waits for the merchant, the nearest deadline first. What was scanned or
 * typed, and what waits for a second person, is looked for in every state. Choices of the address are texts, also where the call takes a flag.
 */
export function queueOf({ state, code, keyword, awaitsApproval, sort }: Partial<Input>): Partial<Input> {
  const chosen: string | undefined = state
  const isQueue = [chosen, code, keyword, awaitsApproval].every((one) => one === undefined)
  const hasDeadlines = isQueue || OPEN.includes(chosen ?? '')
  return {
    state: chosen === ALL ? undefined : state,
    awaitsMerchant: isQueue ? true : undefined,
    sort: sort ?? (hasDeadlines ? 'deadline.asc' : undefined),
    awaitsApproval: awaitsApproval === undefined ? undefined : true,
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
    none: '待处理',
    options: [...REFUND_OPTIONS, { value: ALL, label: '全部' }],
    counts: ({ counts: { '': waiting = 0, ...counts } }) => ({
      ...counts,
      '': waiting,
      [ALL]: Object.values(counts).reduce((sum, count) => sum + count, 0),
    }),
  },
  filters: [
    { kind: 'text', name: 'code', codeBox: 'refunds-code', label: '编号', placeholder: CODE_PLACEHOLDER, main: true },
    ...REFUND_FILTERS,
  ],
  derive: queueOf,
  columns: refundColumns,
  cells: CELLS,
  actions: REFUND_ROW_ACTIONS,
  refreshEveryMs: REFRESH_MS,
  empty: { title: '没有待处理的售后', hint: '买家在闲鱼申请售后后，会出现在这里，并按处理时限排序。' },
})
