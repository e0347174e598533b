import { bill } from '@huanji/contract/features/bill/calls'
import { sealBag } from '@huanji/contract/features/inspection/sealed-bag'
import { goods } from '@huanji/contract/features/listing/goods'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { ROLE_PRESETS } from '@huanji/contract/presets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/ids.ts'
import {
  HOUR_MS,
  type OnSale,
  type ShopOwner,
  startTradingGateway,
  type TradingGateway,
} from '../../sync/testing/trading-gateway.ts'
import { countWaitingOrders } from './store.ts'

let gateway: TradingGateway
let owner: ShopOwner
let stranger: ShopOwner
let unit: OnSale
let order: Awaited<ReturnType<TradingGateway['paid']>>

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.shopOwner('青石手机')
  stranger = await gateway.shopOwner('白塔数码')
  unit = await gateway.onSale(owner)
  order = await gateway.paid(owner, unit)
})
afterAll(() => gateway.close())

const colleague = (key: 'shipper' | 'service' | 'finance') =>
  gateway.colleague(owner, key, ROLE_PRESETS.find((preset) => preset.key === key)?.grants ?? [])

const refusal = (change: Record<string, unknown>) =>
  gateway.refusalOf(auctionOrder.delivery, gateway.shipmentInput(order, unit, change), owner)

describe('reading orders', () => {
  it('says what an order is expected to bring while it has no bills', async () => {
    expect((await gateway.detail(owner, order.orderId)).proceeds).toEqual({
      state: 'expected',
      lines: [
        { type: 'orderSettlement', label: '货款', amountFen: 200_000 },
        { type: 'serviceFee', label: '平台服务费', amountFen: -4_000 },
        { type: 'inspectionFee', label: '质检费', amountFen: -3_000 },
      ],
      netFen: 193_000,
    })
  })

  it('shows a shipping clerk the receiver and no money, customer service the money and no receiver', async () => {
    const clerk = await gateway.detail(await colleague('shipper'), order.orderId)
    expect(clerk).toMatchObject({ dealPriceFen: null, startPriceFen: null, serviceFeeFen: null, paidFen: null })
    expect(clerk.proceeds).toBeNull()
    expect(clerk.units).toMatchObject([{ dealPriceFen: null, imei: unit.imei }])
    expect(clerk.receiver).toMatchObject({ masked: false })
    expect(clerk.receiver.phone).toMatch(/^1\d{10}$/)

    const service = await gateway.detail(await colleague('service'), order.orderId)
    expect(service).toMatchObject({ dealPriceFen: 200_000, receiver: { masked: true, detail: '****' } })
    expect(service.receiver.phone).toMatch(/^1\d{2}\*{4}\d{4}$/)
    expect(service.receiver.name).toMatch(/^.\*\*$/)
    expect(JSON.stringify(service)).not.toContain(clerk.receiver.phone)
    const offers = await gateway.data(
      auctionOrder.offerRecord,
      { orderId: order.orderId },
      (await colleague('service')).login,
    )
    expect(offers.reservePriceFen).toBeNull()
    const list = await gateway.data(auctionOrder.list, {}, (await colleague('shipper')).login)
    expect(list.list.every((row) => row.dealPriceFen === null)).toBe(true)
  })

  it('finds an order by every code a person may hold', async () => {
    for (const code of [unit.imei, unit.bagCode, order.barCode, order.orderNo]) {
      const { list } = await gateway.data(auctionOrder.list, { code }, owner.login)
      expect(list.map((row) => row.orderId)).toEqual([order.orderId])
    }
    const { list, total } = await gateway.data(auctionOrder.list, { code: '490154203237518' }, owner.login)
    expect({ list, total }).toEqual({ list: [], total: 0 })
  })

  it('filters, counts and sorts by deadline', async () => {
    const second = await gateway.onSale(owner)
    const waiting = await gateway.sold(owner, second)
    const urgent = await gateway.data(
      auctionOrder.list,
      { state: 'awaiting_shipment', sort: 'deadline.asc' },
      owner.login,
    )
    const deadlines = urgent.list.map((row) => row.deadlineAt ?? '')
    expect(deadlines).toEqual([...deadlines].sort())
    expect(urgent.counts).toMatchObject({ awaiting_payment: 1, awaiting_shipment: 1, shipped: 0 })
    const { list } = await gateway.data(auctionOrder.list, { state: 'awaiting_payment' }, owner.login)
    expect(list.map((row) => row.orderId)).toEqual([waiting.orderId])
    const counts = await gateway.db.tenant(owner.seller.merchantId, (tx) => countWaitingOrders(tx, 'auction'))
    expect(counts.awaiting_shipment).toMatchObject({ count: 1, nearestDeadline: order.deadlineAt })
    expect(await gateway.refusalOf(auctionOrder.delivery, gateway.shipmentInput(waiting, second), owner)).toBe(
      'ORDER_NOT_PAID',
    )
  })

  it('defect: the order by price told a shipping clerk which order was dearer', async () => {
    await gateway.database.open.ownerQuery('update sale_order set deal_price_fen = 90000 where id = $1', [
      order.orderId,
    ])
    const clerk = (await colleague('shipper')).login
    const ids = async (sort?: 'deal.asc' | 'deal.desc', login = clerk) => {
      const answer = await gateway.data(auctionOrder.list, sort === undefined ? {} : { sort }, login)
      return { sort: answer.sort, ids: answer.list.map(({ orderId }) => orderId) }
    }
    const plain = await ids()
    expect(plain.ids.length).toBeGreaterThan(1)
    expect(await ids('deal.asc')).toEqual({ sort: null, ids: plain.ids })
    expect(await ids('deal.desc')).toEqual({ sort: null, ids: plain.ids })
    const dearest = await ids('deal.desc', owner.login)
    expect(dearest).toEqual({ sort: 'deal.desc', ids: [...(await ids('deal.asc', owner.login)).ids].reverse() })
    expect(dearest.ids.at(-1)).toBe(order.orderId)
    await gateway.database.open.ownerQuery('update sale_order set deal_price_fen = 200000 where id = $1', [
      order.orderId,
    ])
  })

  it('keeps another merchant out, as if the order did not exist', async () => {
    for (const orderId of [order.orderId, newId()]) {
      for (const spec of [
        auctionOrder.detail,
        auctionOrder.barcodeList,
        auctionOrder.offerRecord,
        auctionOrder.statuslog,
      ]) {
        expect(await gateway.refusalOf(spec, { orderId }, stranger)).toBe('NOT_FOUND')
      }
      const sent = gateway.shipmentInput({ orderId }, unit)
      expect(await gateway.refusalOf(auctionOrder.delivery, sent, stranger)).toBe('NOT_FOUND')
    }
    expect((await gateway.data(auctionOrder.list, {}, stranger.login)).total).toBe(0)
    expect((await gateway.data(bill.list, {}, stranger.login)).total).toBe(0)
  })

  it('offers carriers and guesses one from a number', async () => {
    const { companies, guesses } = await gateway.data(
      auctionOrder.logisticsCompanyList,
      { waybill: 'SF1234567890123' },
      owner.login,
    )
    expect(companies.map((company) => company.code)).toContain('SF')
    expect(guesses[0]).toBe('SF')
  })
})

describe('shipping', () => {
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
    const foreign = await gateway.call(
      auctionOrder.delivery,
      gateway.shipmentInput(order, unit, { scans: [{ ...scan, unitCode: '490154203237518' }] }),
      owner.login,
    )
    expect(foreign._errStr).toBe('490154203237518 不是这一单的手机，请放回去，换成这一单的那台')
    expect((await gateway.detail(owner, order.orderId)).state).toBe('awaiting_shipment')
  })

  it('happens once when fifty people press at the same moment, and is told once', async () => {
    const sent = gateway.shipmentInput(order, unit, {
      scans: [{ unitCode: order.barCode, bagCode: unit.bagCode.toLowerCase() }],
    })
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => gateway.call(auctionOrder.delivery, sent, owner.login)),
    )
    const outcomes = answers.map((answer) => (answer._errCode === '0' ? 'ok' : answer._bizErrCode)).sort()
    expect(outcomes).toEqual([...Array.from({ length: 49 }, () => 'ORDER_ALREADY_DELIVERED'), 'ok'])
    const effects = await gateway.database.open.ownerQuery(`select id from outbox where kind = 'reconcile.shipment'`)
    expect(effects.rows).toHaveLength(1)
    await gateway.pass(1000)
    const shipped = await gateway.detail(owner, order.orderId)
    expect(shipped).toMatchObject({ state: 'shipped', deliverySync: 'done', deadlineAt: null })
    const { list } = await gateway.data(sealBag.records, { code: unit.bagCode }, owner.login)
    expect(JSON.stringify(list)).toContain('shipped')
  })

  it('makes one effect of equal requests with one key, and answers them alike', async () => {
    const other = await gateway.onSale(owner)
    const paid = await gateway.paid(owner, other)
    const sent = gateway.shipmentInput(paid, other, { waybill: 'SF1111111111111' })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => gateway.call(auctionOrder.delivery, sent, owner.login, 'one-key')),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]?._errCode).toBe('0')
  })

  it('and a close by the marketplace at the same moment end in one legal state', async () => {
    const other = await gateway.onSale(owner)
    const paid = await gateway.paid(owner, other)
    gateway.clock.advance(25 * HOUR_MS)
    await gateway.control.advance(25 * HOUR_MS)
    const sent = gateway.shipmentInput(paid, other, { waybill: 'SF2222222222222' })
    const [answer] = await Promise.all([
      gateway.call(auctionOrder.delivery, sent, owner.login),
      gateway.poll(owner.seller),
    ])
    await gateway.pass(1000)
    const after = await gateway.detail(owner, paid.orderId)
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
    const submission = gateway.submission()
    const { inspectionId } = await gateway.listable(owner, bagCode, { code: { ...submission.code, sn } })
    const listings = [await gateway.row(owner, [inspectionId])]
    const { results } = await gateway.data(goods.publish, { channel: 'auction', listings }, owner.login)
    await gateway.runJobs()
    await gateway.pass(60_000)
    const known = { imei: submission.code.imei ?? '', bagCode, inspectionId, listingId: results[0]?.listingId ?? '' }
    const paid = await gateway.paid(owner, known)
    const clerk = await colleague('shipper')
    const { units } = await gateway.data(auctionOrder.barcodeList, { orderId: paid.orderId }, clerk.login)
    expect(units).toMatchObject([{ imei: known.imei, meid: '', sn }])
    const scans = [{ unitCode: sn.toLowerCase(), bagCode }]
    const sent = gateway.shipmentInput(paid, known, { waybill: 'SF3333333333333', scans })
    expect((await gateway.data(auctionOrder.delivery, sent, clerk.login)).order.state).toBe('shipped')
  })
})
