import { exportCall, exportInput } from '../../export-call.ts'
import { refund } from './refund-calls.ts'

/** The parts of the list's input that say which page is asked for, and what of it, and not which rows there are. */
const PAGING = { page: true, pageSize: true, cursor: true, countBy: true } as const

export const refundExport = {
  create: exportCall({
    path: '/api/ext/refund/export',
    title: '售后',
    input: exportInput(refund.list.input.omit(PAGING)),
  }),
} as const
