import { defineStates } from './transition.ts'

/**
 * One unit in one auction session (docs/domain.md §5.1). An entry belongs to its session alone: offering the unit again
 * is a new entry. A running auction cannot be withdrawn by the seller, only cancelled by the marketplace.
 */
export const AUCTION_ENTRY_STATES = defineStates({
  name: 'auction entry',
  initial: 'scheduled',
  states: [
    { code: 'scheduled', label: '待开拍' },
    { code: 'bidding', label: '竞拍中' },
    { code: 'negotiating', label: '待议价' },
    { code: 'won', label: '已成交' },
    { code: 'unsold', label: '流拍', final: true },
    { code: 'withdrawn', label: '已撤回', final: true },
    { code: 'defaulted', label: '买家违约', final: true },
    { code: 'closed', label: '已结束', final: true },
  ],
  moves: [
    { from: ['scheduled'], action: 'open', to: 'bidding', label: '开拍', who: 'marketplace' },
    { from: ['scheduled'], action: 'withdraw', to: 'withdrawn', label: '撤回', who: 'operator' },
    { from: ['scheduled', 'bidding'], action: 'buyNow', to: 'won', label: '一口价成交', who: 'buyer' },
    { from: ['bidding'], action: 'win', to: 'won', label: '竞拍成交', who: 'marketplace' },
    { from: ['bidding'], action: 'missReserve', to: 'negotiating', label: '低于保底价，进入议价', who: 'marketplace' },
    { from: ['bidding'], action: 'passIn', to: 'unsold', label: '无人出价，流拍', who: 'marketplace' },
    { from: ['negotiating'], action: 'acceptOffer', to: 'won', label: '同意成交', who: 'operator' },
    { from: ['negotiating'], action: 'refuseOffer', to: 'unsold', label: '拒绝议价', who: 'operator' },
    { from: ['negotiating'], action: 'letOfferLapse', to: 'unsold', label: '议价超时', who: 'marketplace' },
    { from: ['won'], action: 'settle', to: 'closed', label: '买家付款', who: 'marketplace' },
    { from: ['won'], action: 'default', to: 'defaulted', label: '超时未付款', who: 'marketplace' },
    {
      from: ['scheduled', 'bidding', 'negotiating'],
      action: 'cancel',
      to: 'closed',
      label: '场次取消',
      who: 'marketplace',
    },
  ],
})

export type AuctionEntryState = (typeof AUCTION_ENTRY_STATES)['states'][number]['code']
export type AuctionEntryAction = (typeof AUCTION_ENTRY_STATES)['moves'][number]['action']
