import type { GlobalTx } from '../database/database.ts'
import { anyOf, db } from '../database/query.ts'

/** What a database is used for. */
export type Purpose = 'demo' | 'production'

/** What the database was used for first, or null when nobody has said so. */
export async function purposeOf(tx: GlobalTx): Promise<Purpose | null> {
  const row = await tx.one(db.selectFrom('installation').select('purpose'))
  return row?.purpose ?? null
}

/** Says what the database is used for; what was said before stands. */
export async function keepPurpose(tx: GlobalTx, purpose: Purpose, now: Date): Promise<void> {
  await tx.run(
    db
      .insertInto('installation')
      .values({ purpose, markedAt: now })
      .onConflict((conflict) => conflict.doNothing()),
  )
}

/** How many of these phones have an account. */
export async function countAccounts(tx: GlobalTx, phones: readonly string[]): Promise<number> {
  const known = await tx.rows(db.selectFrom('account').select('phone').where('phone', '=', anyOf(phones)))
  return known.length
}
