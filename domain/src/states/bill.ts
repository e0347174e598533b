import { defineStates } from './transition.ts'

/** One bill row (docs/domain.md §8.2, §8.3): a dispute or a deposit freezes it, its end releases or takes the money. */
export const BILL_STATES = defineStates({
  name: 'bill',
  initial: 'pending',
  states: [
    { code: 'pending', label: '待结算' },
    { code: 'settling', label: '结算中' },
    { code: 'settled', label: '已结算', final: true },
    { code: 'frozen', label: '冻结中' },
    { code: 'unfrozen', label: '已解冻' },
    { code: 'cancelled', label: '已取消', final: true },
  ],
  moves: [
    { from: ['pending', 'unfrozen'], action: 'startSettling', to: 'settling', label: '开始结算', who: 'marketplace' },
    { from: ['pending'], action: 'book', to: 'settled', label: '记账', who: 'finance' },
    { from: ['settling'], action: 'settle', to: 'settled', label: '结算完成', who: 'marketplace' },
    { from: ['settling'], action: 'failSettling', to: 'pending', label: '结算失败，重新排队', who: 'marketplace' },
    { from: ['pending', 'unfrozen'], action: 'freeze', to: 'frozen', label: '冻结', who: 'marketplace' },
    { from: ['frozen'], action: 'unfreeze', to: 'unfrozen', label: '解冻', who: 'marketplace' },
    { from: ['frozen'], action: 'deduct', to: 'settled', label: '扣除', who: 'marketplace' },
    { from: ['pending', 'frozen', 'unfrozen'], action: 'cancel', to: 'cancelled', label: '取消', who: 'marketplace' },
  ],
})

/** The states of a row that the marketplace has still to settle. */
export const AWAITED_BILL_STATES: readonly BillState[] = ['pending', 'frozen', 'unfrozen']

export type BillState = (typeof BILL_STATES)['states'][number]['code']
export type BillAction = (typeof BILL_STATES)['moves'][number]['action']
