import { sql } from 'kysely'
import type { GlobalTx } from '../../database/database.ts'
import { type ColumnsOf, db, jsonText, type RowOf } from '../../database/query.ts'

/**
 * `failedAtMs`: when the latest ones were, oldest first, in milliseconds since 1970; as many as the limit of the subject
 * needs. `streak`: in a row, since the last success. `lastFailedAt` is ISO 8601.
 */
const COLUMNS = ['failedAt as failedAtMs', 'streak', 'lastFailedAt'] as const satisfies ColumnsOf<'loginAttempt'>

/** The failed sign-ins counted against one subject. */
export type Attempts = RowOf<'loginAttempt', typeof COLUMNS>

/** What is counted against a subject, or null when nothing is. Global. */
export function attemptsOf(tx: GlobalTx, subject: string): Promise<Attempts | null> {
  return tx.one(db.selectFrom('loginAttempt').select(COLUMNS).where('subject', '=', subject))
}

/** The same, holding the row until the transaction ends so that guesses made at the same time are counted one by one. Global. */
export async function lockAttempts(tx: GlobalTx, subject: string, now: Date): Promise<Attempts> {
  const row = await tx.one(
    db
      .insertInto('loginAttempt')
      .values({ subject, streak: 0, lastFailedAt: now })
      .onConflict((conflict) =>
        conflict.column('subject').doUpdateSet(({ ref }) => ({ subject: ref('excluded.subject') })),
      )
      .returning(COLUMNS),
  )
  if (!row) throw new Error('an upsert answered no row')
  return row
}

/** Stores what is counted against a subject. Global. */
export async function saveAttempts(tx: GlobalTx, subject: string, attempts: Attempts): Promise<void> {
  const { failedAtMs, streak, lastFailedAt } = attempts
  await tx.run(
    db
      .updateTable('loginAttempt')
      .set({ failedAt: jsonText(failedAtMs), streak, lastFailedAt })
      .where('subject', '=', subject),
  )
}

/** Forgets what is counted against a subject. Global. */
export async function clearAttempts(tx: GlobalTx, subject: string): Promise<void> {
  await tx.run(db.deleteFrom('loginAttempt').where('subject', '=', subject))
}

/** Forgets what is counted against a phone, at its known places too. Global. */
export async function clearAttemptsOfPhone(tx: GlobalTx, phone: string): Promise<void> {
  const subject = `phone:${phone}`
  await tx.run(
    db
      .deleteFrom('loginAttempt')
      .where(({ eb, or, ref }) =>
        or([eb('subject', '=', subject), sql<boolean>`starts_with(${ref('subject')}, ${`${subject}@`})`]),
      ),
  )
}

/** True when the phone signed in from this place since `oldest`. Global. */
export async function isKnownPlace(tx: GlobalTx, phone: string, place: string, oldest: Date): Promise<boolean> {
  const row = await tx.one(
    db
      .selectFrom('loginPlace')
      .select('place')
      .where('phone', '=', phone)
      .where('place', '=', place)
      .where('lastAt', '>', oldest.toISOString()),
  )
  return row !== null
}

/** Records that the phone signed in from this place. Global. */
export async function rememberPlace(tx: GlobalTx, phone: string, place: string, now: Date): Promise<void> {
  await tx.run(
    db
      .insertInto('loginPlace')
      .values({ phone, place, lastAt: now })
      .onConflict((conflict) =>
        conflict.columns(['phone', 'place']).doUpdateSet(({ ref }) => ({ lastAt: ref('excluded.lastAt') })),
      ),
  )
}
