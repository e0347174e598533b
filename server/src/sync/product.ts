import { PRODUCT_STATUS } from '@huanji/marketplace/protocol/products'
import { reachedMomentOf } from '../integration/marketplace/times.ts'
import type { JobServices } from '../jobs/job.ts'
import { listingIdOfProduct, lockListing, recordProductSnapshot, setListingFacts } from '../modules/listing/store.ts'

/**
 * Takes over what the marketplace says of a product: its id in the app, and that somebody removed it there. The state
 * of an auctioned listing follows its entry and its order, not the product's shelf state.
 */
export async function refreshProduct(
  services: JobServices,
  seller: { readonly merchantId: string; readonly sellerId: number },
  productId: string,
): Promise<void> {
  const { db, clock, marketplace } = services
  const listingId = await db.tenant(seller.merchantId, (tx) => listingIdOfProduct(tx, productId))
  if (listingId === null) return
  const product = await marketplace.productDetail(seller.sellerId, { product_id: Number(productId) })
  await db.tenant(seller.merchantId, async (tx) => {
    const listing = await lockListing(tx, listingId)
    if (!listing || !(await recordProductSnapshot(tx, listingId, reachedMomentOf(product.update_time)))) return
    const itemId = product.publish_shop.find((shop) => shop.item_id !== undefined)?.item_id
    if (itemId !== undefined && String(itemId) !== listing.itemId) {
      await setListingFacts(tx, listingId, { itemId: String(itemId) }, clock.now())
    }
    if (product.product_status === PRODUCT_STATUS.deleted && listing.state !== 'deleted') {
      await setListingFacts(tx, listingId, { productId: '', failure: '商品已在闲鱼被删除，请重新上架' }, clock.now())
    }
  })
}
