import { defineModule } from '../../module.ts'
import { auctionSessionsCalls, goodsCalls, listingHandlingCalls } from './calls.ts'

export const listingModule = defineModule({
  standsOn: ['catalogue', 'address', 'auction', 'request', 'figure', 'history', 'inspection', 'notice', 'shop'],
  groups: [goodsCalls, auctionSessionsCalls, listingHandlingCalls],
  tables: {
    listing: ['listing'],
    listingSku: ['listing'],
    listingUnit: ['listing'],
    stockHeads: [],
  },
})
