import { goods as goodsCalls } from '@huanji/contract/features/listing/goods'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStockRequests } from '../modules/listing/stock-store.ts'
import { lookAtStockAgain } from './requests/stock.ts'
import { type StockListing, type StockPhone, stockGoods } from './testing/stock-goods.ts'
import { type ShopOwner, startTradingGateway, type TradingGateway } from './testing/trading-gateway.ts'

const DAY_MS = 24 * 3_600_000

let gateway: TradingGateway
let owner: ShopOwner
let goods: ReturnType<typeof stockGoods>

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.shopOwner('陈货手机')
  goods = stockGoods(gateway)
})
afterAll(() => gateway.close())

const detail = (listing: StockListing) => gateway.data(goodsCalls.detail, { listingId: listing.listingId }, owner.login)

/** Lets the reports of phones be this old. */
const age = (phones: readonly StockPhone[], days: number) =>
  goods.sql('update inspection set edited_at = $2 where id = any($1)', [
    phones.map(({ inspectionId }) => inspectionId),
    new Date(gateway.clock.now().getTime() - days * DAY_MS),
  ])

async function look() {
  await lookAtStockAgain(gateway.services)
  await gateway.pass(1_000)
}

describe('phones whose report is too old to ship on', () => {
  it('defect: are shown to nobody once their report has grown old, and counted as lying here for no order', async () => {
    const listing = await goods.onSale(owner, 3)
    await age(listing.phones.slice(0, 2), 29)
    await look()
    expect((await detail(listing)).stock).toEqual({ shown: 3, free: 3, expired: 0, reserved: 0, sold: 0 })
    await age(listing.phones.slice(0, 2), 31)
    await look()
    expect((await detail(listing)).stock).toEqual({ shown: 1, free: 1, expired: 2, reserved: 0, sold: 0 })
    const product = await gateway.services.marketplace.productDetail(owner.seller.sellerId, {
      product_id: listing.productId,
    })
    expect(product.sku_items?.find(({ sku_id }) => sku_id === listing.remoteSkuId)?.stock).toBe(1)
    // another look finds nothing to do
    const { stockWish } = await stockRequestOf(listing)
    await look()
    expect(await stockRequestOf(listing)).toEqual({ stockWish })
  })

  it('defect: end the sale of a listing that has no others, which says why; off the shelf they are let go', async () => {
    const listing = await goods.onSale(owner, 2)
    await age(listing.phones, 31)
    await look()
    const sold = await detail(listing)
    expect(sold).toMatchObject({ state: 'sold_out', stock: { shown: 0, free: 0, expired: 2 } })
    expect(sold.history.map(({ note }) => note).join()).toContain('质检报告超过30天')
    const { results } = await gateway.data(
      goodsCalls.operate,
      { action: 'off_shelf', rows: [{ listingId: listing.listingId }] },
      owner.login,
    )
    expect(results[0]?.ok).toBe(true)
    await gateway.pass(60_000)
    expect((await detail(listing)).units.map(({ isHeld }) => isHeld)).toEqual([false, false])
    const ids = listing.phones.map(({ inspectionId }) => inspectionId)
    const { rows } = await goods.sql('select state from inspection where id = any($1)', [ids])
    expect(rows).toEqual([{ state: 'listable' }, { state: 'listable' }])
    const again = await gateway.data(
      goodsCalls.operate,
      { action: 'relist', rows: [{ listingId: listing.listingId, priceConfirmed: true }] },
      owner.login,
    )
    expect(again.results[0]).toMatchObject({ ok: false, message: expect.stringContaining('质检已超过30天') })
  })

  it('defect: make an order short that was to be given them', async () => {
    const listing = await goods.onSale(owner, 2)
    const order = await goods.paid(owner, listing, 2)
    expect(order.isShort).toBe(false)
    await age(listing.phones.slice(0, 1), 31)
    await look()
    expect((await goods.orderOf(owner, order.orderNo)).isShort).toBe(true)
  })
})

async function stockRequestOf({ listingId }: StockListing) {
  const { rows } = await goods.sql('select stock_wish from listing where id = $1', [listingId])
  return { stockWish: (rows as { stock_wish: number }[])[0]?.stock_wish }
}

describe('stock that waits to be shown', () => {
  it('defect: is looked after in turn, so that what is refused again and again starves nothing', async () => {
    const listings: string[] = []
    for (let index = 0; index < 3; index += 1) listings.push((await goods.onSale(owner, 1)).listingId)
    await goods.sql('update listing set stock_wish = stock_known + 1 where id = any($1)', [listings])
    const before = new Date(gateway.clock.now().getTime() + DAY_MS)
    const found = new Set<string>()
    for (let turn = 0; turn < 3; turn += 1) {
      const at = { now: new Date(before.getTime() + turn * 300_000), everySeconds: 300 }
      const part = await goods.inTenant(owner, (tx) => openStockRequests(tx, before, at, 1))
      expect(part).toHaveLength(1)
      for (const one of part) found.add(one)
    }
    expect([...found].sort()).toEqual([...listings].sort())
  })
})
