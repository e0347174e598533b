import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ShopOwner, startTradingGateway, type TradingGateway } from '../../sync/testing/trading-gateway.ts'
import { saveRun, unsoldOf } from './store.ts'

let gateway: TradingGateway
let owner: ShopOwner

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.shopOwner('流拍手机')
})
afterAll(() => gateway.close())

describe('what of a shop was not sold', () => {
  it('defect: what waited stood before the others for ever', async () => {
    const units = [await gateway.onSale(owner), await gateway.onSale(owner)]
    const { ownerQuery } = gateway.database.open
    for (const [index, { listingId }] of units.entries()) {
      await ownerQuery(`update listing set state = 'auto_off' where id = $1`, [listingId])
      await ownerQuery(
        `update auction_entry set state = 'unsold', ends_at = ends_at - make_interval(hours => $2) where listing_id = $1`,
        [listingId, 2 - index],
      )
    }
    const next = () =>
      gateway.db.tenant(owner.actor.merchantId, async (tx) => {
        const [first] = await unsoldOf(tx, owner.shopAccountId, { limit: 1, withStopped: false })
        return first?.listingId
      })
    const [older, newer] = units.map(({ listingId }) => listingId)
    expect(await next()).toBe(older)
    const { shopAccountId } = owner
    const run = { shopAccountId, times: 0, firstStartPriceFen: 1, firstReservePriceFen: 1, entryId: null }
    const waits = (listingId = '') =>
      gateway.db.tenant(owner.actor.merchantId, (tx) =>
        saveRun(tx, { ...run, listingId, stoppedEntryId: null, problem: '等待场次' }, gateway.clock.now()),
      )
    await waits(older)
    expect(await next()).toBe(newer)
    await waits(newer)
    const seen = new Set<string | undefined>()
    for (let look = 0; look < 40; look += 1) seen.add(await next())
    expect(seen).toEqual(new Set([older, newer]))
  })
})
