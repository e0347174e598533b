import { exportCall, exportInput } from '../../export-call.ts'
import { bill, billMonth } from './calls.ts'

/** The parts of the lists' input that say which page is asked for, and what of it, and not which rows there are. */
const PAGING = { page: true, pageSize: true, cursor: true, countBy: true, withTotals: true } as const
const MONTH_PAGING = { page: true, pageSize: true, cursor: true } as const

const BILLS = '/api/ext/bill/export'

export const billExport = {
  create: exportCall({ path: BILLS, title: '账单', input: exportInput(bill.list.input.omit(PAGING)) }),
  /** 月结单, of one month. Whoever may take the bills along may take their sums along. */
  createMonth: exportCall({
    path: '/api/ext/bill/exportMonth',
    title: '月结单',
    grant: BILLS,
    input: exportInput(billMonth.list.input.omit(MONTH_PAGING)),
    example: { format: 'xlsx', filter: { month: '2026-11' } },
  }),
} as const
