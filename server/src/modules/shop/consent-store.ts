import type { Tx } from '../../database/database.ts'
import { type ColumnsOf, db, type RowOf } from '../../database/query.ts'

const COLUMNS = ['id as consentId', 'shopAccountId', 'expiresAt', 'usedAt'] as const satisfies ColumnsOf<'shopConsent'>

/** A person on the way to the consent page and back; times are ISO 8601. */
export type ConsentRow = RowOf<'shopConsent', typeof COLUMNS>

/** Who went there: what comes back must come to the same session. */
export interface ConsentOf {
  readonly secretHash: Buffer
  readonly employeeId: string
  readonly sessionId: string
}

/** Notes that somebody goes to the consent page; what was begun long ago is forgotten. */
export async function insertConsent(
  tx: Tx,
  consent: ConsentOf & { readonly id: string; readonly shopAccountId: string | null; readonly expiresAt: Date },
  { now, keptSince }: { readonly now: Date; readonly keptSince: Date },
): Promise<void> {
  await tx.run(
    db
      .deleteFrom('shopConsent')
      .where('merchantId', '=', tx.merchantId)
      .where('expiresAt', '<', keptSince.toISOString()),
  )
  await tx.run(db.insertInto('shopConsent').values({ merchantId: tx.merchantId, ...consent, createdAt: now }))
}

/** Uses a consent up and gives it; null when there is none that can be used now by whoever brings it. */
export function takeConsent(
  tx: Tx,
  { secretHash, employeeId, sessionId }: ConsentOf,
  now: Date,
): Promise<ConsentRow | null> {
  return tx.one(
    db
      .updateTable('shopConsent')
      .set({ usedAt: now })
      .where('merchantId', '=', tx.merchantId)
      .where('secretHash', '=', secretHash)
      .where('employeeId', '=', employeeId)
      .where('sessionId', '=', sessionId)
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', now.toISOString())
      .returning(COLUMNS),
  )
}

/** The consent behind a secret, whatever became of it, or null for one that whoever brings it never began. */
export function findConsent(tx: Tx, { secretHash, employeeId, sessionId }: ConsentOf): Promise<ConsentRow | null> {
  return tx.one(
    db
      .selectFrom('shopConsent')
      .where('merchantId', '=', tx.merchantId)
      .where('secretHash', '=', secretHash)
      .where('employeeId', '=', employeeId)
      .where('sessionId', '=', sessionId)
      .select(COLUMNS),
  )
}
