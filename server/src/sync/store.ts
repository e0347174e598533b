import { sql } from 'kysely'
import type { GlobalTx, Tx } from '../database/database.ts'
import { type ColumnsOf, db, type RowOf } from '../database/query.ts'

/** The merchant behind a number of the marketplace, or null for a number nobody has. Needs a global transaction. */
export async function merchantOfSeller(global: GlobalTx, sellerId: number): Promise<string | null> {
  const row = await global.one(db.selectFrom('sellerDirectory').where('sellerId', '=', sellerId).select('merchantId'))
  return row?.merchantId ?? null
}

/** Up to when a kind of change was taken over, or null before the first time. */
export async function watermark(tx: Tx, name: string): Promise<string | null> {
  const row = await tx.one(
    db
      .selectFrom('marketplaceWatermark')
      .where('merchantId', '=', tx.merchantId)
      .where('name', '=', name)
      .select('seenUntil'),
  )
  return row?.seenUntil ?? null
}

/** Moves a watermark forward; it never goes back, so that two pollers cannot undo one another. */
export async function setWatermark(tx: Tx, name: string, seenUntil: Date): Promise<void> {
  await tx.run(
    db
      .insertInto('marketplaceWatermark')
      .values({ merchantId: tx.merchantId, name, seenUntil })
      .onConflict((conflict) =>
        conflict.columns(['merchantId', 'name']).doUpdateSet(({ ref }) => ({
          seenUntil: sql<string>`greatest(${ref('marketplaceWatermark.seenUntil')}, ${ref('excluded.seenUntil')})`,
        })),
      ),
  )
}

const SHOP_COLUMNS = ['id as shopAccountId', 'userName'] as const satisfies ColumnsOf<'shopAccount'>

/** A shop of the merchant as the marketplace names it. */
export type NamedShop = RowOf<'shopAccount', typeof SHOP_COLUMNS>

/** The shop with this stable identity or, failing that, this member name; null for a shop that was never taken over. */
export function shopByMarketplaceName(tx: Tx, userIdentity: string, userName: string): Promise<NamedShop | null> {
  return tx.one(
    db
      .selectFrom('shopAccount')
      .where('merchantId', '=', tx.merchantId)
      .where(({ eb, or }) => or([eb('userIdentity', '=', userIdentity), eb('userName', '=', userName)]))
      .orderBy(({ eb }) => eb('userIdentity', '=', userIdentity), 'desc')
      .orderBy('createdAt')
      .limit(1)
      .select(SHOP_COLUMNS),
  )
}

/** The watermark of what is read of one shop by itself. */
export const shopWatermark = (name: string, shopAccountId: string): string => `${name}:${shopAccountId}`

/** The merchant's shops of which something was never read by itself. */
export const unreadShops = (tx: Tx, name: string): Promise<NamedShop[]> =>
  tx.rows(
    db
      .selectFrom('shopAccount')
      .where('merchantId', '=', tx.merchantId)
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('marketplaceWatermark as w')
              .where('w.merchantId', '=', tx.merchantId)
              .where('w.name', '=', sql<string>`${shopWatermark(name, '')} || ${sql.ref('shopAccount.id')}::text`)
              .select('w.name'),
          ),
        ),
      )
      .orderBy('createdAt')
      .select(SHOP_COLUMNS),
  )
