import type { Tx } from '../../database/database.ts'
import { anyOf, db } from '../../database/query.ts'

/** The rules that are switched on of some shops. */
export const rulesOf = (tx: Tx, shopIds: readonly string[]) =>
  tx.rows(
    db
      .selectFrom('shopRepost')
      .where('merchantId', '=', tx.merchantId)
      .where('shopAccountId', '=', anyOf(shopIds))
      .where('enabled', '=', true)
      .select(['shopAccountId', 'maxTimes', 'stepPercent', 'floorPercent', 'mayLose', 'sessionNumbers']),
  )

/** The reposts that the rules have made of some listings. */
export const runsOf = (tx: Tx, listingIds: readonly string[]) =>
  tx.rows(
    db
      .selectFrom('shopRepostRun')
      .where('merchantId', '=', tx.merchantId)
      .where('listingId', '=', anyOf(listingIds))
      .select(['listingId', 'times', 'firstStartPriceFen', 'firstReservePriceFen', 'entryId']),
  )
