import { describe, expect, it } from 'vitest'
import { AUCTION_ENTRY_STATES } from './auction-entry.ts'
import { legalPath } from './legal-path.ts'
import { LISTING_STATES } from './listing.ts'
import { ORDER_STATES } from './order.ts'

describe('the legal path between two states', () => {
  it('is empty where nothing is to be done, and null where nothing leads', () => {
    expect(legalPath(ORDER_STATES, 'shipped', 'shipped')).toEqual([])
    expect(legalPath(ORDER_STATES, 'shipped', 'awaiting_shipment', ['unship'])).toBeNull()
    expect(legalPath(ORDER_STATES, 'shipped', 'awaiting_payment')).toBeNull()
    expect(legalPath(ORDER_STATES, 'closed', 'completed')).toBeNull()
  })

  it('goes through every state that was missed', () => {
    expect(legalPath(ORDER_STATES, 'awaiting_payment', 'shipped')).toEqual(['pay', 'ship'])
    expect(legalPath(LISTING_STATES, 'publishing', 'sold_off_shelf')).toEqual([
      'publishSucceeded',
      'sellOut',
      'takeOffSold',
    ])
  })

  it('prefers what the marketplace does to what people do', () => {
    expect(legalPath(AUCTION_ENTRY_STATES, 'negotiating', 'unsold')).toEqual(['letOfferLapse'])
    expect(legalPath(ORDER_STATES, 'shipped', 'completed')).toEqual(['confirmReceipt'])
  })

  it('leaves out the actions to avoid', () => {
    expect(legalPath(AUCTION_ENTRY_STATES, 'scheduled', 'won')).toEqual(['buyNow'])
    expect(legalPath(AUCTION_ENTRY_STATES, 'scheduled', 'won', ['buyNow'])).toEqual(['open', 'win'])
  })
})
