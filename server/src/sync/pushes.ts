import type { Push } from '@huanji/marketplace/protocol/pushes'
import { fetchEntrySnapshot } from '../integration/marketplace/fetch.ts'
import type { PushHandler } from '../integration/marketplace/push-receiver.ts'
import type { JobServices } from '../jobs/job.ts'
import { takeProductResult } from './curated-listing.ts'
import { refreshProduct } from './product-snapshot.ts'
import { refreshEntry, refreshOrder, type SellerAtWork } from './refresh.ts'
import { merchantOfSeller } from './store.ts'

/** The merchant a message is about, or null when it names none we have. */
async function sellerOf(push: Push, { db }: JobServices): Promise<SellerAtWork | null> {
  const sellerId = push.body.seller_id
  if (sellerId === undefined) return null
  const merchantId = await db.global((tx) => merchantOfSeller(tx, sellerId))
  return merchantId === null ? null : { sellerId, merchantId }
}

/**
 * Takes up the marketplace's messages about orders, entries and products. A message only says where to look: what is
 * taken over is fetched, so that late, doubled and shuffled ones come out right (docs/open-platform.md §7).
 */
const takeMessage: PushHandler = async ({ push, id }, services) => {
  const seller = await sellerOf(push, services)
  if (seller === null) {
    services.log.warn({ id, kind: push.kind }, 'a message names no merchant of ours; polling will find what it meant')
    return true
  }
  if (push.kind === 'order') await refreshOrder(services, seller, push.body.order_no)
  else if (push.kind === 'entry' || push.kind === 'entryResult') {
    const remoteEntryId = String(push.body.entry_id)
    const snapshot = await fetchEntrySnapshot(services.marketplace, seller.sellerId, { entryId: '', remoteEntryId })
    if (snapshot) await refreshEntry(services, seller, snapshot)
  } else {
    if (push.kind === 'productResult') await takeProductResult(services, seller, push.body)
    await refreshProduct(services, seller, String(push.body.product_id))
  }
  return true
}

export const marketplacePushHandlers: readonly PushHandler[] = [takeMessage]
