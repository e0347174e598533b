import { goods } from '@huanji/contract/features/listing/goods'
import { ROLE_PRESETS } from '@huanji/contract/presets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { type ShopOwner, startTradingGateway, type TradingGateway } from '../../sync/testing/trading-gateway.ts'

let gateway: TradingGateway
let owner: ShopOwner
let stranger: ShopOwner

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.shopOwner('明月通讯')
  stranger = await gateway.shopOwner('远山数码')
})
afterAll(() => gateway.close())

const publish = async (by: ShopOwner, rows: Awaited<ReturnType<TradingGateway['row']>>[]) =>
  (await gateway.data(goods.publish, { channel: 'auction', listings: rows }, by.login)).results
const operate = async (
  action: 'off_shelf' | 'relist' | 'change_price' | 'delete',
  row: Record<string, unknown> & { listingId: string },
) => (await gateway.data(goods.operate, { action, rows: [row] }, owner.login)).results[0]

describe('publishing', () => {
  it('answers every row by itself: a bad one stops no other', async () => {
    const [good, cheap, other] = [
      await gateway.inspected(owner),
      await gateway.inspected(owner),
      await gateway.inspected(owner),
    ]
    const low = { startPriceFen: 10_000, reservePriceFen: 20_000, priceConfirmed: false }
    const results = await publish(owner, [
      await gateway.row(owner, [good.inspectionId]),
      await gateway.row(owner, [good.inspectionId]),
      await gateway.row(owner, [cheap.inspectionId], low),
      await gateway.row(owner, [cheap.inspectionId], { startPriceFen: 20_000, reservePriceFen: 10_000 }),
      await gateway.row(owner, [newId()]),
      await gateway.row(owner, [cheap.inspectionId], { scheduleDate: '2020-01-01' }),
      await gateway.row(owner, [cheap.inspectionId], { title: '汉'.repeat(31) }),
      await gateway.row(owner, [cheap.inspectionId], { shopAccountId: newId() }),
      await gateway.row(owner, [other.inspectionId]),
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
    const left = await gateway.data(goods.listable, { channel: 'auction' }, owner.login)
    expect(left.list.map((unit) => unit.inspectionId)).toContain(cheap.inspectionId)
    expect(left.list.map((unit) => unit.inspectionId)).not.toContain(good.inspectionId)
    expect(left.list[0]?.suggestedStartFen).toBeGreaterThan(0)
  })

  it('lists a lot of several units together', async () => {
    const [first, second] = [await gateway.inspected(owner), await gateway.inspected(owner)]
    const [result] = await publish(owner, [await gateway.row(owner, [first.inspectionId, second.inspectionId])])
    const lot = await gateway.listing(owner, { listingId: result?.listingId ?? '' })
    expect(lot).toMatchObject({ unitCount: 2, state: 'publishing' })
    expect(lot.units.map((unit) => unit.imei).sort()).toEqual([first.imei, second.imei].sort())
    expect(lot.title).toMatch(/^2台 /)
  })

  it('sells one phone once, when two people publish it at the same moment', async () => {
    const unit = await gateway.inspected(owner)
    const row = await gateway.row(owner, [unit.inspectionId])
    const answers = await Promise.all(Array.from({ length: 8 }, () => publish(owner, [row])))
    const outcomes = answers.map(([result]) => (result?.ok ? 'ok' : result?.refusal)).sort()
    expect(outcomes).toEqual([...Array.from({ length: 7 }, () => 'UNIT_ALREADY_LISTED'), 'ok'])
    const { total } = await gateway.data(goods.list, { code: unit.imei }, owner.login)
    expect(total).toBe(1)
  })

  it("treats another merchant's inspections, shops and listings like ones that do not exist", async () => {
    const unit = await gateway.inspected(owner)
    const theirs = await gateway.row(stranger, [unit.inspectionId])
    const missing = await gateway.row(stranger, [newId()])
    expect(await publish(stranger, [theirs])).toEqual(await publish(stranger, [missing]))
    const onSale = await gateway.published(owner)
    for (const listingId of [onSale.listingId, newId()]) {
      expect(await gateway.refusalOf(goods.detail, { listingId }, stranger)).toBe('NOT_FOUND')
      const rows = [{ listingId }]
      const { results } = await gateway.data(goods.operate, { action: 'off_shelf', rows }, stranger.login)
      expect(results).toMatchObject([{ ok: false, refusal: 'NOT_FOUND' }])
    }
  })
})

describe('operating on listings', () => {
  it('takes one off the shelf, at the marketplace too, and frees its unit', async () => {
    const unit = await gateway.onSale(owner)
    expect(await operate('off_shelf', { listingId: unit.listingId })).toMatchObject({ ok: true })
    const relisted = await operate('relist', { listingId: unit.listingId, ...(await schedule()) })
    expect(relisted).toMatchObject({ ok: false, refusal: 'STATE_CHANGED' })
    await gateway.runJobs()
    const off = await gateway.listing(owner, unit)
    expect(off).toMatchObject({ state: 'off_shelf', entry: { state: 'withdrawn' } })
    const { list } = await gateway.data(goods.listable, { channel: 'auction', code: unit.imei }, owner.login)
    expect(list).toHaveLength(1)
    expect(await operate('delete', { listingId: unit.listingId })).toMatchObject({ ok: true })
    await gateway.runJobs()
    const { total } = await gateway.data(goods.list, { code: unit.imei }, owner.login)
    expect(total).toBe(0)
  })

  it('changes prices before the session by a new entry, and only sane ones', async () => {
    const unit = await gateway.onSale(owner)
    const before = gateway.remoteEntry(unit)
    const far = { listingId: unit.listingId, startPriceFen: 150_000, reservePriceFen: 400_000 }
    expect(await operate('change_price', far)).toMatchObject({ ok: false, refusal: 'PRICE_NEEDS_CONFIRMATION' })
    const near = { listingId: unit.listingId, startPriceFen: 160_000, reservePriceFen: 190_000, priceConfirmed: true }
    expect(await operate('change_price', near)).toMatchObject({ ok: true })
    await gateway.runJobs()
    await gateway.pass(60_000)
    const changed = await gateway.listing(owner, unit)
    expect(changed).toMatchObject({
      state: 'on_sale',
      entry: { state: 'scheduled', startPriceFen: 160_000, reservePriceFen: 190_000 },
    })
    expect(gateway.remoteEntry(unit)).not.toBe(before)
  })

  it('refuses to take off what has bids, and a row made from an older version', async () => {
    const unit = await gateway.onSale(owner)
    const stale = { listingId: unit.listingId, version: 1 }
    expect(await operate('off_shelf', stale)).toMatchObject({ ok: false, refusal: 'VERSION_CONFLICT' })
    const { startsAt } = await gateway.session(owner)
    await gateway.pass(Date.parse(startsAt) - gateway.clock.now().getTime() + 60_000)
    gateway.control.placeBid({ entryId: gateway.remoteEntry(unit), buyer: 3, amountFen: 155_000 })
    for (const action of ['off_shelf', 'change_price'] as const) {
      expect(await operate(action, { listingId: unit.listingId })).toMatchObject({ refusal: 'LISTING_HAS_BIDS' })
    }
  })
})

const schedule = async () => {
  const { scheduleDate, scheduleNumber } = await gateway.session(owner)
  return { scheduleDate, scheduleNumber }
}

describe('lists', () => {
  it('filter, count by state, and find by any code of a unit', async () => {
    const unit = await gateway.onSale(owner)
    const found = await gateway.data(goods.list, { state: 'on_sale', entryState: 'scheduled' }, owner.login)
    expect(found.list.map((row) => row.listingId)).toContain(unit.listingId)
    expect(found.counts.on_sale).toBe(found.total)
    for (const code of [unit.imei, unit.bagCode, ` ${unit.imei} `]) {
      const { list } = await gateway.data(goods.list, { code }, owner.login)
      expect(list.map((row) => row.listingId)).toEqual([unit.listingId])
    }
    const { list: none } = await gateway.data(goods.list, { keyword: '100%' }, owner.login)
    expect(none).toEqual([])
  })

  it('keep the reserve from whoever may not read it', async () => {
    const unit = await gateway.published(owner)
    const grantsOf = (key: string) => ROLE_PRESETS.find((preset) => preset.key === key)?.grants ?? []
    for (const [key, reserve] of [
      ['shipper', null],
      ['operator', 180_000],
    ] as const) {
      const colleague = await gateway.colleague(owner, key, grantsOf(key))
      const { entry } = await gateway.data(goods.detail, { listingId: unit.listingId }, colleague.login)
      expect(entry).toMatchObject({ startPriceFen: 150_000, reservePriceFen: reserve })
    }
  })

  it('defect: a refusal told the reserve to whoever may not read it', async () => {
    const unit = await gateway.onSale(owner)
    const clerk = await gateway.colleague(owner, 'clerk', [goods.list.path, goods.operate.path])
    const row = { listingId: unit.listingId, reservePriceFen: 900_000 }
    const tried = async (by: ShopOwner | typeof clerk) =>
      (await gateway.data(goods.operate, { action: 'change_price', rows: [row] }, by.login)).results[0]?.message
    expect(await tried(owner)).toContain('1,800.00')
    expect(await tried(clerk)).toBe('保底价变化超过30%，是不是多输或少输了一位？')
  })
})
