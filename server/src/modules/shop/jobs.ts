import type { Tx } from '../../database/database.ts'
import { enqueueJob } from '../../jobs/job.ts'

/** The job that asks the marketplace for a merchant's shops once; `sync/shops.ts` does it. */
export const SHOP_REFRESH = 'shop.refresh'

/** Lets the shops of the transaction's merchant be asked for after the commit, such as after sign-up. */
export async function requestShopRefresh(tx: Tx, now: Date): Promise<void> {
  await enqueueJob(tx, { kind: SHOP_REFRESH, aggregate: `merchant:${tx.merchantId}`, payload: {}, now })
}

/** The job that tells the marketplace that a shop is not run from here any more; `sync/shops.ts` does it. */
export const SHOP_RELEASE = 'shop.release'

/** Lets the marketplace be told, after the commit, that an authorisation is not needed any more. */
export async function requestShopRelease(tx: Tx, authorizeId: number, now: Date): Promise<void> {
  await enqueueJob(tx, { kind: SHOP_RELEASE, aggregate: `shop:${authorizeId}`, payload: { authorizeId }, now })
}
