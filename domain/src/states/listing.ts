import { defineStates } from './transition.ts'

/**
 * One listing on a channel, under the marketplace's public numbers (docs/domain.md §6.1). While it is being published,
 * or after that failed, the marketplace still calls it 待发布.
 */
export const LISTING_STATES = defineStates({
  name: 'listing',
  initial: 'draft',
  states: [
    { code: 'draft', label: '待发布', wireCode: 21 },
    { code: 'publishing', label: '发布中', wireCode: 21 },
    { code: 'publish_failed', label: '发布失败', wireCode: 21 },
    { code: 'on_sale', label: '销售中', wireCode: 22 },
    { code: 'sold_out', label: '卖完了', wireCode: 23 },
    { code: 'off_shelf', label: '自己下架', wireCode: 31 },
    { code: 'sold_off_shelf', label: '卖掉了', wireCode: 33 },
    { code: 'auto_off', label: '没卖出', wireCode: 36 },
    { code: 'deleted', label: '已删除', wireCode: -1, final: true },
  ],
  moves: [
    {
      from: ['draft', 'publish_failed', 'off_shelf', 'auto_off'],
      action: 'publish',
      to: 'publishing',
      label: '上架',
      who: 'operator',
    },
    { from: ['publishing'], action: 'publishSucceeded', to: 'on_sale', label: '发布成功', who: 'marketplace' },
    { from: ['publishing'], action: 'publishFailed', to: 'publish_failed', label: '发布失败', who: 'marketplace' },
    { from: ['publish_failed'], action: 'edit', to: 'draft', label: '修改后待发布', who: 'operator' },
    { from: ['on_sale', 'sold_out'], action: 'takeOff', to: 'off_shelf', label: '下架', who: 'operator' },
    {
      from: ['on_sale', 'sold_out'],
      action: 'takeOffAutomatically',
      to: 'auto_off',
      label: '没卖出',
      who: 'marketplace',
    },
    { from: ['on_sale'], action: 'sellOut', to: 'sold_out', label: '卖完了', who: 'marketplace' },
    { from: ['sold_out'], action: 'restock', to: 'on_sale', label: '又有货了', who: 'system' },
    { from: ['sold_out'], action: 'takeOffSold', to: 'sold_off_shelf', label: '卖掉了', who: 'marketplace' },
    { from: ['sold_off_shelf'], action: 'returnToStock', to: 'off_shelf', label: '退回待上架', who: 'system' },
    {
      from: ['draft', 'publish_failed', 'off_shelf', 'sold_off_shelf', 'auto_off'],
      action: 'delete',
      to: 'deleted',
      label: '删除',
      who: 'operator',
    },
  ],
})

export type ListingState = (typeof LISTING_STATES)['states'][number]['code']
export type ListingAction = (typeof LISTING_STATES)['moves'][number]['action']
