import type { Database } from '../../database/database.ts'
import { merchantsAfter } from './store.ts'

const BATCH = 200

export interface KnownMerchant {
  readonly sellerId: number
  readonly merchantId: string
}

/** Does `work` for every merchant, one after the other in the order of their marketplace numbers; it opens its own transactions. */
export async function eachMerchant(db: Database, work: (merchant: KnownMerchant) => Promise<void>): Promise<void> {
  let batch: KnownMerchant[]
  let after = 0
  do {
    batch = await db.global((tx) => merchantsAfter(tx, after, BATCH))
    for (const merchant of batch) await work(merchant)
    after = batch.at(-1)?.sellerId ?? after
  } while (batch.length === BATCH)
}
