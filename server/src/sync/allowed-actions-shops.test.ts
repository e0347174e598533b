import { shop, shopRepost } from '@huanji/contract/features/shop/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SignedInEmployee } from '../../../tests/support/people.ts'
import { SHOP_ACTIONS } from '../modules/shop/actions.ts'
import { type ActionTrial, ALL_POSTS, type Attempt, startActionTrial } from './testing/action-trial.ts'

/** For every way a shop stands, every action and every post: what its row says may be done is done, and nothing else. */

let trial: ActionTrial
let gateway: ActionTrial['gateway']
let owner: ActionTrial['owner']
let listingId: string
let orderId: string
let shopAccountId: string

beforeAll(async () => {
  trial = await startActionTrial()
  ;({ gateway, owner } = trial)
  ;({ shopAccountId } = owner)
  const unit = await gateway.onSale(owner)
  listingId = unit.listingId
  orderId = (await gateway.paid(owner, unit)).orderId
})
afterAll(() => gateway.close())

interface Situation {
  readonly isBound?: boolean
  readonly enabled?: boolean
  readonly hasListing?: boolean
  readonly hasOrder?: boolean
  /** What the marketplace permits: auctions (0, 2), curated goods (19). */
  readonly bizTypes?: readonly number[]
}

async function make(situation: Situation): Promise<void> {
  const { isBound = true, enabled = true, hasListing = false, hasOrder = false, bizTypes = [0, 2, 19] } = situation
  await trial.sql(
    `update shop_account set unbound_at = $3, deleted_at = null, enabled = $4, item_biz_types = $5
       where merchant_id = $1 and id = $2`,
    [shopAccountId, isBound ? null : gateway.clock.now(), enabled, bizTypes],
  )
  await trial.sql('update listing set state = $3 where merchant_id = $1 and id = $2', [
    ...[listingId, hasListing ? 'on_sale' : 'off_shelf'],
  ])
  await trial.sql('update sale_order set state = $3 where merchant_id = $1 and id = $2', [
    ...[orderId, hasOrder ? 'shipped' : 'completed'],
  ])
}

const SETTINGS = { enabled: false, maxTimes: 3, stepPercent: 5, floorPercent: 85, sessionNumbers: [] }

const attempts = (by: SignedInEmployee): readonly Attempt[] => [
  {
    actions: ['rebind'],
    call: () => trial.outcomeOf(shop.bind, { step: 'begin', shopAccountId }, by),
  },
  {
    actions: ['business'],
    call: () => trial.outcomeOf(shop.business, { shopAccountId, enabled: true, channels: [] }, by),
  },
  {
    actions: ['repost'],
    call: () => trial.outcomeOf(shopRepost.save, { shopAccountId, settings: SETTINGS, simulate: false }, by),
  },
  { actions: ['remark'], call: () => trial.outcomeOf(shop.remark, { shopAccountId, remark: '备注' }, by) },
  { actions: ['unbind'], call: () => trial.outcomeOf(shop.bind, { step: 'unbind', shopAccountId }, by) },
  { actions: ['delete'], call: () => trial.outcomeOf(shop.del, { shopAccountId }, by) },
]

const read = (by: SignedInEmployee) =>
  trial.actionsSeen(shop.list, {}, by, ({ list }) => list.find((row) => row.shopAccountId === shopAccountId))

const check = (situation: Situation, of: readonly string[]) =>
  trial.disagreements(JSON.stringify(situation), () => make(situation), read, attempts, of)

describe('a shop', () => {
  it('offers what its calls accept, to every post', async () => {
    expect(await check({}, ALL_POSTS)).toEqual([])
  })

  it.each([
    { isBound: false },
    { enabled: false },
    { hasListing: true },
    { hasOrder: true },
    { hasListing: true, hasOrder: true, isBound: false },
    { bizTypes: [19] },
    { bizTypes: [0, 2] },
  ])('offers what its calls accept: %o', async (situation) => {
    expect(await check(situation, ['owner', 'manager'])).toEqual([])
  })

  it('is offered all its actions when nothing hangs on it', async () => {
    await make({})
    expect([...(await read(owner))].sort()).toEqual(Object.keys(SHOP_ACTIONS).sort())
  })
})
