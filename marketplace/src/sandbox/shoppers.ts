import { PRODUCT_STATUS } from '../protocol/products.ts'
import { DAY_MS } from './clock.ts'
import type { OrderDocument, ProductDocument } from './documents.ts'
import { expectPayment, placeOrder } from './orders.ts'
import { BUYER_COUNT } from './people.ts'
import type { World } from './world.ts'

/** Shoppers stop looking at a listing that has been sold out for so long. */
const PATIENCE_MS = 3 * DAY_MS

/** Lets the next simulated shopper of a listing come by after a time of its own. */
export function expectShopper(world: World, product: ProductDocument, visit: number): void {
  const random = world.random(`shopper:${product.productId}:${visit}`)
  const delayMs = Math.round(world.behaviour().shopEveryMs * (0.2 + 1.6 * random.share()))
  world.schedule(world.nowMs() + delayMs, {
    type: 'shopperVisits',
    productId: product.productId,
    visit,
    onlineMs: product.onlineMs,
  })
}

/** A shopper comes by and buys one, when there is one. Ends with the listing: another publication has its own shoppers. */
export function shopperVisits(world: World, productId: number, visit: number, onlineMs: number): void {
  const product = world.store.get('product', String(productId))
  if (!product || product.onlineMs !== onlineMs) return
  const isOnSale = product.status === PRODUCT_STATUS.onSale
  const mayReturn = product.status === PRODUCT_STATUS.soldOut && world.nowMs() - product.soldMs < PATIENCE_MS
  if (!isOnSale && !mayReturn) return
  if (isOnSale && world.behaviour().shop) {
    const random = world.random(`purchase:${productId}:${visit}`)
    const inStock = product.skus?.filter((sku) => sku.stock > 0) ?? []
    const sku = inStock[random.whole(0, Math.max(inStock.length - 1, 0))]
    expectPayment(world, buy(world, product, random.whole(0, BUYER_COUNT - 1), 1, sku?.sku_id ?? 0))
  }
  expectShopper(world, product, visit + 1)
}

/** A purchase at the listed price. */
export function buy(
  world: World,
  product: ProductDocument,
  buyer: number,
  quantity: number,
  skuId: number,
): OrderDocument {
  const unitPriceFen = product.skus?.find((sku) => sku.sku_id === skuId)?.price ?? product.fields.price
  return placeOrder(world, product, { buyer, quantity, skuId, unitPriceFen, entry: null })
}
