import { goods } from '@huanji/contract/features/listing/goods'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refreshProduct } from './product-snapshot.ts'
import { type CuratedListing, curatedTrade } from './testing/curated-trade.ts'
import { type ShopOwner, startTradingGateway, type TradingGateway } from './testing/trading-gateway.ts'

let gateway: TradingGateway
let owner: ShopOwner
let trade: ReturnType<typeof curatedTrade>

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.shopOwner('删除手机')
  trade = curatedTrade(gateway)
})
afterAll(() => gateway.close())

const productOf = async ({ listingId }: CuratedListing) =>
  (await gateway.data(goods.detail, { listingId }, owner.login)).productId
const operate = async (action: 'off_shelf' | 'delete', { listingId }: CuratedListing) => {
  await gateway.data(goods.operate, { action, rows: [{ listingId }] }, owner.login)
  await gateway.pass(1_000)
}

it('defect: the message about a product that was deleted here failed until it was dead', async () => {
  const listing = await trade.single(owner)
  const productId = await productOf(listing)
  await operate('off_shelf', listing)
  await operate('delete', listing)
  await expect(refreshProduct(gateway.services, owner.seller, productId)).resolves.toBeUndefined()
  const { state, failure } = await gateway.data(goods.detail, { listingId: listing.listingId }, owner.login)
  expect({ state, failure }).toEqual({ state: 'deleted', failure: null })
})

it('a product that the marketplace knows no more was removed there', async () => {
  const listing = await trade.single(owner)
  const productId = await productOf(listing)
  const product = { product_id: Number(productId) }
  await gateway.services.marketplace.takeProductDown(owner.seller.sellerId, product)
  await gateway.services.marketplace.deleteProduct(owner.seller.sellerId, product)
  await refreshProduct(gateway.services, owner.seller, productId)
  const found = await gateway.data(goods.detail, { listingId: listing.listingId }, owner.login)
  expect(found).toMatchObject({ state: 'auto_off', failure: { code: 'REMOVED_REMOTELY' } })
})
