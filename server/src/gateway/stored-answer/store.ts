import { sql } from 'kysely'
import type { GlobalTx, Tx } from '../../database/database.ts'
import { isLockTimeout } from '../../database/errors.ts'
import { TransportRefusal } from '../../errors/transport-refusal.ts'

/** One intent of a person: a repeat with the same key and body is answered with the first result. */
export interface Intent {
  readonly employeeId: string
  readonly path: string
  readonly key: string
  /** Hash of the payload. */
  readonly bodyHash: string
}

interface Row {
  body_hash: string
  answer: string | null
}

const keyOf = (tx: Tx, { employeeId, path, key }: Intent) =>
  sql`merchant_id = ${tx.merchantId} and employee_id = ${employeeId} and path = ${path} and key = ${key}`

/**
 * The first result of an intent, or null when there is none yet.
 * @throws TransportRefusal keyReused when the key was used with another body
 */
export async function storedAnswer(tx: Tx, intent: Intent): Promise<string | null> {
  const row = await tx.one<Row>(sql`select body_hash, answer from stored_answer where ${keyOf(tx, intent)}`)
  if (row === null) return null
  if (row.body_hash !== intent.bodyHash) throw new TransportRefusal('keyReused')
  return row.answer
}

/**
 * Claims an intent for this transaction: null when it is ours to carry out, else the first result. Another transaction
 * that holds the same intent is waited for.
 * @throws TransportRefusal keyReused, or keyInFlight when the wait took too long
 */
export async function claimIntent(tx: Tx, intent: Intent, now: Date): Promise<string | null> {
  try {
    const claimed = await tx.run(sql`
      insert into stored_answer (merchant_id, employee_id, path, key, body_hash, created_at)
      values (${tx.merchantId}, ${intent.employeeId}, ${intent.path}, ${intent.key}, ${intent.bodyHash}, ${now})
      on conflict do nothing`)
    return claimed === 1 ? null : await storedAnswer(tx, intent)
  } catch (error) {
    if (isLockTimeout(error)) throw new TransportRefusal('keyInFlight')
    throw error
  }
}

/** Keeps the answer of a claimed intent, byte for byte. */
export async function keepAnswer(tx: Tx, intent: Intent, answer: string): Promise<void> {
  await tx.run(sql`update stored_answer set answer = ${answer} where ${keyOf(tx, intent)}`)
}

/** Gives a claimed intent back, so that a repeat is carried out anew. */
export async function dropIntent(tx: Tx, intent: Intent): Promise<void> {
  await tx.run(sql`delete from stored_answer where ${keyOf(tx, intent)}`)
}

/** Forgets answers that were kept before `moment`; gives how many. Runs as the worker. */
export function forgetAnswers(tx: GlobalTx, moment: Date): Promise<number> {
  return tx.run(sql`delete from stored_answer where created_at < ${moment}`)
}
