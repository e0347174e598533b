import { sql } from 'kysely'
import type { GlobalTx, Tx } from '../../database/database.ts'

/** Takes the next number a new merchant has on the marketplace. Global; two sign-ups wait for each other here. */
export async function takeSellerId(tx: GlobalTx): Promise<number> {
  const row = await tx.one<{ sellerId: number }>(sql`
    update seller_number set next_number = next_number + 1 returning next_number - 1 as "sellerId"`)
  if (!row) throw new Error('the table seller_number is empty')
  return row.sellerId
}

/** Enters a merchant under its marketplace number. Global. */
export async function insertSeller(tx: GlobalTx, sellerId: number, merchantId: string): Promise<void> {
  await tx.run(sql`insert into seller_directory (seller_id, merchant_id) values (${sellerId}, ${merchantId})`)
}

/** Merchants by their marketplace number, those above `afterSellerId` first, at most `limit`. Global. */
export function merchantsAfter(
  tx: GlobalTx,
  afterSellerId: number,
  limit: number,
): Promise<{ sellerId: number; merchantId: string }[]> {
  return tx.rows(sql`
    select seller_id as "sellerId", merchant_id as "merchantId" from seller_directory
    where seller_id > ${afterSellerId} order by seller_id limit ${limit}`)
}

export interface MerchantRow {
  name: string
  sellerId: number
}

/** Adds the transaction's merchant. */
export async function insertMerchant(tx: Tx, merchant: MerchantRow, now: Date): Promise<void> {
  await tx.run(sql`
    insert into merchant (merchant_id, name, seller_id, created_at)
    values (${tx.merchantId}, ${merchant.name}, ${merchant.sellerId}, ${now})`)
}

/** The transaction's merchant, or null when it does not exist. */
export function merchantRow(tx: Tx): Promise<MerchantRow | null> {
  return tx.one<MerchantRow>(sql`
    select name, seller_id as "sellerId" from merchant where merchant_id = ${tx.merchantId}`)
}

/**
 * Waits until no other transaction changes the merchant's people, roles or addresses, and keeps others waiting to the
 * commit. The key stays readable meanwhile, so that rows which point at the merchant can be written.
 */
export async function lockMerchant(tx: Tx): Promise<void> {
  await tx.rows(sql`select 1 from merchant where merchant_id = ${tx.merchantId} for no key update`)
}
