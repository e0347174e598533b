import { sql } from 'kysely'
import type { GlobalTx, Tx } from '../../database/database.ts'
import { anyOf, db, type RowOfQuery } from '../../database/query.ts'

/** Where these phones sign in, in the order of the phones and of the merchants' making. Global. */
export function entriesOf(
  tx: GlobalTx,
  phones: readonly string[],
): Promise<{ phone: string; employeeName: string; merchantName: string }[]> {
  return tx.rows(
    db
      .selectFrom('phoneDirectory')
      .where('phone', '=', anyOf(phones))
      .where('isActive', '=', true)
      .select(['phone', 'employeeName', 'merchantName'])
      .orderBy('phone')
      .orderBy('merchantId'),
  )
}

/** Goods that are on sale: a run that is not over, or a fixed price. */
const onSale = (tx: Tx) =>
  db
    .selectFrom('listing as l')
    .leftJoin('auctionEntry as e', (join) =>
      join.onRef('e.merchantId', '=', 'l.merchantId').onRef('e.id', '=', 'l.entryId'),
    )
    .where('l.merchantId', '=', tx.merchantId)
    .where('l.state', '=', sql.lit('on_sale' as const))
    .where('l.productId', '<>', '')
    .where(({ or, and, eb }) =>
      or([
        eb('l.channel', '=', 'curated'),
        and([eb('e.state', 'in', ['scheduled', 'bidding']), eb('e.remoteEntryId', '<>', '')]),
      ]),
    )
    .select(['l.id as listingId', 'l.title', 'l.channel', 'l.productId', 'e.remoteEntryId'])
    .select(['e.reservePriceFen', 'e.highestBidFen'])
    .orderBy('l.createdAt', 'desc')
    .orderBy('l.id', 'desc')
    .limit(1)

export type GoodsOnSale = RowOfQuery<typeof onSale>

/** The goods that were put on sale last, or null when nothing is on sale. */
export const newestOnSale = (tx: Tx): Promise<GoodsOnSale | null> => tx.one(onSale(tx))

const shipped = (tx: Tx) =>
  db
    .selectFrom('saleOrder as o')
    .where('o.merchantId', '=', tx.merchantId)
    .where('o.state', '=', sql.lit('shipped' as const))
    .where('o.inRefund', '=', false)
    .select(['o.id as orderId', 'o.orderNo', 'o.title', 'o.channel'])
    .orderBy('o.shippedAt', (order) => order.desc().nullsLast())
    .orderBy('o.id', 'desc')
    .limit(1)

/** The order that was shipped last and has no case, or null without any. */
export const lastShipped = (tx: Tx): Promise<RowOfQuery<typeof shipped> | null> => tx.one(shipped(tx))
