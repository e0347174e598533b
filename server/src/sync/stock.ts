import { REFUSED_REQUESTS } from '@huanji/contract/refused-requests'
import { id } from '@huanji/contract/shapes'
import { stockMove } from '@huanji/domain/listing/stock'
import { reportsValidFrom } from '@huanji/domain/orders/delivery-stock'
import { isMarketplaceFailure } from '@huanji/marketplace/client/errors'
import { type EditStockRequest, PRODUCT_STATUS, type ProductDetail } from '@huanji/marketplace/protocol/products'
import * as z from 'zod'
import type { Tx } from '../database/database.ts'
import type { JobHandler, JobServices } from '../jobs/job.ts'
import { countStock, lookAtOldReports, wakeStock } from '../modules/listing/stock.ts'
import {
  type ListingSku,
  listingsWithExpired,
  openStockWishes,
  recordStockProblem,
  STOCK_REFUSED,
  setSkuFacts,
  settleStockWish,
  skusOfListing,
} from '../modules/listing/stock-store.ts'
import { type Listing, lockListing, moveListing } from '../modules/listing/store.ts'
import { raiseNotices } from '../modules/notice/raise.ts'
import { eachMerchant } from '../modules/tenant/each-merchant.ts'
import { merchantRow } from '../modules/tenant/store.ts'
import { later } from '../platform/clock.ts'
import { OrdersUnread, readOrdersOf } from './polls.ts'
import type { SellerAtWork } from './refresh.ts'
import { finalRefusal, isBusy, MARKETPLACE_AWAY } from './refusals.ts'

/** One SKU as it should be shown, and its price. */
export interface WantedSku {
  readonly sku: ListingSku
  readonly sellable: number
  readonly priceFen: number
}

interface Wanted {
  readonly listing: Listing
  readonly skus: readonly WantedSku[]
}

/** What of a listing's SKUs may be shown now; prices that are asked for stand for those that are known. */
async function wantedNow(
  tx: Tx,
  { listingId, prices }: Pick<StockWork, 'listingId' | 'prices'>,
  now: Date,
): Promise<Wanted | null> {
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
function stockRequest(product: ProductDetail, rows: readonly (WantedSku & { readonly stock: number })[]) {
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
  rows: readonly (WantedSku & { readonly stock: number })[],
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
  const wanted = () => db.tenant(seller.merchantId, (tx) => wantedNow(tx, at, services.clock.now()))
  for (let round = 0; round < ROUNDS; round += 1) {
    let now = await wanted()
    if (!now || now.listing.productId === '') return true
    const read = () => marketplace.productDetail(seller.sellerId, { product_id: Number(now?.listing.productId) })
    let product = await read()
    const moveOf = ({ sku, sellable }: WantedSku) => stockMove(shownOf(product, sku).stock, sellable)
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
      now = await wanted()
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
    const after = await wanted()
    await db.tenant(seller.merchantId, (tx) => takeShownStock(tx, listingId, product))
    const isSame = after?.skus.every(({ sku, sellable }) => shownOf(product, sku).stock <= sellable)
    if (isSame) return isShown(product) || after?.skus.every(({ sellable }) => sellable === 0) === true
  }
  return false
}

/** Says what became of it: a listing that shows stock again is on sale. */
async function settle(at: StockWork, wish: number): Promise<void> {
  const { services, seller, listingId } = at
  await services.db.tenant(seller.merchantId, async (tx) => {
    const listing = await lockListing(tx, listingId)
    if (!listing) return
    const isThere = (await skusOfListing(tx, listingId)).some((sku) => sku.shownStock > 0)
    const by = { who: 'system', now: services.clock.now() } as const
    if (listing.state === 'sold_out' && isThere) await moveListing(tx, listingId, 'restock', by)
    await settleStockWish(tx, listingId, wish)
  })
}

/**
 * The marketplace would not show the stock: those who may change the goods are told, once for each change of it. It is
 * asked again all the same, since the stock goes on changing.
 */
async function refuseStock(tx: Tx, listing: Listing, refusal: string, now: Date): Promise<void> {
  const { listingId, stockWish, channel, modelName, title } = listing
  const problem = `${STOCK_REFUSED}${refusal}`
  await recordStockProblem(tx, listingId, problem)
  const { notice: kind } = REFUSED_REQUESTS.listing.stock
  const about = { kind, channel, subjectId: listingId, source: `stock:${listingId}:${stockWish}` } as const
  await raiseNotices(tx, [{ ...about, label: modelName || title, detail: problem }], now)
}

/** Looks at a listing's stock for whatever woke it. @throws the marketplace client's errors while it cannot be reached */
export async function reconcileStock(services: JobServices, merchantId: string, listingId: string): Promise<void> {
  const { db } = services
  const { listing, merchant } = await db.tenant(merchantId, async (tx) => ({
    listing: await lockListing(tx, listingId),
    merchant: await merchantRow(tx),
  }))
  if (!listing || !merchant || listing.stockWish === listing.stockKnown) return
  const seller = { merchantId, sellerId: merchant.sellerId }
  const at = { services, seller, listingId, prices: new Map<string, number>() }
  // what is not on the shelf shows nothing, and what is being published is shown by that
  if (listing.state !== 'on_sale' && listing.state !== 'sold_out') {
    if (listing.state !== 'publishing') await settle(at, listing.stockWish)
    return
  }
  const note = (problem: string) => db.tenant(merchantId, (tx) => recordStockProblem(tx, listingId, problem))
  try {
    if (await showStock(at)) await settle(at, listing.stockWish)
    else await note('')
  } catch (error) {
    if (isBusy(error)) return note('')
    const refusal = finalRefusal(error)
    if (refusal !== null) return db.tenant(merchantId, (tx) => refuseStock(tx, listing, refusal, services.clock.now()))
    if (error instanceof OrdersUnread) await note('有订单暂时无法读取，库存暂不增加，系统会自动重试')
    if (isMarketplaceFailure(error)) await note(MARKETPLACE_AWAY)
    throw error
  }
}

const payload = z.object({ subjectId: id })

/** The job that a change of stock wakes. */
export const reconcileStockJob: JobHandler = (job, services) =>
  reconcileStock(services, job.merchantId, payload.parse(job.payload).subjectId)

const LOOK_AGAIN_AFTER_MS = 5 * 60_000
/** How often stock is looked at again. */
export const LOOK_AT_STOCK_EVERY_SECONDS = 300
const BATCH = 200

/** Before every id. */
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Lowers what listings show of phones whose reports have grown too old to ship on: a day passes, and nobody did anything. */
async function lookForOldReports({ db }: JobServices, merchantId: string, now: Date): Promise<void> {
  let after = NO_ID
  for (;;) {
    const found = await db.tenant(merchantId, (tx) => listingsWithExpired(tx, reportsValidFrom(now), after, BATCH))
    for (const listingId of found) await db.tenant(merchantId, (tx) => lookAtOldReports(tx, listingId, now))
    if (found.length < BATCH) return
    after = found.at(-1) ?? NO_ID
  }
}

/**
 * Wakes the stock that is not shown yet, whatever became of the job that was to do it, in turn where much waits; and
 * finds what time alone has changed.
 */
export async function lookAtStockAgain(services: JobServices): Promise<void> {
  const { db, clock } = services
  await eachMerchant(db, async ({ merchantId }) => {
    const now = clock.now()
    await lookForOldReports(services, merchantId, now)
    await db.tenant(merchantId, async (tx) => {
      const turn = { now, everySeconds: LOOK_AT_STOCK_EVERY_SECONDS }
      for (const listingId of await openStockWishes(tx, later(now, -LOOK_AGAIN_AFTER_MS), turn, BATCH)) {
        await wakeStock(tx, listingId, now)
      }
    })
  })
}
