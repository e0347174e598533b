import { defineStates } from './transition.ts'

/**
 * One inspection record, from the first answer to the sale. A returned unit is inspected anew under a new number, so
 * its old record ends; an order closed before dispatch merely frees the unit. A re-inspection of a unit in stock ends its
 * record too: the new report stands beside it. On a channel that needs no bag the unit is listable without one.
 */
export const INSPECTION_STATES = defineStates({
  name: 'inspection',
  initial: 'draft',
  states: [
    { code: 'draft', label: '草稿' },
    { code: 'awaiting_photos', label: '待拍摄' },
    { code: 'awaiting_seal', label: '待封袋' },
    { code: 'listable', label: '可上架' },
    { code: 'listed', label: '已上架' },
    { code: 'sold', label: '已售' },
    { code: 'voided', label: '作废', final: true },
  ],
  moves: [
    { from: ['draft'], action: 'submit', to: 'awaiting_photos', label: '提交质检', who: 'inspector' },
    { from: ['awaiting_photos'], action: 'completePhotos', to: 'awaiting_seal', label: '完成拍摄', who: 'inspector' },
    { from: ['awaiting_seal'], action: 'seal', to: 'listable', label: '封袋', who: 'inspector' },
    { from: ['awaiting_seal'], action: 'waiveSeal', to: 'listable', label: '免封袋', who: 'system' },
    { from: ['listable'], action: 'unseal', to: 'awaiting_seal', label: '解绑封袋', who: 'inspector' },
    { from: ['listable'], action: 'list', to: 'listed', label: '上架', who: 'operator' },
    { from: ['listed'], action: 'unlist', to: 'listable', label: '下架', who: 'operator' },
    { from: ['listed'], action: 'sell', to: 'sold', label: '售出', who: 'marketplace' },
    { from: ['sold'], action: 'release', to: 'listable', label: '订单关闭，释放手机', who: 'system' },
    { from: ['sold'], action: 'return', to: 'voided', label: '退货入库，重新质检', who: 'shipper' },
    { from: ['awaiting_photos'], action: 'reopen', to: 'draft', label: '修改质检结果', who: 'inspector' },
    {
      from: ['awaiting_seal', 'listable'],
      action: 'replace',
      to: 'voided',
      label: '重检，由新报告取代',
      who: 'inspector',
    },
    {
      from: ['draft', 'awaiting_photos', 'awaiting_seal', 'listable'],
      action: 'void',
      to: 'voided',
      label: '作废',
      who: 'inspector',
    },
  ],
})

export type InspectionState = (typeof INSPECTION_STATES)['states'][number]['code']
export type InspectionAction = (typeof INSPECTION_STATES)['moves'][number]['action']
