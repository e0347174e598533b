import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { GlobalTx, Tx } from '../../database/database.ts'
import { isLockTimeout } from '../../database/errors.ts'
import { db, prepared } from '../../database/query.ts'
import type { Tables } from '../../database/tables.ts'
import { TransportRefusal } from '../../errors/transport-refusal.ts'

/** The idempotency key of one employee's call, or of a program's under its API key: a repeat with the same key and body is answered with the first answer. */
export interface IdempotencyKey {
  /** Of a program the id of its API key. */
  readonly employeeId: string
  readonly path: string
  readonly key: string
  /** Hash of the payload. */
  readonly bodyHash: string
}

const { and } = expressionBuilder<Tables, 'idempotencyRecord'>()

/** Selects the key's record. */
const ofKey = ({ merchantId }: Tx, { employeeId, path, key }: IdempotencyKey): Expression<SqlBool> =>
  and({ merchantId, employeeId, path, key })

/**
 * The answer recorded under a key, or null when there is none yet.
 * @throws TransportRefusal keyReused when the key was used with another body
 */
export async function recordedAnswer(tx: Tx, idempotencyKey: IdempotencyKey): Promise<string | null> {
  const row = await tx.one(
    db.selectFrom('idempotencyRecord').select(['bodyHash', 'answer']).where(ofKey(tx, idempotencyKey)),
  )
  if (row === null) return null
  if (row.bodyHash !== idempotencyKey.bodyHash) throw new TransportRefusal('keyReused')
  return row.answer
}

/**
 * Claims a key for this transaction: null when the call is ours to carry out, else the recorded answer. Another transaction
 * that holds the same key is waited for.
 * @throws TransportRefusal keyReused, or keyInFlight when the wait for the same key took too long
 */
export async function claimKey(tx: Tx, idempotencyKey: IdempotencyKey, now: Date): Promise<string | null> {
  const { employeeId, path, key, bodyHash } = idempotencyKey
  try {
    const claimed = await tx.run(claim({ merchantId: tx.merchantId, employeeId, path, key, bodyHash, createdAt: now }))
    return claimed === 1 ? null : await recordedAnswer(tx, idempotencyKey)
  } catch (error) {
    // where the table was waited for nobody has said anything under the key yet: the database is busy
    if (isLockTimeout(error) && isWaitForKey(error)) throw new TransportRefusal('keyInFlight')
    throw error
  }
}

/** The server says at what it waited: at the entry of the same key, which another transaction has not committed yet. */
const isWaitForKey = (error: unknown): boolean =>
  error instanceof Error && 'where' in error && /while inserting index tuple/.test(String(error.where))

const claim = prepared<IdempotencyKey & { merchantId: string; createdAt: Date }, unknown>(
  ({ merchantId, employeeId, path, key, bodyHash, createdAt }) =>
    db
      .insertInto('idempotencyRecord')
      .values({ merchantId, employeeId, path, key, bodyHash, createdAt })
      .onConflict((conflict) => conflict.doNothing()),
)

/** Records the answer of a claimed key, byte for byte. */
export async function recordAnswer(tx: Tx, idempotencyKey: IdempotencyKey, answer: string): Promise<void> {
  await tx.run(setAnswer({ ...idempotencyKey, merchantId: tx.merchantId, answer }))
}

const setAnswer = prepared<IdempotencyKey & { merchantId: string; answer: string }, unknown>(
  ({ merchantId, employeeId, path, key, answer }) =>
    db
      .updateTable('idempotencyRecord')
      .set({ answer })
      .where('merchantId', '=', merchantId)
      .where('employeeId', '=', employeeId)
      .where('path', '=', path)
      .where('key', '=', key),
)

/** Gives a claimed key back, so that a repeat is carried out anew. */
export async function releaseKey(tx: Tx, idempotencyKey: IdempotencyKey): Promise<void> {
  await tx.run(db.deleteFrom('idempotencyRecord').where(ofKey(tx, idempotencyKey)))
}

/** Deletes the records that were made before `moment`; gives how many. Runs as the worker. */
export function deleteRecordsBefore(tx: GlobalTx, moment: Date): Promise<number> {
  return tx.run(db.deleteFrom('idempotencyRecord').where('createdAt', '<', moment.toISOString()))
}
