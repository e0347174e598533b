import { allCalls } from '@huanji/contract/calls'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { listingHandling } from '@huanji/contract/features/listing/goods'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { curatedOrder } from '@huanji/contract/features/order/curated-order'
import { phoneRecord } from '@huanji/contract/features/phone/calls'
import { ROLE_PRESETS, type RolePreset } from '@huanji/contract/presets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SignedInEmployee } from '../../../../tests/support/people.ts'
import { type CuratedListing, curatedTrade } from '../../sync/testing/curated-trade.ts'
import {
  nextImei,
  type OnSale,
  type ShopOwner,
  startTradingGateway,
  type TradingGateway,
} from '../../sync/testing/trading-gateway.ts'

const COST_FEN = 150_000
const PRICE_FEN = 200_000

let gateway: TradingGateway
let owner: ShopOwner
let sold: OnSale
let orderId: string
let orderNo: string
let firstBarCode: string

const life = (code: string, by: SignedInEmployee = owner) => gateway.data(phoneRecord.life, { code }, by.login)
const lifeOf = async (code: string, by: SignedInEmployee = owner) => {
  const { life: found } = await life(code, by)
  if (found === null) throw new Error(`${code} leads to several phones`)
  return found
}
const refusal = (code: string, by: SignedInEmployee = owner) => gateway.call(phoneRecord.life, { code }, by.login)

const READING = '/api/ext/phone/life'
const reader = (...grants: string[]) => gateway.colleague(owner, '读者', [READING, ...grants])

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.shopOwner('北桥手机')
  sold = await gateway.onSale(owner)
  ;({ orderId, orderNo } = await gateway.paid(owner, sold, PRICE_FEN))
  const unit = (await gateway.detail(owner, orderId)).units[0]
  firstBarCode = unit?.barCode ?? ''
  const rows = [{ unitId: unit?.unitId ?? '', costPriceFen: COST_FEN }]
  await gateway.data(listingHandling.setCost, { rows }, owner.login)
  await gateway.data(auctionOrder.delivery, gateway.shipmentInput({ orderId }, sold), owner.login)
  await gateway.pass(1_000)
  gateway.control.confirmReceipt(orderNo)
  await gateway.pass(1_000)
})
afterAll(() => gateway.close())

describe('the life of a phone', () => {
  it('is one whatever code leads to it', async () => {
    const { inspectionNo } = await gateway.data(
      detRecord.getDetRecordDetails,
      { inspectionId: sold.inspectionId },
      owner.login,
    )
    const codes = [sold.imei, `IMEI：${sold.imei}/01`, firstBarCode.toLowerCase(), sold.bagCode, inspectionNo, orderNo]
    for (const code of [...codes, 'sf1234567890123']) {
      expect(await lifeOf(code), code).toMatchObject({ imei: sold.imei, standing: 'sold' })
    }
  })

  it('tells everything that happened, oldest first', async () => {
    const { events, parts, units, inspections, grade } = await lifeOf(sold.imei)
    expect(parts).toEqual(['unit', 'inspection', 'bag', 'listing', 'auction', 'order', 'parcel', 'refund', 'bill'])
    expect(new Set(events.map(({ part }) => part))).toEqual(new Set(parts.filter((part) => part !== 'refund')))
    expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted())
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length)
    expect(events[0]).toMatchObject({ part: 'unit', title: '入库', text: `条码 ${firstBarCode}` })
    expect(events.find(({ part }) => part === 'parcel')?.text).toContain('SF1234567890123')
    expect(events.find(({ title }) => title === '下单')).toMatchObject({ amountFen: PRICE_FEN, subjectId: orderId })
    expect(units).toMatchObject([{ barCode: firstBarCode, costPriceFen: COST_FEN, standing: 'sold' }])
    expect(inspections[0]).toMatchObject({ grade, inspectionId: sold.inspectionId })
    expect(inspections[0]?.photos.length).toBe(inspections[0]?.photoCount)
    expect(inspections[0]?.photos[0]?.caption).toMatch(/正面/)
    expect(inspections[0]?.reportPath).toMatch(/^\/report\//)
  })

  it('says what was left of it: its proceeds less its cost', async () => {
    const { sales } = await lifeOf(sold.imei)
    const [sale] = sales
    const { proceeds = null } = sale ?? {}
    expect(proceeds).toMatchObject({ state: 'pending', dealFen: PRICE_FEN })
    expect(proceeds?.netFen).toBe((await gateway.detail(owner, orderId)).proceeds?.netFen)
    expect(sale).toMatchObject({ costPriceFen: COST_FEN, marginFen: (proceeds?.netFen ?? 0) - COST_FEN })
    const detail = await gateway.detail(owner, orderId)
    expect(detail.units[0]).toMatchObject({
      costPriceFen: COST_FEN,
      marginFen: sale?.marginFen,
      netFen: proceeds?.netFen,
    })
    const { list } = await gateway.data(auctionOrder.list, { code: orderNo, withCosts: true }, owner.login)
    expect(list[0]).toMatchObject({ costPriceFen: COST_FEN, marginFen: sale?.marginFen })
  })

  it('goes on when the phone comes back: a new unit, and the sale has not cost it', async () => {
    const imei = nextImei()
    const unit = await gateway.onSale(owner)
    const order = await gateway.paid(owner, unit)
    await gateway.data(auctionOrder.delivery, gateway.shipmentInput(order, unit), owner.login)
    await gateway.pass(1_000)
    const again = { code: { kind: 'imei', imei: unit.imei, imei2: imei } } as const
    const { barCode } = await gateway.save(owner, again)
    const before = await lifeOf(unit.imei)
    expect(before.units.map(({ standing, isCurrent }) => [standing, isCurrent])).toEqual([
      ['returned', false],
      ['in_stock', true],
    ])
    expect(before).toMatchObject({ barCode, standing: 'in_stock' })
    expect(before.events.filter(({ part }) => part === 'unit').map(({ title }) => title)).toEqual(['入库', '再次入库'])
    // the second IMEI is known of the new unit alone, and leads to the old one too
    expect((await lifeOf(imei)).units).toHaveLength(2)
    expect((await lifeOf(before.units[0]?.barCode ?? '')).barCode).toBe(barCode)
    expect(before.sales[0]?.marginFen).toBe(before.sales[0]?.proceeds?.netFen)
  })
})

describe('a code of several phones', () => {
  let trade: ReturnType<typeof curatedTrade>
  let stock: CuratedListing
  let lot: string

  beforeAll(async () => {
    trade = curatedTrade(gateway)
    stock = await trade.stock(owner, 2)
    const order = await trade.sold(owner, stock, 2)
    lot = order.orderNo
    for (const { imei } of stock.phones) {
      await gateway.data(curatedOrder.setDeliveryStock, { orderId: order.orderId, unitCode: imei }, owner.login)
    }
  })

  it('has one of them chosen first', async () => {
    const { phones, life: found } = await life(lot)
    expect(found).toBeNull()
    expect(new Set(phones.map(({ imei }) => imei))).toEqual(new Set(stock.phones.map(({ imei }) => imei)))
    const [first] = phones
    expect((await lifeOf(first?.barCode ?? '')).imei).toBe(first?.imei)
  })

  it('splits the money of the order to the fen', async () => {
    const sales = await Promise.all(stock.phones.map(async ({ imei }) => (await lifeOf(imei)).sales[0]))
    const order = await gateway.data(curatedOrder.detail, { orderId: sales[0]?.orderId ?? '' }, owner.login)
    const nets = sales.map((sale) => sale?.proceeds?.netFen ?? 0)
    expect(nets.reduce((sum, net) => sum + net, 0)).toBe(order.proceeds?.netFen)
    expect(order.units.map(({ netFen }) => netFen ?? 0).reduce((sum, net) => sum + net, 0)).toBe(order.proceeds?.netFen)
    expect(sales.map((sale) => sale?.marginFen)).toEqual([null, null])
  })
})

/** Posts that need no phone's history for what they do. */
const WITHOUT_LIVES: readonly string[] = ['photographer', 'accountant']

describe('who may read what', () => {
  it('a code of nobody, and one of another merchant, are answered alike', async () => {
    const stranger = await gateway.shopOwner('别家手机')
    const unknown = { _bizErrCode: 'PHONE_UNKNOWN' }
    expect(await refusal(firstBarCode, stranger)).toMatchObject(unknown)
    expect(await refusal(sold.imei, stranger)).toMatchObject(unknown)
    expect(await refusal(orderNo, stranger)).toMatchObject(unknown)
    expect((await refusal(sold.imei, stranger))._errStr).toBe(
      `没有找到IMEI“${sold.imei}”对应的手机：不存在或不属于本商家，请核对后重新扫描`,
    )
  })

  it.each([
    ['490154203237519', 'IMEI不对，请核对是否录错'],
    ['89860112345678901234', '这是SIM卡号/EID，请扫描IMEI条码'],
    ['6901234567892', '这是商品条码，请扫描IMEI条码'],
    ['PC2601010001', '这是批次号'],
    ['？', '无法识别该编码'],
  ])('%s is refused in a sentence with the way on', async (code, words) => {
    const body = await refusal(code)
    expect(body).toMatchObject({ _bizErrCode: 'CODE_INVALID' })
    expect(body._errStr).toContain(words)
  })

  it('without any other right there are the phone and the times it came', async () => {
    const found = await lifeOf(sold.imei, await reader())
    expect(found).toMatchObject({ parts: ['unit'], inspections: [], sales: [], grade: null, coverUrl: null })
    expect(found.events.map(({ part }) => part)).toEqual(['unit'])
    expect(found.units.map(({ costPriceFen }) => costPriceFen)).toEqual([null])
  })

  it.each([
    ['inspection', '/xySaasDetect/detRecord/getDetRecordDetails', ['unit', 'inspection']],
    ['bag', '/xySaasDetect/sealBag/GetSealBagList', ['unit', 'bag']],
    ['listing', '/api/goods/detail', ['unit', 'inspection', 'listing', 'auction']],
    ['order', '/api/yushiorder/v1/order/detail', ['unit', 'inspection', 'order', 'parcel']],
    ['refund', '/api/refund/v1/list', ['unit', 'refund']],
    ['bill', '/api/bill/v1/list', ['unit']],
  ])('the part of %s is there for whoever may read its list', async (_part, grant, parts) => {
    const found = await lifeOf(sold.imei, await reader(grant))
    expect(found.parts).toEqual(parts)
    expect(found.events.every(({ part, amountFen }) => parts.includes(part) && amountFen === null)).toBe(true)
  })

  it('orders of the channel that one may not read lead nowhere and are not told of', async () => {
    const curated = await reader('/api/saleorder/v1/order/detail')
    expect(await refusal(orderNo, curated)).toMatchObject({ _bizErrCode: 'PHONE_UNKNOWN' })
    expect((await lifeOf(sold.imei, curated)).sales).toEqual([])
    expect(await refusal(orderNo, await reader())).toMatchObject({ _bizErrCode: 'PHONE_UNKNOWN' })
  })

  it('money takes its right, cost its own, and a margin both', async () => {
    const orders = '/api/yushiorder/v1/order/detail'
    const saleFor = async (...grants: string[]) => (await lifeOf(sold.imei, await reader(orders, ...grants))).sales[0]
    expect(await saleFor('field:costPrice')).toMatchObject({ proceeds: null, costPriceFen: COST_FEN, marginFen: null })
    const money = await saleFor('field:orderMoney')
    expect(money).toMatchObject({ costPriceFen: null, marginFen: null, proceeds: { dealFen: PRICE_FEN } })
    const both = await saleFor('field:orderMoney', 'field:costPrice')
    expect(both?.marginFen).toBe((both?.proceeds?.netFen ?? 0) - COST_FEN)
    const billed = await lifeOf(sold.imei, await reader('/api/bill/v1/list', orders, 'field:orderMoney'))
    expect(billed.parts).toContain('bill')
  })

  it('defect: what a phone went for was told to whoever may read its listing', async () => {
    const listing = '/api/goods/detail'
    const bidsFor = async (imei: string, ...grants: string[]) => {
      const { events } = await lifeOf(imei, await reader(listing, ...grants))
      const bids = events.filter(({ eventId }) => eventId.startsWith('bid '))
      expect(bids.length).toBeGreaterThan(0)
      return bids.map(({ priceFen }) => priceFen)
    }
    expect(new Set(await bidsFor(sold.imei))).toEqual(new Set([null]))
    for (const grant of ['field:orderMoney', '/api/yushiorder/v1/order/offerRecord']) {
      expect(await bidsFor(sold.imei, grant)).toContain(PRICE_FEN)
    }
    // while an open session runs, everybody at the marketplace sees its offers
    const unit = await gateway.onSale(owner)
    const { entry } = await gateway.listing(owner, unit)
    await gateway.pass(Date.parse(entry?.startsAt ?? '') - gateway.clock.now().getTime() + 60_000)
    gateway.control.placeBid({ entryId: gateway.remoteEntry(unit), buyer: 3, amountFen: 155_000 })
    await gateway.pass(1_000)
    await gateway.poll(owner.seller)
    expect(await bidsFor(unit.imei)).toEqual([155_000])
  })

  it('every post that goes by phones opens it, and reads no figure that it may read nowhere else', async () => {
    const paths = new Set(allCalls.map(({ path }) => path))
    expect(paths.has(READING)).toBe(true)
    for (const { key, name, grants } of ROLE_PRESETS satisfies readonly RolePreset[]) {
      if (key === 'owner') continue
      if (WITHOUT_LIVES.includes(key)) {
        await expect(
          gateway.colleague(owner, name, [...grants]).then((one) => lifeOf(sold.imei, one)),
          key,
        ).rejects.toThrow('一机一档')
        continue
      }
      const text = JSON.stringify(await lifeOf(sold.imei, await gateway.colleague(owner, name, [...grants])))
      expect(text.includes(`"costPriceFen":${COST_FEN}`), key).toBe(grants.includes('field:costPrice'))
      expect(/"netFen":\d/.test(text), key).toBe(grants.includes('field:orderMoney'))
      expect(/"marginFen":-?\d/.test(text), key).toBe(
        grants.includes('field:costPrice') && grants.includes('field:orderMoney'),
      )
      expect(text, key).not.toMatch(/receiver|1380013800\d/)
    }
  })
})
