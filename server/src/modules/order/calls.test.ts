import { auctionOrder } from '@huanji/contract/calls/auction-order'
import { bill } from '@huanji/contract/calls/bill'
import { goods } from '@huanji/contract/calls/goods'
import { sealBag } from '@huanji/contract/calls/sealed-bag'
import { ROLE_PRESETS } from '@huanji/contract/presets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { HOUR_MS, type Market, type OnSale, startMarket, type Trader } from '../../sync/testing/trading-gateway.ts'
import { countWaitingOrders } from './store.ts'

let market: Market
let trader: Trader
let stranger: Trader
let unit: OnSale
let order: Awaited<ReturnType<Market['paid']>>

beforeAll(async () => {
  market = await startMarket()
  trader = await market.trader('青石手机')
  stranger = await market.trader('白塔数码')
  unit = await market.onSale(trader)
  order = await market.paid(trader, unit)
})
afterAll(() => market.close())

const colleague = (key: 'shipper' | 'service' | 'finance') =>
  market.colleague(trader, key, ROLE_PRESETS.find((preset) => preset.key === key)?.grants ?? [])

const refusal = (change: Record<string, unknown>) =>
  market.refusalOf(auctionOrder.delivery, market.delivery(order, unit, change), trader)

describe('reading orders', () => {
  it('shows a shipping clerk the receiver and no money, customer service the money and no receiver', async () => {
    const clerk = await market.detail(await colleague('shipper'), order.orderId)
    expect(clerk).toMatchObject({ dealPriceFen: null, startPriceFen: null, serviceFeeFen: null, paidFen: null })
    expect(clerk.units).toMatchObject([{ dealPriceFen: null, imei: unit.imei }])
    expect(clerk.receiver).toMatchObject({ masked: false })
    expect(clerk.receiver.phone).toMatch(/^1\d{10}$/)

    const service = await market.detail(await colleague('service'), order.orderId)
    expect(service).toMatchObject({ dealPriceFen: 200_000, receiver: { masked: true, detail: '****' } })
    expect(service.receiver.phone).toMatch(/^1\d{2}\*{4}\d{4}$/)
    expect(service.receiver.name).toMatch(/^.\*\*$/)
    expect(JSON.stringify(service)).not.toContain(clerk.receiver.phone)
    const offers = await market.data(
      auctionOrder.offerRecord,
      { orderId: order.orderId },
      (await colleague('service')).login,
    )
    expect(offers.reservePriceFen).toBeNull()
    const list = await market.data(auctionOrder.list, {}, (await colleague('shipper')).login)
    expect(list.list.every((row) => row.dealPriceFen === null)).toBe(true)
  })

  it('finds an order by every code a person may hold', async () => {
    for (const code of [unit.imei, unit.bagCode, order.barCode, order.orderNo]) {
      const { list } = await market.data(auctionOrder.list, { code }, trader.login)
      expect(list.map((row) => row.orderId)).toEqual([order.orderId])
    }
    const { list, total } = await market.data(auctionOrder.list, { code: '490154203237518' }, trader.login)
    expect({ list, total }).toEqual({ list: [], total: 0 })
  })

  it('filters, counts and sorts by deadline', async () => {
    const second = await market.onSale(trader)
    const waiting = await market.sold(trader, second)
    const urgent = await market.data(auctionOrder.list, { sort: 'deadline' }, trader.login)
    const deadlines = urgent.list.map((row) => row.deadlineAt ?? '')
    expect(deadlines).toEqual([...deadlines].sort())
    expect(urgent.counts).toMatchObject({ awaiting_payment: 1, awaiting_shipment: 1, shipped: 0 })
    const { list } = await market.data(auctionOrder.list, { state: 'awaiting_payment' }, trader.login)
    expect(list.map((row) => row.orderId)).toEqual([waiting.orderId])
    const counts = await market.db.tenant(trader.seller.merchantId, (tx) => countWaitingOrders(tx, 'auction'))
    expect(counts.awaiting_shipment).toMatchObject({ count: 1, nearestDeadline: order.deadlineAt })
    expect(await market.refusalOf(auctionOrder.delivery, market.delivery(waiting, second), trader)).toBe(
      'ORDER_NOT_PAID',
    )
  })

  it('keeps another merchant out, as if the order did not exist', async () => {
    for (const orderId of [order.orderId, newId()]) {
      for (const spec of [
        auctionOrder.detail,
        auctionOrder.barcodeList,
        auctionOrder.offerRecord,
        auctionOrder.statuslog,
      ]) {
        expect(await market.refusalOf(spec, { orderId }, stranger)).toBe('NOT_FOUND')
      }
      const sent = market.delivery({ orderId }, unit)
      expect(await market.refusalOf(auctionOrder.delivery, sent, stranger)).toBe('NOT_FOUND')
    }
    expect((await market.data(auctionOrder.list, {}, stranger.login)).total).toBe(0)
    expect((await market.data(bill.list, {}, stranger.login)).total).toBe(0)
  })

  it('offers carriers and guesses one from a number', async () => {
    const { companies, guesses } = await market.data(
      auctionOrder.logisticsCompanyList,
      { waybill: 'SF1234567890123' },
      trader.login,
    )
    expect(companies.map((company) => company.code)).toContain('SF')
    expect(guesses[0]).toBe('SF')
  })
})

describe('delivery', () => {
  it('compares what is scanned with what was sold', async () => {
    const scan = { unitCode: unit.imei, bagCode: unit.bagCode }
    expect(await refusal({ scans: [] })).toBe('UNITS_NOT_CHECKED')
    expect(await refusal({ scans: [{ ...scan, bagCode: 'BAG999999999' }] })).toBe('BAG_MISMATCH')
    expect(await refusal({ scans: [scan, { ...scan, unitCode: '490154203237518' }] })).toBe('UNIT_NOT_IN_ORDER')
    expect(await refusal({ carrierCode: 'NONE' })).toBe('CARRIER_UNKNOWN')
    expect(await refusal({ carrierCode: 'HHTT' })).toBe('CARRIER_UNKNOWN')
    expect(await refusal({ waybill: '没有单号' })).toBe('WAYBILL_INVALID')
    expect(await refusal({ addressId: newId() })).toBe('ADDRESS_NOT_FOUND')
    expect(await refusal({ version: 999 })).toBe('VERSION_CONFLICT')
    const foreign = await market.call(
      auctionOrder.delivery,
      market.delivery(order, unit, { scans: [{ ...scan, unitCode: '490154203237518' }] }),
      trader.login,
    )
    expect(foreign._errStr).toBe('非本订单设备：490154203237518')
    expect((await market.detail(trader, order.orderId)).state).toBe('awaiting_shipment')
  })

  it('happens once when fifty people press at the same moment, and is told once', async () => {
    const sent = market.delivery(order, unit, {
      scans: [{ unitCode: order.barCode, bagCode: unit.bagCode.toLowerCase() }],
    })
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => market.call(auctionOrder.delivery, sent, trader.login)),
    )
    const outcomes = answers.map((answer) => (answer._errCode === '0' ? 'ok' : answer._bizErrCode)).sort()
    expect(outcomes).toEqual([...Array.from({ length: 49 }, () => 'ORDER_ALREADY_DELIVERED'), 'ok'])
    const effects = await market.database.open.ownerQuery(`select id from outbox where kind = 'reconcile.shipment'`)
    expect(effects.rows).toHaveLength(1)
    await market.pass(1000)
    const shipped = await market.detail(trader, order.orderId)
    expect(shipped).toMatchObject({ state: 'shipped', deliverySync: 'done', deadlineAt: null })
    const { list } = await market.data(sealBag.GetSealBagList, { code: unit.bagCode }, trader.login)
    expect(JSON.stringify(list)).toContain('shipped')
  })

  it('makes one effect of equal requests with one intent, and answers them alike', async () => {
    const other = await market.onSale(trader)
    const paid = await market.paid(trader, other)
    const sent = market.delivery(paid, other, { waybill: 'SF1111111111111' })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => market.call(auctionOrder.delivery, sent, trader.login, 'one-intent')),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]?._errCode).toBe('0')
  })

  it('and a close by the marketplace at the same moment end in one legal state', async () => {
    const other = await market.onSale(trader)
    const paid = await market.paid(trader, other)
    market.clock.advance(25 * HOUR_MS)
    await market.control.advance(25 * HOUR_MS)
    const sent = market.delivery(paid, other, { waybill: 'SF2222222222222' })
    const [answer] = await Promise.all([
      market.call(auctionOrder.delivery, sent, trader.login),
      market.poll(trader.seller),
    ])
    await market.pass(1000)
    const after = await market.detail(trader, paid.orderId)
    const actions = after.history.map((line) => line.action)
    if (answer._errCode === '0') {
      expect(after).toMatchObject({ state: 'closed', deliverySync: 'failed' })
      expect(actions.slice(0, 3)).toEqual(['place', 'pay', 'ship'])
      expect(actions.at(-1)).toBe('closeByMarketplace')
    } else {
      expect(answer._bizErrCode).toBe('ORDER_CLOSED')
      expect(after).toMatchObject({ state: 'closed', deliverySync: 'none' })
      expect(actions).toEqual(['place', 'pay', 'missShipment'])
    }
  })

  it('accepts at packing a phone known by its serial number', async () => {
    const [sn, bagCode] = ['C39XK0AAHFLG', 'FDSERIAL0001']
    const submission = market.submission()
    const { inspectionId } = await market.listable(trader, bagCode, { code: { ...submission.code, sn } })
    const listings = [await market.row(trader, [inspectionId])]
    const { results } = await market.data(goods.publish, { channel: 'auction', listings }, trader.login)
    await market.deliver()
    await market.pass(60_000)
    const known = { imei: submission.code.imei ?? '', bagCode, inspectionId, listingId: results[0]?.listingId ?? '' }
    const paid = await market.paid(trader, known)
    const clerk = await colleague('shipper')
    const { units } = await market.data(auctionOrder.barcodeList, { orderId: paid.orderId }, clerk.login)
    expect(units).toMatchObject([{ imei: known.imei, meid: '', sn }])
    const scans = [{ unitCode: sn.toLowerCase(), bagCode }]
    const sent = market.delivery(paid, known, { waybill: 'SF3333333333333', scans })
    expect((await market.data(auctionOrder.delivery, sent, clerk.login)).order.state).toBe('shipped')
  })
})
