import { defineStates } from './transition.ts'

/** Something that a reconciliation found to differ: it closes by itself, or is accepted until its amounts change. */
export const BILL_FINDING_STATES = defineStates({
  name: 'billFinding',
  initial: 'open',
  states: [
    { code: 'open', label: '待处理' },
    { code: 'accepted', label: '先不处理' },
    { code: 'closed', label: '已对上' },
  ],
  moves: [
    { from: ['open'], action: 'accept', to: 'accepted', label: '知道了，先不处理', who: 'finance' },
    { from: ['accepted'], action: 'reopen', to: 'open', label: '金额又变了', who: 'system' },
    { from: ['open', 'accepted'], action: 'close', to: 'closed', label: '已对上', who: 'system' },
    { from: ['closed'], action: 'comeBack', to: 'open', label: '又对不上了', who: 'system' },
  ],
})

export type BillFindingState = (typeof BILL_FINDING_STATES)['states'][number]['code']
export type BillFindingAction = (typeof BILL_FINDING_STATES)['moves'][number]['action']
