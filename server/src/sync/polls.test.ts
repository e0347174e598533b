import { billDetail } from '@huanji/contract/features/bill/calls'
import { goods as goodsCalls } from '@huanji/contract/features/listing/goods'
import { curatedOrder } from '@huanji/contract/features/order/curated-order'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { somebodyWaits } from '../../../tests/support/lock-wait.ts'
import { db } from '../database/query.ts'
import type { JobServices } from '../jobs/job.ts'
import { requestStock } from '../modules/listing/stock.ts'
import { lockOrder } from '../modules/order/store.ts'
import { findRequest } from '../modules/request/store.ts'
import { pollAccountFlows } from './account.ts'
import { pollOrders } from './polls.ts'
import { answerRequest } from './requests/kind.ts'
import { orderPrice } from './requests/order-price.ts'
import { refreshShops } from './shops.ts'
import { watermark } from './store.ts'
import { STOCK_PRICE_FEN, type StockListing, stockGoods } from './testing/stock-goods.ts'
import { HOUR_MS, type ShopOwner, startTradingGateway, type TradingGateway } from './testing/trading-gateway.ts'

const DETAIL = '/api/open/order/detail'
/** More often than all that looks while the test runs. */
const REFUSALS = 20

let gateway: TradingGateway
let owner: ShopOwner
let goods: ReturnType<typeof stockGoods>

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.shopOwner('轮询手机')
  goods = stockGoods(gateway)
})
afterAll(() => gateway.close())
afterEach(() => gateway.control.setFaults({ dropPushes: false }))

const poll = async () => (await pollOrders(gateway.services, owner.seller)).map(({ order_no }) => order_no)
const isKnown = async (orderNo: string) =>
  (await gateway.data(curatedOrder.list, { code: orderNo }, owner.login)).total === 1
const buy = ({ productId, remoteSkuId }: StockListing) => gateway.control.buyProduct(productId, 1, remoteSkuId)
const failDetail = (times: number) =>
  gateway.control.failNext({ kind: 'refuse', path: DETAIL, code: 100004, msg: '请求参数错误', times })
const stockOf = async ({ listingId }: StockListing) =>
  (await gateway.data(goodsCalls.detail, { listingId }, owner.login)).stock

/** Lets a phone of a listing lie here, or not, and the marketplace be told. */
async function hold({ listingId, phones }: StockListing, holding: boolean) {
  const unitId = phones[0]?.unitId ?? ''
  await goods.inTenant(owner, async (tx) => {
    const unit = db.updateTable('listingUnit').where('merchantId', '=', tx.merchantId).where('unitId', '=', unitId)
    await tx.run(unit.set({ holding }))
    await requestStock(tx, listingId, gateway.clock.now())
  })
  await gateway.pass(1_000)
}

describe('an order that cannot be taken over', () => {
  it('defect: stops no other, is given, and is met again', async () => {
    const listings = [await goods.onSale(owner, 1), await goods.onSale(owner, 1)]
    gateway.control.setFaults({ dropPushes: true })
    const orders = listings.map(buy)
    failDetail(1)
    const failed = await poll()
    expect(failed).toHaveLength(1)
    const states = await Promise.all(orders.map(isKnown))
    expect(orders.filter((_, index) => !states[index])).toEqual(failed)
    expect(await poll()).toEqual([])
    expect(await Promise.all(orders.map(isKnown))).toEqual([true, true])
  })

  it('defect: keeps the stock of its own goods from being raised, and of no others', async () => {
    const [mine, other] = [await goods.onSale(owner, 3), await goods.onSale(owner, 3)]
    await hold(mine, false)
    await hold(other, false)
    expect([await stockOf(mine), await stockOf(other)]).toMatchObject([{ shown: 2 }, { shown: 2 }])
    gateway.control.setFaults({ dropPushes: true })
    const orderNo = buy(mine)
    failDetail(REFUSALS)
    await hold(other, true)
    expect((await stockOf(other))?.shown).toBe(3)
    await hold(mine, true)
    expect((await stockOf(mine))?.shown).toBeLessThan(3)
    const { desired } = await gateway.data(goodsCalls.detail, { listingId: mine.listingId }, owner.login)
    expect(desired).toMatchObject({ want: 'stock', problem: expect.stringContaining('订单暂时无法读取') })
    expect(await isKnown(orderNo)).toBe(false)
    for (let turn = 0; turn < REFUSALS && (await poll()).length > 0; turn += 1);
    expect(await isKnown(orderNo)).toBe(true)
    gateway.control.setFaults({ dropPushes: false })
    await gateway.retryUntilQuiet()
    // three less the one that was bought
    expect((await stockOf(mine))?.shown).toBe(2)
  })
})

describe('money of a shop that is not known', () => {
  it('defect: held up everything that moved after it, for ever', async () => {
    const { sellerId } = owner.seller
    const { services } = gateway
    const named = async () => ({ list: (await services.marketplace.listShops(sellerId)).list.slice(0, 1) })
    const unbound = { ...services, marketplace: { ...services.marketplace, listShops: named } }
    const flows = async (as: JobServices = unbound) => {
      await pollAccountFlows(as, owner.seller)
      const { list } = await gateway.data(billDetail.flows, {}, owner.login)
      return list.map(({ remark }) => remark)
    }
    const move = (userName: string, reason: string) =>
      gateway.control.adjust({ sellerId, userName, amountFen: 100, reason })
    const seenUntil = async () => goods.inTenant(owner, (tx) => watermark(tx, 'accountFlows'))
    const before = await flows()
    gateway.control.setFaults({ dropPushes: true })
    gateway.control.openShop({ sellerId, userName: 'elsewhere', nick: '二店' })
    move('elsewhere', '别处')
    move(`shop${sellerId}`, '本店')
    await gateway.pass(60_000)
    const seen = await seenUntil()
    expect(await flows()).toEqual(['本店', ...before])
    expect(await seenUntil()).not.toBe(seen)

    // the shop is bound an hour later: what moved before is not lost
    await gateway.pass(HOUR_MS)
    await flows()
    await refreshShops(services, owner.seller.merchantId)
    expect((await flows(services)).sort()).toEqual(['别处', '本店', ...before].sort())
    expect(await flows(services)).toHaveLength(before.length + 2)
  })
})

describe('an order that changes twice within one second', () => {
  it('defect: is taken over as it stands in the end', async () => {
    const listing = await goods.onSale(owner, 1)
    gateway.control.setFaults({ dropPushes: true })
    const orderNo = buy(listing)
    await poll()
    expect((await goods.orderOf(owner, orderNo)).dealPriceFen).toBe(STOCK_PRICE_FEN)
    const price = { order_no: orderNo, order_price: STOCK_PRICE_FEN - 5_000, express_fee: 0 }
    await gateway.services.marketplace.modifyPrice(owner.seller.sellerId, price)
    await poll()
    expect((await goods.orderOf(owner, orderNo)).dealPriceFen).toBe(STOCK_PRICE_FEN - 5_000)
  })
})

describe('an answer to what is asked of an order', () => {
  it('defect: takes the order before the request, as whoever takes the order over does', async () => {
    const listing = await goods.onSale(owner, 1)
    const { orderId } = await goods.bought(owner, listing)
    const input = { orderId, priceFen: STOCK_PRICE_FEN - 5_000, freightFen: 0 }
    await gateway.data(curatedOrder.changePrice, input, owner.login)
    const key = { subject: 'order_price', subjectId: orderId } as const
    let answered: Promise<void> | undefined
    await goods.inTenant(owner, async (tx) => {
      await lockOrder(tx, { orderId })
      const request = await findRequest(tx, key)
      if (request === null) throw new Error('nothing is asked for the order')
      answered = goods.inTenant(owner, (rival) =>
        answerRequest(rival, orderPrice, request, { problem: '不行' }, gateway.clock.now()),
      )
      // the rival has taken what it takes first
      await somebodyWaits(gateway.database.open)
      const requests = db.selectFrom('desiredState').where('merchantId', '=', tx.merchantId)
      const free = requests.where('subjectId', '=', orderId).select('state').forUpdate().noWait()
      expect(await tx.rows(free)).toEqual([{ state: 'pending' }])
    })
    await answered
    expect(await goods.inTenant(owner, (tx) => findRequest(tx, key))).toMatchObject({ state: 'refused' })
  })
})
