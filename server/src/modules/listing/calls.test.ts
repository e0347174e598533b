import { goods } from '@huanji/contract/calls/goods'
import { ROLE_PRESETS } from '@huanji/contract/presets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { type Market, startMarket, type Trader } from '../../sync/testing/trading-gateway.ts'

let market: Market
let trader: Trader
let stranger: Trader

beforeAll(async () => {
  market = await startMarket()
  trader = await market.trader('明月通讯')
  stranger = await market.trader('远山数码')
})
afterAll(() => market.close())

const publish = async (by: Trader, rows: Awaited<ReturnType<Market['row']>>[]) =>
  (await market.data(goods.publish, { channel: 'auction', listings: rows }, by.login)).results
const operate = async (
  action: 'off_shelf' | 'relist' | 'change_price' | 'delete',
  row: Record<string, unknown> & { listingId: string },
) => (await market.data(goods.operate, { action, rows: [row] }, trader.login)).results[0]

describe('publishing', () => {
  it('answers every row by itself: a bad one stops no other', async () => {
    const [good, cheap, other] = [
      await market.inspected(trader),
      await market.inspected(trader),
      await market.inspected(trader),
    ]
    const low = { startPriceFen: 10_000, reservePriceFen: 20_000, priceConfirmed: false }
    const results = await publish(trader, [
      await market.row(trader, [good.inspectionId]),
      await market.row(trader, [good.inspectionId]),
      await market.row(trader, [cheap.inspectionId], low),
      await market.row(trader, [cheap.inspectionId], { startPriceFen: 20_000, reservePriceFen: 10_000 }),
      await market.row(trader, [newId()]),
      await market.row(trader, [cheap.inspectionId], { scheduleDate: '2020-01-01' }),
      await market.row(trader, [cheap.inspectionId], { title: '汉'.repeat(31) }),
      await market.row(trader, [cheap.inspectionId], { shopAccountId: newId() }),
      await market.row(trader, [other.inspectionId]),
    ])
    expect(results.map((row) => (row.ok ? 'ok' : row.refusal))).toEqual([
      'ok',
      'UNIT_ALREADY_LISTED',
      'PRICE_NEEDS_CONFIRMATION',
      'PRICE_INVALID',
      'NOT_FOUND',
      'SESSION_CLOSED',
      'TITLE_INVALID',
      'NOT_FOUND',
      'ok',
    ])
    const left = await market.data(goods.detect_list, { channel: 'auction' }, trader.login)
    expect(left.list.map((unit) => unit.inspectionId)).toContain(cheap.inspectionId)
    expect(left.list.map((unit) => unit.inspectionId)).not.toContain(good.inspectionId)
    expect(left.list[0]?.suggestedStartFen).toBeGreaterThan(0)
  })

  it('lists a lot of several units together', async () => {
    const [first, second] = [await market.inspected(trader), await market.inspected(trader)]
    const [result] = await publish(trader, [await market.row(trader, [first.inspectionId, second.inspectionId])])
    const lot = await market.listing(trader, { listingId: result?.listingId ?? '' })
    expect(lot).toMatchObject({ unitCount: 2, state: 'publishing' })
    expect(lot.units.map((unit) => unit.imei).sort()).toEqual([first.imei, second.imei].sort())
    expect(lot.title).toMatch(/^2台 /)
  })

  it('sells one phone once, when two people publish it at the same moment', async () => {
    const unit = await market.inspected(trader)
    const row = await market.row(trader, [unit.inspectionId])
    const answers = await Promise.all(Array.from({ length: 8 }, () => publish(trader, [row])))
    const outcomes = answers.map(([result]) => (result?.ok ? 'ok' : result?.refusal)).sort()
    expect(outcomes).toEqual([...Array.from({ length: 7 }, () => 'UNIT_ALREADY_LISTED'), 'ok'])
    const { total } = await market.data(goods.list, { code: unit.imei }, trader.login)
    expect(total).toBe(1)
  })

  it("treats another merchant's inspections, shops and listings like ones that do not exist", async () => {
    const unit = await market.inspected(trader)
    const theirs = await market.row(stranger, [unit.inspectionId])
    const missing = await market.row(stranger, [newId()])
    expect(await publish(stranger, [theirs])).toEqual(await publish(stranger, [missing]))
    const onSale = await market.published(trader)
    for (const listingId of [onSale.listingId, newId()]) {
      expect(await market.refusalOf(goods.detail, { listingId }, stranger)).toBe('NOT_FOUND')
      const rows = [{ listingId }]
      const { results } = await market.data(goods.operate, { action: 'off_shelf', rows }, stranger.login)
      expect(results).toMatchObject([{ ok: false, refusal: 'NOT_FOUND' }])
    }
  })
})

describe('operating on listings', () => {
  it('takes one off the shelf, at the marketplace too, and frees its unit', async () => {
    const unit = await market.onSale(trader)
    expect(await operate('off_shelf', { listingId: unit.listingId })).toMatchObject({ ok: true })
    const relisted = await operate('relist', { listingId: unit.listingId, ...(await schedule()) })
    expect(relisted).toMatchObject({ ok: false, refusal: 'STATE_CHANGED' })
    await market.deliver()
    const off = await market.listing(trader, unit)
    expect(off).toMatchObject({ state: 'off_shelf', entry: { state: 'withdrawn' } })
    const { list } = await market.data(goods.detect_list, { channel: 'auction', code: unit.imei }, trader.login)
    expect(list).toHaveLength(1)
    expect(await operate('delete', { listingId: unit.listingId })).toMatchObject({ ok: true })
    await market.deliver()
    const { total } = await market.data(goods.list, { code: unit.imei }, trader.login)
    expect(total).toBe(0)
  })

  it('changes prices before the session by a new entry, and only sane ones', async () => {
    const unit = await market.onSale(trader)
    const before = market.remoteEntry(unit)
    const far = { listingId: unit.listingId, startPriceFen: 150_000, reservePriceFen: 400_000 }
    expect(await operate('change_price', far)).toMatchObject({ ok: false, refusal: 'PRICE_NEEDS_CONFIRMATION' })
    const near = { listingId: unit.listingId, startPriceFen: 160_000, reservePriceFen: 190_000, priceConfirmed: true }
    expect(await operate('change_price', near)).toMatchObject({ ok: true })
    await market.deliver()
    await market.pass(60_000)
    const changed = await market.listing(trader, unit)
    expect(changed).toMatchObject({
      state: 'on_sale',
      entry: { state: 'scheduled', startPriceFen: 160_000, reservePriceFen: 190_000 },
    })
    expect(market.remoteEntry(unit)).not.toBe(before)
  })

  it('refuses to take off what has bids, and a row made from an older version', async () => {
    const unit = await market.onSale(trader)
    const stale = { listingId: unit.listingId, version: 1 }
    expect(await operate('off_shelf', stale)).toMatchObject({ ok: false, refusal: 'VERSION_CONFLICT' })
    const { startsAt } = await market.session(trader)
    await market.pass(Date.parse(startsAt) - market.clock.now().getTime() + 60_000)
    market.control.placeBid({ entryId: market.remoteEntry(unit), buyer: 3, amountFen: 155_000 })
    for (const action of ['off_shelf', 'change_price'] as const) {
      expect(await operate(action, { listingId: unit.listingId })).toMatchObject({ refusal: 'LISTING_HAS_BIDS' })
    }
  })
})

const schedule = async () => {
  const { scheduleDate, scheduleNumber } = await market.session(trader)
  return { scheduleDate, scheduleNumber }
}

describe('lists', () => {
  it('filter, count by state, and find by any code of a unit', async () => {
    const unit = await market.onSale(trader)
    const found = await market.data(goods.list, { state: 'on_sale', entryState: 'scheduled' }, trader.login)
    expect(found.list.map((row) => row.listingId)).toContain(unit.listingId)
    expect(found.counts.on_sale).toBe(found.total)
    for (const code of [unit.imei, unit.bagCode, ` ${unit.imei} `]) {
      const { list } = await market.data(goods.list, { code }, trader.login)
      expect(list.map((row) => row.listingId)).toEqual([unit.listingId])
    }
    const { list: none } = await market.data(goods.list, { keyword: '100%' }, trader.login)
    expect(none).toEqual([])
  })

  it('keep the reserve from whoever may not read it', async () => {
    const unit = await market.published(trader)
    const grantsOf = (key: string) => ROLE_PRESETS.find((preset) => preset.key === key)?.grants ?? []
    for (const [key, reserve] of [
      ['shipper', null],
      ['operator', 180_000],
    ] as const) {
      const colleague = await market.colleague(trader, key, grantsOf(key))
      const { entry } = await market.data(goods.detail, { listingId: unit.listingId }, colleague.login)
      expect(entry).toMatchObject({ startPriceFen: 150_000, reservePriceFen: reserve })
    }
  })
})
