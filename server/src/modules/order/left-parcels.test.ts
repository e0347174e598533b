import { curatedOrder } from '@huanji/contract/features/order/curated-order'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stockGoods } from '../../sync/testing/stock-goods.ts'
import { type ShopOwner, startTradingGateway, type TradingGateway } from '../../sync/testing/trading-gateway.ts'

let gateway: TradingGateway
let owner: ShopOwner
let goods: ReturnType<typeof stockGoods>

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.shopOwner('寄出手机')
  goods = stockGoods(gateway)
})
afterAll(() => gateway.close())

const detail = (orderId: string) => gateway.data(curatedOrder.detail, { orderId }, owner.login)

async function payBack(orderNo: string) {
  gateway.control.openRefund({ orderNo, kind: 'refundOnly' })
  await gateway.services.marketplace.agreeRefund(owner.seller.sellerId, { order_no: orderNo })
  await gateway.pass(1_000)
  await gateway.poll(owner.seller)
}

describe('an order that was paid back after its parcel had left in the marketplace’s own app', () => {
  it('defect: gave phones back to the stock that are not here', async () => {
    const listing = await goods.onSale(owner, 2)
    const order = await goods.paid(owner, listing)
    await goods.shipInApp(owner, order.orderNo)
    await gateway.pass(1_000)
    await payBack(order.orderNo)
    expect(await detail(order.orderId)).toMatchObject({ state: 'refunded', pickedCount: 0, isShort: false })
    expect(await goods.stockOf(owner, listing)).toEqual({ free: 2, reserved: 1 })
    expect((await detail(order.orderId)).allowedActions).toContain('pick')
    expect((await goods.pick(owner, order.orderId, listing.phones[0]?.imei ?? ''))._bizErrCode).toBe('')
    expect(await goods.stockOf(owner, listing)).toEqual({ free: 1, reserved: 0 })
    expect((await detail(order.orderId)).allowedActions).not.toContain('unpick')
  })

  it('defect: freed the phone it was shipped with where nobody had heard of the parcel', async () => {
    const listing = await goods.onSale(owner, 2)
    const order = await goods.paid(owner, listing)
    expect((await goods.pick(owner, order.orderId, listing.phones[0]?.imei ?? ''))._bizErrCode).toBe('')
    gateway.control.setFaults({ dropPushes: true })
    await goods.shipInApp(owner, order.orderNo)
    await payBack(order.orderNo)
    gateway.control.setFaults({ dropPushes: false })
    const { history, units, state } = await detail(order.orderId)
    expect(state).toBe('refunded')
    expect(history.map(({ action }) => action)).toEqual(expect.arrayContaining(['ship', 'refund']))
    expect(units).toMatchObject([{ dispatchState: 'shipped' }])
    expect(await goods.stockOf(owner, listing)).toEqual({ free: 1, reserved: 0 })
  })

  it('but before anything left gives them back', async () => {
    const listing = await goods.onSale(owner, 2)
    const order = await goods.paid(owner, listing)
    await payBack(order.orderNo)
    expect((await detail(order.orderId)).allowedActions).not.toContain('pick')
    expect(await goods.stockOf(owner, listing)).toEqual({ free: 2, reserved: 0 })
  })
})
