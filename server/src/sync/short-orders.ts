import { id } from '@huanji/contract/shapes'
import * as z from 'zod'
import type { Tx } from '../database/database.ts'
import type { JobHandler } from '../jobs/job.ts'
import { skusOfListing } from '../modules/listing/stock-store.ts'
import { lockListing } from '../modules/listing/store.ts'
import { markShortOrders } from '../modules/order/shortage.ts'
import { reconcileStockJob } from './stock.ts'

/** Marks the orders of a listing's stock as short, or not short any more, for each of its SKUs. */
async function markShort(tx: Tx, listingId: string, now: Date): Promise<void> {
  if (!(await lockListing(tx, listingId))) return
  for (const { skuId } of await skusOfListing(tx, listingId)) await markShortOrders(tx, { listingId, skuId }, now)
}

const payload = z.object({ subjectId: id })

/** What a listing's stock wakes whenever it has changed: who can be served now, and what the marketplace is to show. */
export const stockChangedJob: JobHandler = async (job, services) => {
  const { subjectId } = payload.parse(job.payload)
  await services.db.tenant(job.merchantId, (tx) => markShort(tx, subjectId, services.clock.now()))
  await reconcileStockJob(job, services)
}
