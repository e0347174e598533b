import { defineModule } from '../../module.ts'
import { extAuctionCalls, extListingCalls, goodsCalls } from './calls.ts'

export const listingModule = defineModule({
  standsOn: ['address', 'auction', 'request', 'figure', 'history', 'inspection', 'notice', 'shop'],
  groups: [goodsCalls, extAuctionCalls, extListingCalls],
  tables: {
    listing: ['listing'],
    listingSku: ['listing'],
    listingUnit: ['listing'],
    stockHeads: [],
  },
})
