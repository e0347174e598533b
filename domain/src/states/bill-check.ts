import { defineStates } from './transition.ts'

/** One reconciliation of the bills with what the marketplace paid. */
export const BILL_CHECK_STATES = defineStates({
  name: 'billCheck',
  initial: 'running',
  states: [
    { code: 'running', label: '对账中' },
    { code: 'done', label: '已完成', final: true },
    { code: 'failed', label: '未完成', final: true },
  ],
  moves: [
    { from: ['running'], action: 'finish', to: 'done', label: '对账完成', who: 'system' },
    { from: ['running'], action: 'fail', to: 'failed', label: '对账中断', who: 'system' },
  ],
})

export type BillCheckState = (typeof BILL_CHECK_STATES)['states'][number]['code']
