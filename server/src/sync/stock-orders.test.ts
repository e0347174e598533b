import { curatedOrder, curatedPicking } from '@huanji/contract/features/order/curated-order'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '../database/database.ts'
import { db } from '../database/query.ts'
import { requestStock } from '../modules/listing/stock.ts'
import { pollOrders } from './polls.ts'
import { refreshShops } from './shops.ts'
import { stockGoods } from './testing/stock-goods.ts'
import { type ShopOwner, startTradingGateway, type TradingGateway } from './testing/trading-gateway.ts'

let gateway: TradingGateway
let owner: ShopOwner
let goods: ReturnType<typeof stockGoods>

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.shopOwner('库存手机')
  goods = stockGoods(gateway)
})
afterAll(() => gateway.close())

const detail = (orderId: string) => gateway.data(curatedOrder.detail, { orderId }, owner.login)

const setHolding = (tx: Tx, unitId: string, holding: boolean) =>
  tx.run(
    db.updateTable('listingUnit').set({ holding }).where('merchantId', '=', tx.merchantId).where('unitId', '=', unitId),
  )

const parcel = (orderId: string, imeis: readonly string[]) => ({
  orderId,
  carrierCode: 'SF',
  waybill: 'SF1234567890123',
  scans: imeis.map((unitCode) => ({ unitCode, bagCode: '' })),
})
const ship = (orderId: string, imeis: readonly string[]) =>
  gateway.call(curatedOrder.delivery, parcel(orderId, imeis), owner.login)

describe('an order of stock', () => {
  it('is a line with its SKU, whose phones are picked, scanned and shipped', async () => {
    const listing = await goods.onSale(owner, 3)
    const order = await goods.paid(owner, listing, 2)
    expect(order).toMatchObject({ state: 'awaiting_shipment', unitCount: 2, pickedCount: 0, isShort: false })
    expect(order.allowedActions).toEqual(['pick', 'remark', 'close', 'reveal'])
    expect((await detail(order.orderId)).lines).toMatchObject([
      { skuId: listing.skuId, quantity: 2, pickedCount: 0, grade: '95', unitPriceFen: 210_000, amountFen: 420_000 },
    ])
    expect(await goods.stockOf(owner, listing)).toEqual({ free: 3, reserved: 2 })
    expect((await ship(order.orderId, []))._bizErrCode).toBe('ORDER_NOT_PICKED')

    const [first, second, third] = listing.phones.map((phone) => phone.imei)
    expect((await goods.pick(owner, order.orderId, first ?? ''))._data).toMatchObject({ order: { pickedCount: 1 } })
    expect((await goods.pick(owner, order.orderId, first ?? ''))._errStr).toBe('该手机已选入本订单')
    expect(await goods.stockOf(owner, listing)).toEqual({ free: 2, reserved: 1 })
    expect((await goods.pick(owner, order.orderId, second ?? ''))._bizErrCode).toBe('')
    expect((await goods.pick(owner, order.orderId, third ?? ''))._bizErrCode).toBe('ORDER_ALL_PICKED')
    expect((await ship(order.orderId, [first ?? '']))._bizErrCode).toBe('UNITS_NOT_CHECKED')
    expect((await ship(order.orderId, [first ?? '', third ?? '']))._bizErrCode).toBe('UNIT_NOT_IN_ORDER')
    expect((await ship(order.orderId, [first ?? '', second ?? '']))._bizErrCode).toBe('')
    await gateway.pass(1_000)
    expect(await detail(order.orderId)).toMatchObject({ state: 'shipped', deliverySync: 'done' })
    expect(await goods.stockOf(owner, listing)).toEqual({ free: 1, reserved: 0 })
  })

  it('takes no phone that was not bought, in the words of the trade, and asks before a better one goes', async () => {
    const listing = await goods.onSale(owner, 2)
    const [taken, own] = listing.phones.map((phone) => phone.imei)
    const [order, other] = [await goods.paid(owner, listing), await goods.paid(owner, listing)]
    await goods.pick(owner, other.orderId, taken ?? '')
    const worse = await goods.phone(owner, { grade: '90' })
    const white = await goods.phone(owner, { colour: '星光色' })
    const old = await goods.phone(owner, { days: 31 })
    const better = await goods.phone(owner, { grade: '99' })
    const said = async (imei: string) => (await goods.pick(owner, order.orderId, imei))._errStr
    expect(await said('359072060000009')).toBe('条码不存在或不属于本商家')
    expect(await said(taken ?? '')).toBe('该手机已被其他订单占用')
    expect(await said(worse.imei)).toBe('成色低于订单要求')
    expect(await said(white.imei)).toBe('规格不一致')
    expect(await said(old.imei)).toBe('质检已过期，请重新质检')
    const { units } = await gateway.data(curatedPicking.candidates, { orderId: order.orderId }, owner.login)
    const problems = new Map(units.map(({ imei, problem }) => [imei, problem]))
    expect([problems.get(own ?? ''), problems.get(worse.imei)]).toEqual(['', '成色低于订单要求'])
    expect(units.slice(0, 2).map(({ isInStock, isBetter }) => [isInStock, isBetter])).toEqual([
      [true, false],
      [false, true],
    ])

    const asked = await goods.pick(owner, order.orderId, better.imei)
    expect(asked._data).toMatchObject({ order: { pickedCount: 0 }, units: [], warning: { code: 'GRADE_BETTER' } })
    const agreed = await goods.pick(owner, order.orderId, better.imei, { confirmBetter: true })
    expect(agreed._data).toMatchObject({ order: { pickedCount: 1 }, warning: null })
    const undone = await goods.pick(owner, order.orderId, better.imei, { undo: true })
    expect(undone._data).toMatchObject({ order: { pickedCount: 0 }, units: [] })
    expect((await goods.pick(owner, order.orderId, own ?? ''))._bizErrCode).toBe('')
  })

  it('defect: a phone of another shop was refused without the shop’s name', async () => {
    const order = await goods.paid(owner, await goods.onSale(owner, 1))
    const foreign = await goods.phone(owner)
    const { sellerId, merchantId } = owner.seller
    gateway.control.openShop({ sellerId, userName: 'laojie', nick: '老街店' })
    await refreshShops(gateway.services, merchantId)
    await goods.sql(
      `update inspection set shop_account_id = (select id from shop_account where user_name = 'laojie') where id = $1`,
      [foreign.inspectionId],
    )
    const reason = '该手机属于店铺“老街店”，不能用于本店铺的订单'
    expect((await goods.pick(owner, order.orderId, foreign.imei))._errStr).toBe(reason)
    const { units } = await gateway.data(curatedPicking.candidates, { orderId: order.orderId }, owner.login)
    expect(units.find(({ imei }) => imei === foreign.imei)?.problem).toBe(reason)
  })

  it('defect: among many phones of the model those in stock for the order were not shown', async () => {
    const dealer = await gateway.shopOwner('批发手机')
    for (let count = 0; count < 100; count += 1) await goods.phone(dealer, { colour: '星光色' })
    const listing = await goods.onSale(dealer, 2)
    const { orderId } = await goods.paid(dealer, listing)
    const { units } = await gateway.data(curatedPicking.candidates, { orderId }, dealer.login)
    expect(units.slice(0, 3).map(({ isInStock, problem }) => [isInStock, problem])).toEqual([
      [true, ''],
      [true, ''],
      [false, '规格不一致'],
    ])
  })

  it('gives a phone to one of two orders that pick it at the same moment', async () => {
    const listing = await goods.onSale(owner, 3)
    const orders = [await goods.paid(owner, listing), await goods.paid(owner, listing)]
    const imei = listing.phones[0]?.imei ?? ''
    const answers = await Promise.all(orders.map(({ orderId }) => goods.pick(owner, orderId, imei)))
    expect(answers.map(({ _errStr, _bizErrCode }) => (_bizErrCode === '' ? '' : _errStr)).sort()).toEqual([
      '',
      '该手机已被其他订单占用',
    ])
    expect(await goods.stockOf(owner, listing)).toEqual({ free: 2, reserved: 1 })
  })

  it('that is more than there is is taken, marked, first in the queue and never shipped short', async () => {
    const listing = await goods.onSale(owner, 3)
    const early = await goods.paid(owner, listing, 2)
    // a phone breaks after the marketplace showed it
    await goods.sql('update listing_unit set holding = false where unit_id = $1', [listing.phones[2]?.unitId])
    const late = await goods.paid(owner, listing)
    expect(late.isShort).toBe(true)
    expect((await goods.orderOf(owner, early.orderNo)).isShort).toBe(false)
    const queue = { state: 'awaiting_shipment', sort: 'deadline.asc' } as const
    const { list } = await gateway.data(curatedOrder.list, queue, owner.login)
    expect(list[0]?.orderId).toBe(late.orderId)
    const { list: short } = await gateway.data(curatedOrder.list, { isShort: true }, owner.login)
    expect(short.map(({ orderId }) => orderId)).toEqual([late.orderId])
    expect((await ship(late.orderId, []))._bizErrCode).toBe('ORDER_SHORT')
    const held = (holding: boolean) =>
      goods.inTenant(owner, async (tx) => {
        await setHolding(tx, listing.phones[2]?.unitId ?? '', holding)
        await requestStock(tx, listing.listingId, gateway.clock.now())
      })
    await held(true)
    await gateway.pass(1_000)
    expect((await goods.orderOf(owner, late.orderNo)).isShort).toBe(false)
    await held(false)
    await gateway.pass(1_000)
    expect((await goods.orderOf(owner, late.orderNo)).isShort).toBe(true)
    const close = { orderId: early.orderId, reasonCode: 'other', note: '买家改买别的' }
    await gateway.data(curatedOrder.close, close, owner.login)
    await gateway.pass(1_000)
    expect(await detail(early.orderId)).toMatchObject({ state: 'closed', closeReason: '买家改买别的', desired: null })
    expect((await goods.orderOf(owner, late.orderNo)).isShort).toBe(false)
  })

  it('that left in the marketplace’s own app keeps its stock until the phone is named', async () => {
    const listing = await goods.onSale(owner, 2)
    const order = await goods.paid(owner, listing)
    await goods.shipInApp(owner, order.orderNo)
    await gateway.pass(1_000)
    expect(await goods.orderOf(owner, order.orderNo)).toMatchObject({
      state: 'shipped',
      pickedCount: 0,
      allowedActions: expect.arrayContaining(['pick']),
    })
    expect(await goods.stockOf(owner, listing)).toEqual({ free: 2, reserved: 1 })
    expect((await goods.pick(owner, order.orderId, listing.phones[1]?.imei ?? ''))._bizErrCode).toBe('')
    expect((await detail(order.orderId)).units).toMatchObject([{ dispatchState: 'shipped' }])
    expect(await goods.stockOf(owner, listing)).toEqual({ free: 1, reserved: 0 })
  })
})

describe('closing', () => {
  it('is asked of the marketplace, blocks what contradicts it, and gives the phones back', async () => {
    const listing = await goods.onSale(owner, 2)
    const order = await goods.paid(owner, listing)
    const imei = listing.phones[0]?.imei ?? ''
    await goods.pick(owner, order.orderId, imei)
    const wrong = await gateway.call(curatedOrder.close, { orderId: order.orderId, reasonCode: 'other' }, owner.login)
    expect(wrong._errStr).toBe('请填写关闭订单的说明')
    const closed = await gateway.data(
      curatedOrder.close,
      { orderId: order.orderId, reasonCode: 'damaged_or_lost' },
      owner.login,
    )
    expect(closed.order).toMatchObject({ state: 'awaiting_shipment', desired: { want: 'closed', state: 'pending' } })
    expect((await ship(order.orderId, [imei]))._errStr).toContain('正在关闭')
    await gateway.pass(1_000)
    const now = await detail(order.orderId)
    expect(now).toMatchObject({ state: 'closed', desired: null, closeReason: '商品损坏/丢失' })
    expect(now.history.map(({ action }) => action)).toEqual(expect.arrayContaining(['requestClose', 'close']))
    expect(await goods.stockOf(owner, listing)).toEqual({ free: 2, reserved: 0 })
  })

  it('and shipping at the same moment end in one of the two', async () => {
    const listing = await goods.onSale(owner, 1)
    const order = await goods.paid(owner, listing)
    const imei = listing.phones[0]?.imei ?? ''
    await goods.pick(owner, order.orderId, imei)
    const close = { orderId: order.orderId, reasonCode: 'out_of_stock' }
    const answers = await Promise.all([
      ship(order.orderId, [imei]),
      gateway.call(curatedOrder.close, close, owner.login),
    ])
    expect(answers.filter(({ _bizErrCode }) => _bizErrCode === '')).toHaveLength(1)
    await gateway.retryUntilQuiet()
    expect(['closed', 'shipped']).toContain((await detail(order.orderId)).state)
  })
})

describe('another price', () => {
  const reprice = (orderId: string, priceFen: number, freightFen = 0) =>
    gateway.call(curatedOrder.changePrice, { orderId, priceFen, freightFen }, owner.login)

  it('is told once and paid as the marketplace has it', async () => {
    const listing = await goods.onSale(owner, 2)
    const order = await goods.bought(owner, listing, 2)
    gateway.control.failNext({ kind: 'reset', path: '/api/open/order/modify/price', afterEffect: true })
    expect((await reprice(order.orderId, 4_000))._errStr).toMatch(/新价格低于通常的¥.*，请确认/)
    const asked = (await reprice(order.orderId, 400_000, 1_200))._data
    expect(asked?.order).toMatchObject({ dealPriceFen: 420_000, desired: { want: 'change_price', state: 'pending' } })
    expect((await reprice(order.orderId, 390_000))._bizErrCode).toBe('STATE_CHANGED')
    await gateway.retryUntilQuiet()
    const now = await detail(order.orderId)
    expect(now).toMatchObject({ dealPriceFen: 400_000, originalPriceFen: 420_000, freightFen: 1_200, desired: null })
    expect(now.lines).toMatchObject([{ unitPriceFen: 200_000, amountFen: 400_000 }])
    gateway.control.payOrder(order.orderNo)
    await gateway.pass(1_000)
    expect(await detail(order.orderId)).toMatchObject({ state: 'awaiting_shipment', paidFen: 401_200 })
    expect((await reprice(order.orderId, 1))._errStr).toBe('订单已付款，不能改价')
  })

  it('that the buyer was faster than is refused for good, and given up', async () => {
    const order = await goods.bought(owner, await goods.onSale(owner, 1))
    gateway.control.failNext({ kind: 'overtaken', path: '/api/open/order/modify/price', by: 'payment' })
    await reprice(order.orderId, 200_000)
    await gateway.retryUntilQuiet()
    expect(await detail(order.orderId)).toMatchObject({
      state: 'awaiting_shipment',
      dealPriceFen: 210_000,
      paidFen: 210_000,
      wantedPriceFen: 200_000,
      desired: { want: 'change_price', state: 'refused', problem: '订单已付款，不能改价' },
      allowedActions: expect.arrayContaining(['retry', 'giveUp']),
    })
  })

  it('stays what it is whatever an older, doubled or lost message says', async () => {
    const order = await goods.bought(owner, await goods.onSale(owner, 1))
    gateway.control.setFaults({ dropPushes: true })
    await reprice(order.orderId, 205_000)
    await gateway.retryUntilQuiet()
    gateway.control.payOrder(order.orderNo)
    for (let turn = 0; turn < 2; turn += 1) await pollOrders(gateway.services, owner.seller)
    gateway.control.setFaults({ dropPushes: false })
    expect(await detail(order.orderId)).toMatchObject({ dealPriceFen: 205_000, paidFen: 205_000 })
  })
})
