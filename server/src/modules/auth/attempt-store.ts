import { sql } from 'kysely'
import type { GlobalTx } from '../../database/database.ts'

/** The failed sign-ins counted against one subject. */
export interface Attempts {
  /** When the latest ones were, oldest first, in milliseconds since 1970; as many as the limit of the subject needs. */
  failedAtMs: number[]
  /** In a row, since the last success. */
  streak: number
  /** ISO 8601. */
  lastFailedAt: string
}

const COLUMNS = sql`failed_at as "failedAtMs", streak, last_failed_at as "lastFailedAt"`

/** What is counted against a subject, or null when nothing is. Global. */
export function attemptsOf(tx: GlobalTx, subject: string): Promise<Attempts | null> {
  return tx.one<Attempts>(sql`
    select ${COLUMNS} from login_attempt where subject = ${subject}`)
}

/** The same, holding the row until the transaction ends so that guesses made at the same time are counted one by one. Global. */
export async function lockAttempts(tx: GlobalTx, subject: string, now: Date): Promise<Attempts> {
  const row = await tx.one<Attempts>(sql`
    insert into login_attempt (subject, streak, last_failed_at)
    values (${subject}, 0, ${now})
    on conflict (subject) do update set subject = excluded.subject
    returning ${COLUMNS}`)
  if (!row) throw new Error('an upsert answered no row')
  return row
}

/** Stores what is counted against a subject. Global. */
export async function saveAttempts(tx: GlobalTx, subject: string, attempts: Attempts): Promise<void> {
  await tx.run(sql`
    update login_attempt set failed_at = ${JSON.stringify(attempts.failedAtMs)}::jsonb, streak = ${attempts.streak},
      last_failed_at = ${attempts.lastFailedAt}
    where subject = ${subject}`)
}

/** Forgets what is counted against a subject. Global. */
export async function clearAttempts(tx: GlobalTx, subject: string): Promise<void> {
  await tx.run(sql`delete from login_attempt where subject = ${subject}`)
}

/** Forgets what is counted against a phone, at its known places too. Global. */
export async function clearAttemptsOfPhone(tx: GlobalTx, phone: string): Promise<void> {
  const subject = `phone:${phone}`
  await tx.run(sql`delete from login_attempt where subject = ${subject} or starts_with(subject, ${`${subject}@`})`)
}

/** True when the phone signed in from this place since `oldest`. Global. */
export async function isKnownPlace(tx: GlobalTx, phone: string, place: string, oldest: Date): Promise<boolean> {
  const row = await tx.one(sql`
    select 1 from login_place where phone = ${phone} and place = ${place} and last_at > ${oldest}`)
  return row !== null
}

/** Notes that the phone signed in from this place. Global. */
export async function rememberPlace(tx: GlobalTx, phone: string, place: string, now: Date): Promise<void> {
  await tx.run(sql`
    insert into login_place (phone, place, last_at) values (${phone}, ${place}, ${now})
    on conflict (phone, place) do update set last_at = excluded.last_at`)
}
