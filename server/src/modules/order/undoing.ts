import type { Tx } from '../../database/database.ts'
import type { MovedBy } from '../history/store.ts'
import { listingCameBack } from '../listing/outcome.ts'
import { lockListing } from '../listing/store.ts'
import { setShort } from './line-store.ts'
import { freePicked } from './picking.ts'
import { freeOrderUnits } from './snapshot-store.ts'
import type { OrderRecord, OrderUnit } from './store.ts'

/**
 * Frees the phones of an order that ended before they left: they can be offered again. The caller holds the order's
 * listing and the order.
 */
export async function freeUnsent(tx: Tx, order: OrderRecord, units: readonly OrderUnit[], by: MovedBy): Promise<void> {
  await freeOrderUnits(tx, order.orderId)
  await setShort(tx, order.orderId, false, by.now)
  if (order.pickedCount !== null) return freePicked(tx, order, units, by)
  const listing = order.listingId === null ? null : await lockListing(tx, order.listingId)
  // A listing that runs again already has nothing to do with this order any more.
  if (listing && listing.entryId === order.entryId) await listingCameBack(tx, listing.listingId, by)
}
