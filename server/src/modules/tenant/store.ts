import { sql } from 'kysely'
import type { GlobalTx, Tx } from '../../database/database.ts'
import { db } from '../../database/query.ts'

/** Takes the next number a new merchant has on the marketplace. Global; two sign-ups wait for each other here. */
export async function takeSellerId(tx: GlobalTx): Promise<number> {
  const row = await tx.one(
    db
      .updateTable('sellerNumber')
      .set(({ eb }) => ({ nextNumber: eb('nextNumber', '+', 1) }))
      .returning('nextNumber'),
  )
  if (!row) throw new Error('the table seller_number is empty')
  return row.nextNumber - 1
}

/** Enters a merchant under its marketplace number. Global. */
export async function insertSeller(tx: GlobalTx, sellerId: number, merchantId: string): Promise<void> {
  await tx.run(db.insertInto('sellerDirectory').values({ sellerId, merchantId }))
}

/** Merchants by their marketplace number, those above `afterSellerId` first, at most `limit`. Global. */
export function merchantsAfter(
  tx: GlobalTx,
  afterSellerId: number,
  limit: number,
): Promise<{ sellerId: number; merchantId: string }[]> {
  return tx.rows(
    db
      .selectFrom('sellerDirectory')
      .select(['sellerId', 'merchantId'])
      .where('sellerId', '>', afterSellerId)
      .orderBy('sellerId')
      .limit(limit),
  )
}

export interface MerchantRow {
  name: string
  sellerId: number
}

/** Adds the transaction's merchant. */
export async function insertMerchant(tx: Tx, { name, sellerId }: MerchantRow, now: Date): Promise<void> {
  await tx.run(db.insertInto('merchant').values({ merchantId: tx.merchantId, name, sellerId, createdAt: now }))
}

const ownMerchant = (tx: Tx) => db.selectFrom('merchant').where('merchantId', '=', tx.merchantId)

/** The transaction's merchant, or null when it does not exist. */
export function merchantRow(tx: Tx): Promise<MerchantRow | null> {
  return tx.one(ownMerchant(tx).select(['name', 'sellerId']))
}

/** The transaction's merchant with the day it signed up, ISO 8601. @throws Error when it does not exist */
export async function merchantProfile(tx: Tx): Promise<MerchantRow & { createdAt: string }> {
  const row = await tx.one(ownMerchant(tx).select(['name', 'sellerId', 'createdAt']))
  if (row === null) throw new Error('the merchant of a transaction is not there')
  return row
}

/** Changes what the transaction's merchant is called. */
export async function setMerchantName(tx: Tx, name: string): Promise<void> {
  await tx.run(db.updateTable('merchant').set({ name }).where('merchantId', '=', tx.merchantId))
}

/**
 * Waits until no other transaction changes the merchant's people, roles or addresses, and keeps others waiting to the
 * commit. The key stays readable meanwhile, so that rows which point at the merchant can be written.
 */
export async function lockMerchant(tx: Tx): Promise<void> {
  await tx.rows(ownMerchant(tx).select(sql.lit(1).as('locked')).forNoKeyUpdate())
}
