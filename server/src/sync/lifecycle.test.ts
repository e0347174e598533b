import { bill } from '@huanji/contract/features/bill/calls'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { goods } from '@huanji/contract/features/listing/goods'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allDifferences } from '../modules/reconciliation/compare.ts'
import { HOUR_MS, type ShopOwner, startTradingGateway, type TradingGateway } from './testing/trading-gateway.ts'

let gateway: TradingGateway
let owner: ShopOwner

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.shopOwner('长风数码')
})
afterAll(() => gateway.close())

const inspectionState = async (inspectionId: string) =>
  (await gateway.data(detRecord.getDetRecordDetails, { inspectionId }, owner.login)).state

describe('an auctioned phone from the scan to the bill', () => {
  it('goes from publishing over bids, payment, shipment and receipt to settled bills', async () => {
    const unit = await gateway.published(owner)
    expect((await gateway.listing(owner, unit)).state).toBe('publishing')
    expect(await inspectionState(unit.inspectionId)).toBe('listed')

    await gateway.runJobs()
    await gateway.pass(60_000)
    const onSale = await gateway.listing(owner, unit)
    expect(onSale).toMatchObject({ state: 'on_sale', failure: null, entry: { state: 'scheduled', mode: 'open' } })
    expect(onSale.productId).not.toBe('')
    expect(onSale.title).toContain('iPhone 13')
    expect(onSale.description).not.toContain(unit.imei)

    const { startsAt } = await gateway.session(owner)
    await gateway.pass(Date.parse(startsAt) - gateway.clock.now().getTime() + 60_000)
    const entryId = gateway.remoteEntry(unit)
    gateway.control.placeBid({ entryId, buyer: 1, amountFen: 160_000 })
    gateway.control.placeBid({ entryId, buyer: 2, amountFen: 190_000 })
    await gateway.poll(owner.seller)
    const running = await gateway.listing(owner, unit)
    expect(running.entry).toMatchObject({ state: 'bidding', bidCount: 2, bidderCount: 2, highestBidFen: 190_000 })
    expect(running.bids.map((bid) => bid.result)).toEqual(['被超过', '领先'])

    await gateway.pass(HOUR_MS)
    const won = await gateway.orderOf(owner, unit)
    expect(won).toMatchObject({ state: 'awaiting_payment', dealPriceFen: 190_000, bagCode: unit.bagCode, unitCount: 1 })
    expect(won.deadlineAt).not.toBeNull()
    expect((await gateway.listing(owner, unit)).state).toBe('sold_out')

    gateway.control.payOrder(won.orderNo)
    await gateway.pass(1000)
    const order = await gateway.detail(owner, won.orderId)
    expect(order).toMatchObject({ state: 'awaiting_shipment', receiver: { masked: false } })
    expect(order.receiver.phone).toMatch(/^1\d{10}$/)
    expect(await inspectionState(unit.inspectionId)).toBe('sold')
    expect(await gateway.listing(owner, unit)).toMatchObject({ state: 'sold_off_shelf', orderId: won.orderId })

    const shipped = await gateway.data(auctionOrder.delivery, gateway.shipmentInput(order, unit), owner.login)
    expect(shipped.order).toMatchObject({ state: 'shipped', deliverySync: 'pending', waybill: 'SF1234567890123' })
    await gateway.pass(1000)
    const told = await gateway.detail(owner, won.orderId)
    expect(told).toMatchObject({ deliverySync: 'done', carrierName: '顺丰速运' })
    expect(told.units.map((one) => one.dispatchState)).toEqual(['shipped'])
    // The marketplace hides the receiver after shipment; the copy stays.
    expect(told.receiver).toEqual(order.receiver)

    gateway.control.confirmReceipt(won.orderNo)
    await gateway.pass(1000)
    expect((await gateway.detail(owner, won.orderId)).state).toBe('completed')
    const expected = await gateway.data(bill.list, { orderNo: won.orderNo }, owner.login)
    expect(expected.list.map((row) => row.state)).toEqual(['pending', 'pending', 'pending'])

    await gateway.pass(25 * HOUR_MS)
    await gateway.poll(owner.seller)
    const { list, totals } = await gateway.data(bill.list, { orderNo: won.orderNo, withTotals: true }, owner.login)
    expect(Object.fromEntries(list.map((row) => [row.type, row.amountFen]))).toEqual({
      orderSettlement: 190_000,
      serviceFee: 3_800,
      inspectionFee: 3_000,
    })
    expect(new Set(list.map((row) => row.state))).toEqual(new Set(['settled']))
    expect(totals).toEqual({ incomeFen: 190_000, expenseFen: 6_800, netFen: 183_200, movedFen: 0, frozenFen: 0 })
    expect(await gateway.db.tenant(owner.seller.merchantId, allDifferences)).toEqual([])

    const { history } = await gateway.data(auctionOrder.statuslog, { orderId: won.orderId }, owner.login)
    expect(history.map((line) => line.action)).toEqual(['place', 'pay', 'ship', 'deliverySynced', 'confirmReceipt'])
    const offers = await gateway.data(auctionOrder.offerRecord, { orderId: won.orderId }, owner.login)
    expect(offers).toMatchObject({ startPriceFen: 150_000, reservePriceFen: 180_000, highestBidFen: 190_000 })
    expect(offers.bids.map((bid) => bid.result)).toEqual(['未中标', '中标'])
  })

  it('brings a unit nobody wanted back to the shelf of what can be listed, and lists it again', async () => {
    const unit = await gateway.onSale(owner)
    gateway.control.concludeEntry(gateway.remoteEntry(unit), { priceFen: null })
    await gateway.pass(1000)
    const unsold = await gateway.listing(owner, unit)
    expect(unsold).toMatchObject({ state: 'auto_off', entry: { state: 'unsold' } })
    expect(await inspectionState(unit.inspectionId)).toBe('listable')

    const { scheduleDate, scheduleNumber } = await gateway.session(owner, 'sealed')
    const rows = [{ listingId: unit.listingId, scheduleDate, scheduleNumber, priceConfirmed: true }]
    const again = await gateway.data(goods.operate, { action: 'relist', rows }, owner.login)
    expect(again.results).toMatchObject([{ ok: true }])
    await gateway.runJobs()
    await gateway.pass(60_000)
    const second = await gateway.listing(owner, unit)
    expect(second).toMatchObject({ state: 'on_sale', entry: { state: 'scheduled', mode: 'sealed' } })
    expect(second.productId).toBe(unsold.productId)
    expect(await inspectionState(unit.inspectionId)).toBe('listed')
  })

  it('frees the unit of a winner who never pays, and books the penalty', async () => {
    const unit = await gateway.onSale(owner)
    const order = await gateway.sold(owner, unit)
    gateway.control.defaultOrder(order.orderNo)
    await gateway.pass(1000)
    expect(await gateway.detail(owner, order.orderId)).toMatchObject({ state: 'closed', closeReason: '买家违约' })
    expect(await gateway.listing(owner, unit)).toMatchObject({ state: 'auto_off', entry: { state: 'defaulted' } })
    expect(await inspectionState(unit.inspectionId)).toBe('listable')
    await gateway.poll(owner.seller)
    const { list } = await gateway.data(bill.list, { orderNo: order.orderNo }, owner.login)
    expect(list).toMatchObject([{ type: 'penalty', direction: 'in', state: 'settled' }])
    expect(await gateway.db.tenant(owner.seller.merchantId, allDifferences)).toEqual([])
  })

  it('frees the unit of a paid order that the marketplace closes before shipment', async () => {
    const unit = await gateway.onSale(owner)
    const order = await gateway.paid(owner, unit)
    await gateway.pass(25 * HOUR_MS)
    expect(await gateway.detail(owner, order.orderId)).toMatchObject({ state: 'closed', closeReason: '超时未发货' })
    expect((await gateway.listing(owner, unit)).state).toBe('off_shelf')
    expect(await inspectionState(unit.inspectionId)).toBe('listable')
    const late = await gateway.call(auctionOrder.delivery, gateway.shipmentInput(order, unit), owner.login)
    expect(late._bizErrCode).toBe('ORDER_CLOSED')
  })
})
