import { defineStates } from './transition.ts'

/**
 * One sealed bag: its code is used once in its life, so unbinding or exchanging a bag ends it. A bag that was scanned before
 * the photographs are complete is held for its phone: nobody else gets it, and it is free again when it is not used
 * (docs/domain.md §3.4).
 */
export const BAG_STATES = defineStates({
  name: 'bag',
  initial: 'unused',
  states: [
    { code: 'unused', label: '未使用', wireCode: 1 },
    { code: 'bound', label: '已绑定', wireCode: 2 },
    { code: 'shipped', label: '已出库', wireCode: 3 },
    { code: 'opened', label: '已拆封', wireCode: 4, final: true },
    { code: 'voided', label: '已作废', wireCode: 5, final: true },
    { code: 'held', label: '已预留', wireCode: 6 },
  ],
  moves: [
    { from: ['unused'], action: 'hold', to: 'held', label: '预留', who: 'inspector' },
    { from: ['held'], action: 'release', to: 'unused', label: '取消预留', who: 'inspector' },
    { from: ['unused', 'held'], action: 'bind', to: 'bound', label: '绑定', who: 'inspector' },
    { from: ['bound'], action: 'unbind', to: 'voided', label: '解绑', who: 'inspector' },
    { from: ['bound'], action: 'rebind', to: 'voided', label: '换绑', who: 'inspector' },
    { from: ['bound'], action: 'ship', to: 'shipped', label: '出库', who: 'shipper' },
    { from: ['shipped'], action: 'unship', to: 'bound', label: '撤销出库', who: 'shipper' },
    { from: ['shipped'], action: 'open', to: 'opened', label: '退货拆封', who: 'shipper' },
    { from: ['unused', 'bound'], action: 'void', to: 'voided', label: '作废', who: 'inspector' },
  ],
})

export type BagState = (typeof BAG_STATES)['states'][number]['code']
export type BagAction = (typeof BAG_STATES)['moves'][number]['action']
