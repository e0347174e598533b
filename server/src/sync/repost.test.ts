import type { InputOf } from '@huanji/contract/call'
import { goods, listingHandling } from '@huanji/contract/features/listing/goods'
import { shop, shopRepost } from '@huanji/contract/features/shop/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { repostUnsold } from './repost.ts'
import { type OnSale, type ShopOwner, startTradingGateway, type TradingGateway } from './testing/trading-gateway.ts'

const HOUR_MS = 3_600_000
const RULE = {
  enabled: true,
  maxTimes: 2,
  stepPercent: 10,
  floorPercent: 70,
  mayLose: true,
  sessionNumbers: [] as string[],
}

let gateway: TradingGateway
let owner: ShopOwner
let serial = 0

beforeAll(async () => {
  gateway = await startTradingGateway()
})
afterAll(() => gateway.close())

beforeEach(async () => {
  serial += 1
  owner = await gateway.shopOwner(`流拍商家${serial}`)
})

type Settings = InputOf<typeof shopRepost.save>['settings']

const set = (settings: Settings, simulate: boolean) =>
  gateway.data(shopRepost.save, { shopAccountId: owner.shopAccountId, settings, simulate }, owner.login)

/** Offers a phone that nobody buys. */
async function passedIn(unit: OnSale): Promise<OnSale> {
  gateway.control.concludeEntry(gateway.remoteEntry(unit), { priceFen: null })
  await gateway.pass(1000)
  return unit
}

const unsold = async () => passedIn(await gateway.onSale(owner))

/** One turn of the schedule, and what it asks of the marketplace. */
async function turn(): Promise<void> {
  await repostUnsold(gateway.services, owner.seller.merchantId)
  await gateway.runJobs()
  await gateway.pass(60_000)
}

const linesOf = async (unit: OnSale) =>
  (await gateway.listing(owner, unit)).history.map(({ actionLabel, note }) => [actionLabel, note] as const)

const entriesOf = async ({ listingId }: OnSale) =>
  (
    await gateway.database.open.ownerQuery(
      'select start_price_fen::int as start, reserve_price_fen::int as reserve from auction_entry where listing_id = $1 order by created_at',
      [listingId],
    )
  ).rows

describe('listing unsold goods again', () => {
  it('does nothing until it is switched on, and says before what it would do', async () => {
    const unit = await unsold()
    await turn()
    expect(await gateway.listing(owner, unit)).toMatchObject({ state: 'auto_off' })
    const { simulation } = await set(RULE, true)
    expect(simulation).toMatchObject([
      { listingId: unit.listingId, times: 1, startPriceFen: 135_000, reservePriceFen: 162_000, problem: '' },
    ])
    // trying out changes nothing
    expect((await gateway.data(shopRepost.info, { shopAccountId: owner.shopAccountId }, owner.login)).version).toBe(0)
    expect(await gateway.listing(owner, unit)).toMatchObject({ state: 'auto_off' })
    expect(await entriesOf(unit)).toHaveLength(1)
  })

  it('defect: leaves alone what somebody wants gone, also where the marketplace refused that', async () => {
    const unit = await unsold()
    const { listingId } = unit
    const refusal = {
      kind: 'refuse',
      path: '/api/open/product/delete',
      code: 100004,
      msg: '商品有进行中的交易',
    } as const
    gateway.control.failNext(refusal)
    await gateway.data(goods.operate, { action: 'delete', rows: [{ listingId }] }, owner.login)
    await set(RULE, false)
    await turn()
    await turn()
    expect(await gateway.listing(owner, unit)).toMatchObject({ state: 'auto_off', desired: { state: 'refused' } })
    expect(await entriesOf(unit)).toHaveLength(1)
    expect((await linesOf(unit)).map(([, note]) => note)).toContain('已申请删除，请先处理删除申请')
    await gateway.data(listingHandling.giveUp, { listingId }, owner.login)
    await turn()
    expect(await gateway.listing(owner, unit)).toMatchObject({ state: 'on_sale' })
  })

  it('lists a phone again once for each time it was not sold, cheaper each time, and stops at the limit', async () => {
    const unit = await unsold()
    await set(RULE, false)
    await turn()
    expect(await gateway.listing(owner, unit)).toMatchObject({ state: 'on_sale', entry: { startPriceFen: 135_000 } })
    // a second turn finds nothing to do, nor do two at once
    await Promise.all([turn(), repostUnsold(gateway.services, owner.seller.merchantId)])
    expect(await entriesOf(unit)).toHaveLength(2)
    await passedIn(unit)
    await turn()
    await passedIn(unit)
    await turn()
    await turn()
    expect(await entriesOf(unit)).toEqual([
      { start: 150_000, reserve: 180_000 },
      { start: 135_000, reserve: 162_000 },
      { start: 120_000, reserve: 144_000 },
    ])
    expect(await gateway.listing(owner, unit)).toMatchObject({ state: 'auto_off' })
    const lines = await linesOf(unit)
    expect(lines.filter(([label]) => label.startsWith('自动重新上架（'))).toHaveLength(2)
    expect(lines.filter(([label]) => label === '自动重新上架已停止')).toEqual([
      ['自动重新上架已停止', '已自动重新上架2次，达到上限，不再上架'],
    ])
  })

  it('begins anew when a person has listed the phone again, and looks again after the rule was changed', async () => {
    const unit = await unsold()
    await set({ ...RULE, maxTimes: 1 }, false)
    await turn()
    await passedIn(unit)
    await turn()
    expect(await gateway.listing(owner, unit)).toMatchObject({ state: 'auto_off' })
    await set({ ...RULE, maxTimes: 2 }, false)
    await turn()
    expect(await entriesOf(unit)).toHaveLength(3)
    await passedIn(unit)
    const { scheduleDate, scheduleNumber } = await gateway.session(owner)
    const prices = { startPriceFen: 100_000, reservePriceFen: 110_000, priceConfirmed: true }
    const row = { listingId: unit.listingId, scheduleDate, scheduleNumber, ...prices }
    await gateway.data(goods.operate, { action: 'relist', rows: [row] }, owner.login)
    await gateway.runJobs()
    await gateway.pass(60_000)
    await passedIn(unit)
    await turn()
    expect((await entriesOf(unit)).at(-1)).toEqual({ start: 90_000, reserve: 99_000 })
  })

  describe('that nobody has allowed to lose', () => {
    const SAFE = { ...RULE, mayLose: false, stepPercent: 20, floorPercent: 50, maxTimes: 3 }
    const cost = async ({ listingId }: OnSale, costPriceFen: number | null) => {
      const { units } = await gateway.data(goods.detail, { listingId }, owner.login)
      const rows = units.map(({ unitId }) => ({ unitId, costPriceFen }))
      await gateway.data(listingHandling.setCost, { rows }, owner.login)
    }

    it('defect: goes below cost by itself; it lowers to the last price before a loss and then leaves it', async () => {
      const unit = await unsold()
      await cost(unit, 130_000)
      expect((await set(SAFE, true)).simulation).toMatchObject([
        {
          nowStartPriceFen: 150_000,
          nowReservePriceFen: 180_000,
          costPriceFen: 130_000,
          startPriceFen: 120_000,
          reservePriceFen: 144_000,
          hold: null,
          lastTimes: 1,
          lastStartPriceFen: 120_000,
          lastReservePriceFen: 144_000,
          mode: expect.stringMatching(/sealed|open/),
          startsAt: expect.any(String),
        },
      ])
      await set(SAFE, false)
      await turn()
      await passedIn(unit)
      await turn()
      await turn()
      expect(await entriesOf(unit)).toHaveLength(2)
      expect(await gateway.listing(owner, unit)).toMatchObject({ state: 'auto_off' })
      const waits = (await linesOf(unit)).filter(([label]) => label === '自动重新上架暂缓')
      expect(waits).toEqual([
        ['自动重新上架暂缓', '再降价就会亏（扣掉费用不够成本），没有自动上架；请自己定价重新上架'],
      ])
      // the trial with losses allowed says how far it would go
      const { simulation } = await set({ ...SAFE, mayLose: true }, true)
      expect(simulation).toMatchObject([
        { reservePriceFen: 108_000, lastReservePriceFen: 90_000, costPriceFen: 130_000 },
      ])
    })

    it('defect: whoever refused an offer was not told that the phone is listed again by itself, cheaper and at a loss', async () => {
      const unit = await gateway.onSale(owner)
      await cost(unit, 170_000)
      gateway.control.concludeEntry(gateway.remoteEntry(unit), { priceFen: 160_000, isOffer: true })
      await gateway.poll(owner.seller)
      const offer = async () => (await gateway.listing(owner, unit)).offer
      expect(await offer()).toMatchObject({ marginFen: -16_200, relisting: null })
      // a lower price would lose, so that it keeps the one that it has
      await set(SAFE, false)
      expect(await offer()).toMatchObject({ relisting: { times: 1, reservePriceFen: 180_000 } })
      await set({ ...SAFE, mayLose: true }, false)
      const relisting = { times: 1, startPriceFen: 120_000, reservePriceFen: 144_000, marginFen: -31_880 }
      expect(await offer()).toMatchObject({ relisting })
      const rows = [{ listingId: unit.listingId }]
      await gateway.data(goods.operate, { action: 'refuse_offer', rows }, owner.login)
      await gateway.runJobs()
      await gateway.pass(1000)
      await turn()
      expect((await entriesOf(unit)).at(-1)).toEqual({ start: 120_000, reserve: 144_000 })
    })

    it('lowers nothing whose cost nobody knows, and says so', async () => {
      const unit = await unsold()
      await set(SAFE, false)
      await turn()
      expect((await entriesOf(unit)).at(-1)).toEqual({ start: 150_000, reserve: 180_000 })
      const [, note] = (await linesOf(unit)).find(([label]) => label === '自动重新上架（第1次）') ?? []
      expect(note).toContain('没填成本价，没有降价')
    })

    it('leaves alone what was offered below cost from the start, until the cost is mended', async () => {
      const unit = await unsold()
      await cost(unit, 200_000)
      await set(SAFE, false)
      await turn()
      expect(await entriesOf(unit)).toHaveLength(1)
      await cost(unit, 100_000)
      await turn()
      expect((await entriesOf(unit)).at(-1)).toEqual({ start: 120_000, reserve: 144_000 })
    })

    it('defect: a person was not asked before phones went below cost, and whoever may not know costs reads none', async () => {
      const unit = await gateway.onSale(owner)
      await cost(unit, 170_000)
      const row = { listingId: unit.listingId, startPriceFen: 150_000, reservePriceFen: 160_000 }
      const clerk = await gateway.colleague(owner, 'clerk', [goods.list.path, goods.operate.path, 'field:reservePrice'])
      const tried = async (by: ShopOwner | typeof clerk) =>
        (await gateway.data(goods.operate, { action: 'change_price', rows: [row] }, by.login)).results[0]
      expect(await tried(owner)).toMatchObject({
        refusal: 'PRICE_NEEDS_CONFIRMATION',
        message: '会亏¥162.00：卖¥1,600.00，到手¥1,538.00，成本¥1,700.00',
      })
      expect((await tried(clerk))?.message).toBe('扣掉费用后低于成本，卖出会亏，请确认')
      const { scheduleDate, scheduleNumber } = await gateway.session(owner)
      const fresh = await gateway.inspected(owner)
      const publish = await gateway.row(owner, [fresh.inspectionId])
      const free = await gateway.data(goods.listable, { channel: 'auction', code: fresh.imei }, owner.login)
      const unitId = free.list[0]?.unitId ?? ''
      await gateway.data(listingHandling.setCost, { rows: [{ unitId, costPriceFen: 500_000 }] }, owner.login)
      const listings = [{ ...publish, scheduleDate, scheduleNumber, priceConfirmed: false }]
      const { results } = await gateway.data(goods.publish, { channel: 'auction', listings }, owner.login)
      expect(results).toMatchObject([
        { ok: false, refusal: 'PRICE_NEEDS_CONFIRMATION', message: expect.stringContaining('成本¥5,000.00') },
      ])
    })
  })

  it('waits while the shop cannot be used, and says so once', async () => {
    const unit = await unsold()
    await set(RULE, false)
    const business = { shopAccountId: owner.shopAccountId, channels: ['auction' as const] }
    await gateway.data(shop.business, { ...business, enabled: false }, owner.login)
    await turn()
    await turn()
    const problem = `店铺“流拍商家${serial}小店”已停用，请先在店铺账号中处理`
    expect((await linesOf(unit)).filter(([label]) => label === '自动重新上架暂缓')).toEqual([
      ['自动重新上架暂缓', problem],
    ])
    expect((await set(RULE, true)).simulation).toMatchObject([{ problem, startPriceFen: null }])
    await gateway.data(shop.business, { ...business, enabled: true }, owner.login)
    await turn()
    expect(await gateway.listing(owner, unit)).toMatchObject({ state: 'on_sale' })
  })

  it('keeps to the sessions that were chosen', async () => {
    const unit = await unsold()
    const { scheduleNumber } = await gateway.session(owner, 'sealed')
    await set({ ...RULE, sessionNumbers: [scheduleNumber] }, false)
    await turn()
    expect(await gateway.listing(owner, unit)).toMatchObject({ entry: { scheduleNumber } })
  })

  it('leaves alone what was sold or taken off by hand', async () => {
    const [sold, off] = [await gateway.onSale(owner), await gateway.onSale(owner)]
    await gateway.sold(owner, sold)
    await gateway.data(goods.operate, { action: 'off_shelf', rows: [{ listingId: off.listingId }] }, owner.login)
    await gateway.runJobs()
    await set(RULE, false)
    await turn()
    await gateway.pass(HOUR_MS)
    expect(await entriesOf(sold)).toHaveLength(1)
    expect(await entriesOf(off)).toHaveLength(1)
  })
})

describe('a shop that goods or orders hang on', () => {
  const refusal = async (call: typeof shop.del | typeof shop.bind, input: object) => {
    const answer = await gateway.call(call, { shopAccountId: owner.shopAccountId, ...input } as never, owner.login)
    return [answer._bizErrCode, answer._errStr]
  }

  it('can be neither deleted nor unbound, and the sentence says how many and which', async () => {
    const name = `流拍商家${serial}小店`
    const unit = await gateway.onSale(owner)
    const { title } = await gateway.listing(owner, unit)
    const [row] = (await gateway.data(shop.list, {}, owner.login)).list
    expect(row).toMatchObject({ liveListings: 1, openOrders: 0 })
    expect(row?.allowedActions).not.toContain('delete')
    expect(await refusal(shop.del, {})).toEqual([
      'SHOP_HAS_LISTINGS',
      `店铺“${name}”还有1件商品未下架（${title}），请先下架或等交易结束再删除`,
    ])
    expect((await refusal(shop.bind, { step: 'unbind' }))[0]).toBe('SHOP_HAS_LISTINGS')
    const { orderNo } = await gateway.paid(owner, unit)
    expect(await refusal(shop.del, {})).toEqual([
      'SHOP_HAS_ORDERS',
      `店铺“${name}”还有1笔订单未完成（${orderNo}），请先处理完再删除`,
    ])
  })

  it('goes away with nothing on it, is not chosen any more, and stays away when the marketplace names it', async () => {
    await passedIn(await gateway.onSale(owner))
    await gateway.data(shop.del, { shopAccountId: owner.shopAccountId }, owner.login)
    expect((await gateway.data(shop.list, {}, owner.login)).list).toEqual([])
    expect((await gateway.data(shop.options, {}, owner.login)).options).toEqual([])
    const fresh = await gateway.inspected(owner)
    const listings = [await gateway.row(owner, [fresh.inspectionId])]
    const { results } = await gateway.data(goods.publish, { channel: 'auction', listings }, owner.login)
    expect(results).toMatchObject([{ ok: false, refusal: 'NOT_FOUND' }])
  })
})
