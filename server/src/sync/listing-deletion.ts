import { MarketplaceRefused } from '@huanji/marketplace/client/errors'
import { PRODUCT_STATUS } from '@huanji/marketplace/protocol/products'
import { wordsOfRefusal } from '@huanji/marketplace/protocol/refusal-words'
import { listingDeleted } from '../modules/listing/outcome.ts'
import { findListing } from '../modules/listing/store.ts'
import { settleRequest } from '../modules/request/store.ts'
import { inTenant, listingKey, type RequestWork } from './listing-work.ts'
import { finalRefusal, isBusy, isUnknownThere } from './refusals.ts'
import type { Answer } from './requests/kind.ts'

/** Why the marketplace keeps a product that was to go; null where it is gone, by now or long ago. */
async function deleteRemote(at: RequestWork, productId: number): Promise<string | null> {
  const { marketplace } = at.services
  try {
    await marketplace.deleteProduct(at.seller.sellerId, { product_id: productId })
    return null
  } catch (error) {
    // an earlier attempt, whose answer was lost, has deleted it
    if (isUnknownThere(error)) return null
    const refusal = finalRefusal(error)
    if (refusal !== null) return refusal
    if (!(error instanceof MarketplaceRefused) || !isBusy(error)) throw error
    // its words for goods on the shelf are those for goods on their way there: only the latter is worth waiting for
    const product = await marketplace.productDetail(at.seller.sellerId, { product_id: productId })
    if (product.product_status === PRODUCT_STATUS.onSale) return wordsOfRefusal(error.code, error.msg)
    throw error
  }
}

/** Deletes goods at the marketplace, and then here: what the marketplace keeps stays here too, with its reason. */
export async function deleteListing(at: RequestWork): Promise<Answer | null> {
  const listing = await inTenant(at, (tx) => findListing(tx, at.listingId))
  const refusal = listing && listing.productId !== '' ? await deleteRemote(at, Number(listing.productId)) : null
  if (refusal !== null) return { problem: `删除未成功：${refusal}` }
  await inTenant(at, async (tx) => {
    const by = { who: 'marketplace', now: at.services.clock.now(), note: '已在闲鱼删除' } as const
    await listingDeleted(tx, at.listingId, by)
    await settleRequest(tx, listingKey(at), at.generation, by.now)
  })
  return null
}
