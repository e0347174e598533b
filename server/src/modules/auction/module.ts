import { defineModule } from '../../module.ts'

export const auctionModule = defineModule({
  standsOn: ['figure', 'history'],
  tables: {
    auctionBid: ['listing', 'order'],
    auctionEntry: ['listing'],
    auctionSession: [],
  },
})
