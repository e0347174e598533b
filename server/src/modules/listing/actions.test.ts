import { describe, expect, it } from 'vitest'
import { allowedActions, obstacleTo } from '../../gateway/allowed-actions.ts'
import type { Actor } from '../../platform/actor.ts'
import type { RequestView } from '../request/store.ts'
import { LISTING_ACTIONS, type ListingFacts } from './actions.ts'

const NOW = new Date('2026-11-20T02:00:00.000Z')
const ON_SALE: ListingFacts = {
  state: 'on_sale',
  channel: 'auction',
  kind: 'single',
  entryState: 'scheduled',
  cutOffAt: '2026-11-20T05:00:00.000Z',
  startsAt: '2026-11-20T06:00:00.000Z',
  offerExpiresAt: null,
  desired: null,
  now: NOW,
}
const asked = (state: RequestView['state'], problem = ''): RequestView => ({
  want: 'off_shelf',
  state,
  requestedAt: NOW.toISOString(),
  problem,
})
/** At a fixed price, without a session. */
const FIXED = { channel: 'curated', entryState: null, cutOffAt: null, startsAt: null } as const
const OPERATOR = { isOwner: false, grants: new Set(['/api/goods/operate']) }
const offered = (change: Partial<ListingFacts>, actor: Pick<Actor, 'grants' | 'isOwner'> = OPERATOR) =>
  allowedActions(LISTING_ACTIONS, { ...ON_SALE, ...change }, actor)

describe('what can be done with a listing', () => {
  it('is taking off and another price until its session closes for entries', () => {
    expect(offered({})).toEqual(['changePrice', 'takeOff'])
    expect(offered({ cutOffAt: NOW.toISOString() })).toEqual([])
    expect(offered({ entryState: 'bidding' })).toEqual([])
  })

  it('defect: what came after the end of entries was said to be a refusal of the marketplace', () => {
    const late = { ...ON_SALE, cutOffAt: NOW.toISOString() }
    expect(obstacleTo(LISTING_ACTIONS.changePrice, late)).toEqual({ code: 'ENTRY_CUT_OFF', values: { action: '改价' } })
    expect(obstacleTo(LISTING_ACTIONS.takeOff, late)).toEqual({ code: 'ENTRY_CUT_OFF', values: { action: '下架' } })
  })

  it('is another session once it came back, and its end', () => {
    expect(offered({ state: 'off_shelf', entryState: 'withdrawn' })).toEqual(['relist', 'delete'])
    expect(offered({ state: 'auto_off', entryState: 'unsold' })).toEqual(['relist', 'delete'])
    expect(offered({ ...FIXED, state: 'auto_off' })).toEqual(['relist', 'delete'])
    expect(offered({ state: 'sold_off_shelf', entryState: 'won' })).toEqual(['delete'])
  })

  it('is another price, more stock and taking off at a fixed price, sold out or not', () => {
    expect(offered(FIXED)).toEqual(['changePrice', 'takeOff'])
    expect(offered({ ...FIXED, kind: 'stock', state: 'sold_out' })).toEqual(['changePrice', 'restock', 'takeOff'])
    expect(offered({ ...FIXED, kind: 'stock', desired: asked('pending') })).toEqual([])
  })

  it('defect: a price and taking off were offered for goods whose only phone was with its buyer', () => {
    expect(offered({ ...FIXED, state: 'sold_out' })).toEqual([])
  })

  it('is no asking again for a publication that was refused: it goes out anew', () => {
    const desired = { ...asked('refused'), want: 'on_sale' as const }
    expect(offered({ ...FIXED, state: 'publish_failed', desired })).toEqual(['relist', 'giveUp', 'delete'])
  })

  it('is an answer to an offer below the reserve, for as long as the marketplace waits', () => {
    const offer = { entryState: 'negotiating', offerExpiresAt: '2026-11-20T02:30:00.000Z' } as const
    expect(offered(offer)).toEqual(['acceptOffer', 'refuseOffer'])
    expect(offered({ ...offer, offerExpiresAt: NOW.toISOString() })).toEqual([])
    expect(offered({ ...offer, desired: asked('pending') })).toEqual([])
  })

  it('is nothing else while the marketplace has not confirmed, but asking again when that takes trouble', () => {
    expect(offered({ desired: asked('pending') })).toEqual([])
    expect(offered({ desired: asked('pending', '闲鱼暂时无法连接') })).toEqual(['retry'])
    expect(offered({ state: 'off_shelf', entryState: 'withdrawn', desired: asked('pending') })).toEqual([])
  })

  it('is repeating, giving up or asking for something else where the marketplace refused', () => {
    expect(offered({ desired: asked('refused') })).toEqual(['retry', 'changePrice', 'takeOff', 'giveUp'])
  })

  it('is nothing for whoever lacks the right', () => {
    expect(offered({ desired: asked('refused') }, { isOwner: false, grants: new Set() })).toEqual([])
    expect(offered({}, { isOwner: true, grants: new Set() })).toEqual(['changePrice', 'takeOff'])
  })
})
