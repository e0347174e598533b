import { sql } from 'kysely'
import type { GlobalTx, Tx } from '../database/database.ts'

/** The merchant behind a number of the marketplace, or null for a number nobody has. Needs a global transaction. */
export async function merchantOfSeller(global: GlobalTx, sellerId: number): Promise<string | null> {
  const row = await global.one<{ merchantId: string }>(
    sql`select merchant_id as "merchantId" from seller_directory where seller_id = ${sellerId}`,
  )
  return row?.merchantId ?? null
}

/** Up to when a kind of change was taken over, or null before the first time. */
export async function watermark(tx: Tx, name: string): Promise<string | null> {
  const row = await tx.one<{ seenUntil: string }>(sql`
    select seen_until as "seenUntil" from marketplace_watermark
    where merchant_id = ${tx.merchantId} and name = ${name}`)
  return row?.seenUntil ?? null
}

/** Moves a watermark forward; it never goes back, so that two pollers cannot undo one another. */
export async function setWatermark(tx: Tx, name: string, seenUntil: Date): Promise<void> {
  await tx.run(sql`
    insert into marketplace_watermark (merchant_id, name, seen_until) values (${tx.merchantId}, ${name}, ${seenUntil})
    on conflict (merchant_id, name) do update
    set seen_until = greatest(marketplace_watermark.seen_until, excluded.seen_until)`)
}

/** A shop of the merchant as the marketplace names it. */
export interface NamedShop {
  readonly shopAccountId: string
  readonly userName: string
}

/** The shop with this stable identity or, failing that, this member name; null for a shop that was never taken over. */
export function shopByMarketplaceName(tx: Tx, userIdentity: string, userName: string): Promise<NamedShop | null> {
  return tx.one<NamedShop>(sql`
    select id as "shopAccountId", user_name as "userName" from shop_account
    where merchant_id = ${tx.merchantId} and (user_identity = ${userIdentity} or user_name = ${userName})
    order by (user_identity = ${userIdentity}) desc, created_at limit 1`)
}
