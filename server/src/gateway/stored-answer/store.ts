import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { GlobalTx, Tx } from '../../database/database.ts'
import { isLockTimeout } from '../../database/errors.ts'
import { db } from '../../database/query.ts'
import type { Tables } from '../../database/tables.ts'
import { TransportRefusal } from '../../errors/transport-refusal.ts'

/** One intent of a person: a repeat with the same key and body is answered with the first result. */
export interface Intent {
  readonly employeeId: string
  readonly path: string
  readonly key: string
  /** Hash of the payload. */
  readonly bodyHash: string
}

const { and } = expressionBuilder<Tables, 'storedAnswer'>()

/** That a row is the intent's. */
const ofIntent = ({ merchantId }: Tx, { employeeId, path, key }: Intent): Expression<SqlBool> =>
  and({ merchantId, employeeId, path, key })

/**
 * The first result of an intent, or null when there is none yet.
 * @throws TransportRefusal keyReused when the key was used with another body
 */
export async function storedAnswer(tx: Tx, intent: Intent): Promise<string | null> {
  const row = await tx.one(db.selectFrom('storedAnswer').select(['bodyHash', 'answer']).where(ofIntent(tx, intent)))
  if (row === null) return null
  if (row.bodyHash !== intent.bodyHash) throw new TransportRefusal('keyReused')
  return row.answer
}

/**
 * Claims an intent for this transaction: null when it is ours to carry out, else the first result. Another transaction
 * that holds the same intent is waited for.
 * @throws TransportRefusal keyReused, or keyInFlight when the wait took too long
 */
export async function claimIntent(tx: Tx, intent: Intent, now: Date): Promise<string | null> {
  const { employeeId, path, key, bodyHash } = intent
  try {
    const claimed = await tx.run(
      db
        .insertInto('storedAnswer')
        .values({ merchantId: tx.merchantId, employeeId, path, key, bodyHash, createdAt: now })
        .onConflict((conflict) => conflict.doNothing()),
    )
    return claimed === 1 ? null : await storedAnswer(tx, intent)
  } catch (error) {
    if (isLockTimeout(error)) throw new TransportRefusal('keyInFlight')
    throw error
  }
}

/** Keeps the answer of a claimed intent, byte for byte. */
export async function keepAnswer(tx: Tx, intent: Intent, answer: string): Promise<void> {
  await tx.run(db.updateTable('storedAnswer').set({ answer }).where(ofIntent(tx, intent)))
}

/** Gives a claimed intent back, so that a repeat is carried out anew. */
export async function dropIntent(tx: Tx, intent: Intent): Promise<void> {
  await tx.run(db.deleteFrom('storedAnswer').where(ofIntent(tx, intent)))
}

/** Forgets answers that were kept before `moment`; gives how many. Runs as the worker. */
export function forgetAnswers(tx: GlobalTx, moment: Date): Promise<number> {
  return tx.run(db.deleteFrom('storedAnswer').where('createdAt', '<', moment.toISOString()))
}
