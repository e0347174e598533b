import { sql } from 'kysely'
import type { GlobalTx } from '../database/database.ts'

/** What a database is used for. */
export type Purpose = 'demo' | 'production'

/** What the database was used for first, or null when nobody has said so. */
export async function purposeOf(tx: GlobalTx): Promise<Purpose | null> {
  const row = await tx.one<{ purpose: Purpose }>(sql`select purpose from installation`)
  return row?.purpose ?? null
}

/** Says what the database is used for; what was said before stands. */
export async function keepPurpose(tx: GlobalTx, purpose: Purpose, now: Date): Promise<void> {
  await tx.run(sql`insert into installation (purpose, marked_at) values (${purpose}, ${now}) on conflict do nothing`)
}

/** How many of these phones have an account. */
export async function countAccounts(tx: GlobalTx, phones: readonly string[]): Promise<number> {
  const row = await tx.one<{ count: number }>(
    sql`select count(*) as count from account where phone = any(${[...phones]})`,
  )
  return row?.count ?? 0
}
