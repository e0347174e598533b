import { PRODUCT_STATUS } from '../protocol/products.ts'
import { DAY_MS } from './clock.ts'
import type { SandboxContext } from './context.ts'
import type { OrderDocument, ProductDocument } from './documents.ts'
import { expectPayment, placeOrder } from './orders.ts'
import { BUYER_COUNT } from './people.ts'

/** Shoppers stop looking at a listing that has been sold out for so long. */
const PATIENCE_MS = 3 * DAY_MS

/** Where there is more than this of a thing, some take one for somebody else too. */
const PLENTY = 3
const SHARE_FOR_TWO = 0.1

/** Lets the next simulated shopper of a listing come by after a time of its own. */
export function expectShopper(context: SandboxContext, product: ProductDocument, visit: number): void {
  const random = context.random(`shopper:${product.productId}:${visit}`)
  const delayMs = Math.round(context.behaviour().shopEveryMs * (0.2 + 1.6 * random.share()))
  context.schedule(context.nowMs() + delayMs, {
    type: 'shopperVisits',
    productId: product.productId,
    visit,
    onlineMs: product.onlineMs,
  })
}

/** A shopper comes by and buys one, when there is one. Ends with the listing: another publication has its own shoppers. */
export function shopperVisits(context: SandboxContext, productId: number, visit: number, onlineMs: number): void {
  const product = context.store.get('product', String(productId))
  if (!product || product.onlineMs !== onlineMs) return
  const isOnSale = product.status === PRODUCT_STATUS.onSale
  const mayReturn = product.status === PRODUCT_STATUS.soldOut && context.nowMs() - product.soldMs < PATIENCE_MS
  if (!isOnSale && !mayReturn) return
  if (isOnSale && context.behaviour().shop) {
    const random = context.random(`purchase:${productId}:${visit}`)
    const inStock = product.skus?.filter((sku) => sku.stock > 0) ?? []
    const sku = inStock[random.whole(0, Math.max(inStock.length - 1, 0))]
    const buyer = random.whole(0, BUYER_COUNT - 1)
    const isForTwo = (sku?.stock ?? product.stock) > PLENTY && random.chance(SHARE_FOR_TWO)
    expectPayment(context, buy(context, product, buyer, isForTwo ? 2 : 1, sku?.sku_id ?? 0))
  }
  expectShopper(context, product, visit + 1)
}

/** A purchase at the listed price. */
export function buy(
  context: SandboxContext,
  product: ProductDocument,
  buyer: number,
  quantity: number,
  skuId: number,
): OrderDocument {
  const unitPriceFen = product.skus?.find((sku) => sku.sku_id === skuId)?.price ?? product.fields.price
  return placeOrder(context, product, { buyer, quantity, skuId, unitPriceFen, entry: null })
}
