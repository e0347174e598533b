import { auctionOrder } from '@huanji/contract/calls/auction-order'
import { bill } from '@huanji/contract/calls/bill'
import { goods } from '@huanji/contract/calls/goods'
import { detRecord } from '@huanji/contract/calls/inspection'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reconcileBills } from '../modules/bill/commands.ts'
import { HOUR_MS, type Market, startMarket, type Trader } from './testing/trading-gateway.ts'

let market: Market
let trader: Trader

beforeAll(async () => {
  market = await startMarket()
  trader = await market.trader('长风数码')
})
afterAll(() => market.close())

const inspectionState = async (inspectionId: string) =>
  (await market.data(detRecord.getDetRecordDetails, { inspectionId }, trader.login)).state

describe('the life of an auctioned phone', () => {
  it('goes from publishing over bids, payment, shipment and receipt to settled bills', async () => {
    const unit = await market.published(trader)
    expect((await market.listing(trader, unit)).state).toBe('publishing')
    expect(await inspectionState(unit.inspectionId)).toBe('listed')

    await market.deliver()
    await market.pass(60_000)
    const onSale = await market.listing(trader, unit)
    expect(onSale).toMatchObject({ state: 'on_sale', failure: '', entry: { state: 'scheduled', mode: 'open' } })
    expect(onSale.productId).not.toBe('')
    expect(onSale.title).toContain('iPhone 13')
    expect(onSale.description).not.toContain(unit.imei)

    const { startsAt } = await market.session(trader)
    await market.pass(Date.parse(startsAt) - market.clock.now().getTime() + 60_000)
    const entryId = market.remoteEntry(unit)
    market.control.placeBid({ entryId, buyer: 1, amountFen: 160_000 })
    market.control.placeBid({ entryId, buyer: 2, amountFen: 190_000 })
    await market.poll(trader.seller)
    const running = await market.listing(trader, unit)
    expect(running.entry).toMatchObject({ state: 'bidding', bidCount: 2, bidderCount: 2, highestBidFen: 190_000 })
    expect(running.bids.map((bid) => bid.result)).toEqual(['被超过', '领先'])

    await market.pass(HOUR_MS)
    const won = await market.orderOf(trader, unit)
    expect(won).toMatchObject({ state: 'awaiting_payment', dealPriceFen: 190_000, bagCode: unit.bagCode, unitCount: 1 })
    expect(won.deadlineAt).not.toBeNull()
    expect((await market.listing(trader, unit)).state).toBe('sold_out')

    market.control.payOrder(won.orderNo)
    await market.pass(1000)
    const order = await market.detail(trader, won.orderId)
    expect(order).toMatchObject({ state: 'awaiting_shipment', receiver: { masked: false } })
    expect(order.receiver.phone).toMatch(/^1\d{10}$/)
    expect(await inspectionState(unit.inspectionId)).toBe('sold')
    expect(await market.listing(trader, unit)).toMatchObject({ state: 'sold_off_shelf', orderId: won.orderId })

    const shipped = await market.data(auctionOrder.delivery, market.delivery(order, unit), trader.login)
    expect(shipped.order).toMatchObject({ state: 'shipped', deliverySync: 'pending', waybill: 'SF1234567890123' })
    await market.pass(1000)
    const told = await market.detail(trader, won.orderId)
    expect(told).toMatchObject({ deliverySync: 'done', carrierName: '顺丰速运' })
    expect(told.units.map((one) => one.dispatchState)).toEqual(['shipped'])
    // The marketplace hides the receiver after shipment; the copy stays.
    expect(told.receiver).toEqual(order.receiver)

    market.control.confirmReceipt(won.orderNo)
    await market.pass(1000)
    expect((await market.detail(trader, won.orderId)).state).toBe('completed')
    const expected = await market.data(bill.list, { orderNo: won.orderNo }, trader.login)
    expect(expected.list.map((row) => row.state)).toEqual(['pending', 'pending', 'pending'])

    await market.pass(25 * HOUR_MS)
    await market.poll(trader.seller)
    const { list, totals } = await market.data(bill.list, { orderNo: won.orderNo }, trader.login)
    expect(Object.fromEntries(list.map((row) => [row.type, row.amountFen]))).toEqual({
      orderSettlement: 190_000,
      serviceFee: 3_800,
      inspectionFee: 3_000,
    })
    expect(new Set(list.map((row) => row.state))).toEqual(new Set(['settled']))
    expect(totals).toEqual({ incomeFen: 190_000, expenseFen: 6_800, netFen: 183_200 })
    expect(await market.db.tenant(trader.seller.merchantId, reconcileBills)).toEqual([])

    const { history } = await market.data(auctionOrder.statuslog, { orderId: won.orderId }, trader.login)
    expect(history.map((line) => line.action)).toEqual(['place', 'pay', 'ship', 'deliverySynced', 'confirmReceipt'])
    const offers = await market.data(auctionOrder.offerRecord, { orderId: won.orderId }, trader.login)
    expect(offers).toMatchObject({ startPriceFen: 150_000, reservePriceFen: 180_000, highestBidFen: 190_000 })
    expect(offers.bids.map((bid) => bid.result)).toEqual(['未中标', '中标'])
  })

  it('brings a unit nobody wanted back to the shelf of what can be listed, and lists it again', async () => {
    const unit = await market.onSale(trader)
    market.control.concludeEntry(market.remoteEntry(unit), { priceFen: null })
    await market.pass(1000)
    const unsold = await market.listing(trader, unit)
    expect(unsold).toMatchObject({ state: 'auto_off', entry: { state: 'unsold' } })
    expect(await inspectionState(unit.inspectionId)).toBe('listable')

    const { scheduleDate, scheduleNumber } = await market.session(trader, 'sealed')
    const rows = [{ listingId: unit.listingId, scheduleDate, scheduleNumber, priceConfirmed: true }]
    const again = await market.data(goods.operate, { action: 'relist', rows }, trader.login)
    expect(again.results).toMatchObject([{ ok: true }])
    await market.deliver()
    await market.pass(60_000)
    const second = await market.listing(trader, unit)
    expect(second).toMatchObject({ state: 'on_sale', entry: { state: 'scheduled', mode: 'sealed' } })
    expect(second.productId).toBe(unsold.productId)
    expect(await inspectionState(unit.inspectionId)).toBe('listed')
  })

  it('frees the unit of a winner who never pays, and books the penalty', async () => {
    const unit = await market.onSale(trader)
    const order = await market.sold(trader, unit)
    market.control.defaultOrder(order.orderNo)
    await market.pass(1000)
    expect(await market.detail(trader, order.orderId)).toMatchObject({ state: 'closed', closeReason: '买家违约' })
    expect(await market.listing(trader, unit)).toMatchObject({ state: 'auto_off', entry: { state: 'defaulted' } })
    expect(await inspectionState(unit.inspectionId)).toBe('listable')
    await market.poll(trader.seller)
    const { list } = await market.data(bill.list, { orderNo: order.orderNo }, trader.login)
    expect(list).toMatchObject([{ type: 'penalty', direction: 'in', state: 'settled' }])
    expect(await market.db.tenant(trader.seller.merchantId, reconcileBills)).toEqual([])
  })

  it('frees the unit of a paid order that the marketplace closes before shipment', async () => {
    const unit = await market.onSale(trader)
    const order = await market.paid(trader, unit)
    await market.pass(25 * HOUR_MS)
    expect(await market.detail(trader, order.orderId)).toMatchObject({ state: 'closed', closeReason: '超时未发货' })
    expect((await market.listing(trader, unit)).state).toBe('off_shelf')
    expect(await inspectionState(unit.inspectionId)).toBe('listable')
    const late = await market.call(auctionOrder.delivery, market.delivery(order, unit), trader.login)
    expect(late._bizErrCode).toBe('ORDER_CLOSED')
  })
})
