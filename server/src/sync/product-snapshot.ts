import type { MarketplaceClient } from '@huanji/marketplace/client/client'
import { PRODUCT_STATUS, type ProductDetail } from '@huanji/marketplace/protocol/products'
import type { Tx } from '../database/database.ts'
import { reachedMomentOf } from '../integration/marketplace/times.ts'
import type { JobServices } from '../jobs/job.ts'
import { ownFailure, REMOVED_REMOTELY } from '../modules/listing/failures.ts'
import { listingAccepted, listingTakenDown } from '../modules/listing/outcome.ts'
import { requestOfListing } from '../modules/listing/request.ts'
import { requestStock } from '../modules/listing/stock.ts'
import {
  type Listing,
  listingIdOfProduct,
  lockListing,
  recordProductSnapshot,
  setListingFacts,
} from '../modules/listing/store.ts'
import { requestViewOf } from '../modules/request/store.ts'
import { takeShownStock } from './curated-stock.ts'
import { readOrdersOf } from './polls.ts'
import { isUnknownThere } from './refusals.ts'
import { observeListing } from './requests/listing-answer.ts'

/** Off the shelf by somebody's hand or by the marketplace itself. */
const DOWN: readonly number[] = [PRODUCT_STATUS.offShelf, PRODUCT_STATUS.autoOffShelf, PRODUCT_STATUS.deleted]

/**
 * True where goods that stand on sale here were taken down there and nobody here asked for it. What is sold out here may
 * well be down: a shelf holds nothing without stock.
 */
async function isTakenDown(tx: Tx, listing: Listing, status: number): Promise<boolean> {
  if (listing.channel !== 'curated' || listing.state !== 'on_sale') return false
  if (!DOWN.includes(status)) return false
  return requestViewOf(await requestOfListing(tx, listing.listingId))?.state !== 'pending'
}

/** A product as it stands there; null where the marketplace knows it no more, which some say by an error. */
async function productThere(
  client: MarketplaceClient,
  sellerId: number,
  product_id: number,
): Promise<ProductDetail | null> {
  try {
    return await client.productDetail(sellerId, { product_id })
  } catch (error) {
    if (isUnknownThere(error)) return null
    throw error
  }
}

/** Somebody removed the product there: it is to be listed anew. What was deleted here is gone as it was meant to be. */
async function noteRemoved(tx: Tx, { listingId, state }: Listing, now: Date): Promise<void> {
  if (state === 'deleted') return
  const failure = ownFailure(REMOVED_REMOTELY, '商品已在闲鱼被删除，请重新上架')
  await setListingFacts(tx, listingId, { productId: '', failure }, now)
}

/** A product that the marketplace knows no more: the same as one that it says was removed. True where it is taken down by that. */
async function takeRemoval(tx: Tx, listingId: string, now: Date): Promise<boolean> {
  const listing = await lockListing(tx, listingId)
  if (listing === null) return false
  const request = requestViewOf(await requestOfListing(tx, listingId))
  // what is being deleted here is answered by that
  if (request?.state === 'pending' && request.want === 'deleted') return false
  await noteRemoved(tx, listing, now)
  return isTakenDown(tx, listing, PRODUCT_STATUS.deleted)
}

/**
 * Takes over what the marketplace says of a product: its id in the app, its stock, and that somebody took it down or
 * removed it there. The state of an auctioned listing follows its entry and its order, not the product's shelf state.
 */
export async function refreshProduct(
  services: JobServices,
  seller: { readonly merchantId: string; readonly sellerId: number },
  productId: string,
): Promise<void> {
  const { db, clock, marketplace } = services
  const listingId = await db.tenant(seller.merchantId, (tx) => listingIdOfProduct(tx, productId))
  if (listingId === null) return
  const product = await productThere(marketplace, seller.sellerId, Number(productId))
  const isDown = await db.tenant(seller.merchantId, async (tx) => {
    if (product === null) return takeRemoval(tx, listingId, clock.now())
    const listing = await lockListing(tx, listingId)
    if (!listing || !(await recordProductSnapshot(tx, listingId, reachedMomentOf(product.update_time)))) return false
    const itemId = product.publish_shop.find((shop) => shop.item_id !== undefined)?.item_id
    if (itemId !== undefined && String(itemId) !== listing.itemId) {
      await setListingFacts(tx, listingId, { itemId: String(itemId) }, clock.now())
    }
    if (product.product_status === PRODUCT_STATUS.deleted) await noteRemoved(tx, listing, clock.now())
    if (listing.channel === 'curated') {
      // on the shelf before its verdict came, or where that was lost
      const isAccepted = listing.state === 'publishing' && product.product_status === PRODUCT_STATUS.onSale
      const by = { who: 'marketplace', now: clock.now() } as const
      if (isAccepted) await listingAccepted(tx, listingId, '', by)
      await takeShownStock(tx, listingId, product)
      if (isAccepted) await observeListing(tx, listingId, by.now)
    }
    return isTakenDown(tx, listing, product.product_status)
  })
  if (!isDown) return
  // nobody can buy it any more: what was bought before is read before any phone is let go
  await readOrdersOf(services, seller, Number(productId))
  await db.tenant(seller.merchantId, async (tx) => {
    await listingTakenDown(tx, listingId, { who: 'marketplace', now: clock.now(), note: '商品已在闲鱼下架' })
    await requestStock(tx, listingId, clock.now())
  })
}
