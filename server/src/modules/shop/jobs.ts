import type { Tx } from '../../database/database.ts'
import { enqueueJob } from '../../jobs/job.ts'

/** The job that asks the marketplace for a merchant's shops once; `sync/shops.ts` does it. */
export const SHOP_REFRESH = 'shop.refresh'

/** Lets the shops of the transaction's merchant be asked for after the commit, such as after sign-up. */
export async function requestShopRefresh(tx: Tx, now: Date): Promise<void> {
  await enqueueJob(tx, { kind: SHOP_REFRESH, aggregate: `merchant:${tx.merchantId}`, payload: {}, now })
}
