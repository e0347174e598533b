import { stockMove } from '@huanji/domain/listing/stock'
import { type EditStockRequest, PRODUCT_STATUS, type ProductDetail } from '@huanji/marketplace/protocol/products'
import type { Tx } from '../database/database.ts'
import type { JobServices } from '../jobs/job.ts'
import { countStock } from '../modules/listing/stock.ts'
import { type ListingSku, setSkuFacts, skusOfListing } from '../modules/listing/stock-store.ts'
import { type Listing, lockListing } from '../modules/listing/store.ts'
import { readOrdersOf } from './polls.ts'
import type { SellerAtWork } from './refresh.ts'

/** One SKU as it should be shown, and its price. */
export interface SkuTarget {
  readonly sku: ListingSku
  readonly sellable: number
  readonly priceFen: number
}

interface StockTarget {
  readonly listing: Listing
  readonly skus: readonly SkuTarget[]
}

/** What of a listing's SKUs may be shown now; prices that are asked for stand for those that are known. */
async function stockTargetNow(
  tx: Tx,
  { listingId, prices }: Pick<StockWork, 'listingId' | 'prices'>,
  now: Date,
): Promise<StockTarget | null> {
  const counts = await countStock(tx, listingId, now)
  const listing = await lockListing(tx, listingId)
  if (!listing) return null
  const skus = (await skusOfListing(tx, listingId)).map((sku) => ({
    sku,
    sellable: counts.find((one) => one.skuId === sku.skuId)?.sellable ?? 0,
    priceFen: prices.get(sku.skuId) ?? sku.priceFen,
  }))
  return { listing, skus }
}

const isShown = (product: ProductDetail): boolean => product.product_status === PRODUCT_STATUS.onSale

/** The marketplace's SKU of ours; null for a product of one SKU. */
function remoteSku(product: ProductDetail, sku: ListingSku) {
  const items = product.sku_items ?? []
  return (
    items.find((item) => String(item.sku_id) === sku.remoteSkuId) ??
    items.find((item) => item.outer_id === sku.skuId) ??
    items.find((item) => item.sku_text === sku.skuText) ??
    null
  )
}

/** How many of a SKU the marketplace sells now, and at what. */
function shownOf(product: ProductDetail, sku: ListingSku): { readonly stock: number; readonly priceFen: number } {
  const remote = remoteSku(product, sku)
  const stock = remote?.stock ?? product.stock
  return { stock: isShown(product) ? stock : 0, priceFen: remote?.price ?? product.price }
}

/** Writes down what the marketplace shows of each SKU, and by which numbers it knows them. */
export async function takeShownStock(tx: Tx, listingId: string, product: ProductDetail): Promise<void> {
  for (const sku of await skusOfListing(tx, listingId)) {
    const remoteSkuId = remoteSku(product, sku)?.sku_id
    const shownStock = shownOf(product, sku).stock
    const facts = { shownStock, ...(remoteSkuId === undefined ? {} : { remoteSkuId: String(remoteSkuId) }) }
    await setSkuFacts(tx, listingId, sku.skuId, facts)
  }
}

/** What `product/edit/stock` is told, so that each SKU is shown as given. The price is that of a SKU that is there. */
function stockRequest(product: ProductDetail, rows: readonly (SkuTarget & { readonly stock: number })[]) {
  const there = rows.filter((row) => row.stock > 0)
  const price = Math.min(...(there.length > 0 ? there : rows).map((row) => row.priceFen))
  const base = { product_id: product.product_id, price }
  if (!product.sku_items || product.sku_items.length === 0) {
    return { ...base, stock: rows.reduce((sum, row) => sum + row.stock, 0) } satisfies EditStockRequest
  }
  const items = rows.flatMap(({ sku, stock, priceFen }) => {
    const remote = remoteSku(product, sku)
    return remote ? [{ sku_id: remote.sku_id, stock, price: priceFen }] : []
  })
  return { ...base, sku_items: items } satisfies EditStockRequest
}

/** One look at a listing's stock. */
export interface StockWork {
  readonly services: JobServices
  readonly seller: SellerAtWork
  readonly listingId: string
  /** Prices that are asked for, by SKU. */
  readonly prices: ReadonlyMap<string, number>
}

/** Shows what is given; nothing of it means off the shelf, since what stands there has to have stock. */
async function show(
  { services, seller, listingId }: StockWork,
  product: ProductDetail,
  rows: readonly (SkuTarget & { readonly stock: number })[],
): Promise<void> {
  const { marketplace, settings } = services
  const { product_id: productId } = product
  const total = rows.reduce((sum, row) => sum + row.stock, 0)
  if (total === 0) {
    if (isShown(product)) await marketplace.takeProductDown(seller.sellerId, { product_id: productId })
    return
  }
  await marketplace.editStock(seller.sellerId, stockRequest(product, rows))
  if (isShown(product) || product.product_status === PRODUCT_STATUS.soldOut) return
  const [userName = ''] = product.publish_shop.map((shop) => shop.user_name)
  services.log.info({ listingId }, 'a listing with stock again goes back on the shelf')
  await marketplace.publishProduct(seller.sellerId, {
    product_id: productId,
    user_name: [userName],
    notify_url: `${settings.publicUrl}/marketplace/callback`,
  })
}

/** How often orders that come in meanwhile are met at once; afterwards the next look does it. */
const ROUNDS = 3

/**
 * Brings what the marketplace shows to what can be shipped. Less is sent at once; more only after its orders were read,
 * so that what was bought in the meantime is kept back. Any number of calls, late or doubled, come to the same.
 * Gives false where the marketplace's verdict has still to come.
 * @throws the marketplace client's errors
 */
export async function showStock(at: StockWork): Promise<boolean> {
  const { services, seller, listingId } = at
  const { db, marketplace } = services
  const target = () => db.tenant(seller.merchantId, (tx) => stockTargetNow(tx, at, services.clock.now()))
  for (let round = 0; round < ROUNDS; round += 1) {
    let now = await target()
    if (!now || now.listing.productId === '') return true
    const read = () => marketplace.productDetail(seller.sellerId, { product_id: Number(now?.listing.productId) })
    let product = await read()
    const moveOf = ({ sku, sellable }: SkuTarget) => stockMove(shownOf(product, sku).stock, sellable)
    if (now.skus.some((one) => moveOf(one) === 'lower')) {
      const lowered = now.skus.map((one) => ({
        ...one,
        stock: Math.min(one.sellable, shownOf(product, one.sku).stock),
        priceFen: shownOf(product, one.sku).priceFen,
      }))
      await show(at, product, lowered)
      product = await read()
    }
    // taken down in the marketplace's own app: what follows from that is no matter of stock
    const isTakenDown = !isShown(product) && product.product_status !== PRODUCT_STATUS.soldOut
    const isRaised = now.skus.some((one) => moveOf(one) === 'raise')
    if (isRaised && isTakenDown && now.listing.state === 'on_sale') return true
    const isRepriced = now.skus.some(({ sku, priceFen }) => shownOf(product, sku).priceFen !== priceFen)
    if (isRaised || isRepriced) {
      await readOrdersOf(services, seller, product.product_id)
      now = await target()
      if (!now) return true
      await show(
        at,
        product,
        now.skus.map((one) => ({ ...one, stock: one.sellable })),
      )
      product = await read()
    }
    // what was bought between the reading and the writing
    if (isRaised || isRepriced) await readOrdersOf(services, seller, product.product_id)
    const after = await target()
    await db.tenant(seller.merchantId, (tx) => takeShownStock(tx, listingId, product))
    const isSame = after?.skus.every(({ sku, sellable }) => shownOf(product, sku).stock <= sellable)
    if (isSame) return isShown(product) || after?.skus.every(({ sellable }) => sellable === 0) === true
  }
  return false
}
