import { sql } from 'kysely'
import type { GlobalTx } from '../../database/database.ts'
import { db } from '../../database/query.ts'
import type { Proof } from '../account/session-store.ts'

/** Keeps the digest of an image captcha's answer until `expiresAt`. Global. */
export async function insertCaptcha(tx: GlobalTx, id: string, answerHash: Buffer, expiresAt: Date): Promise<void> {
  await tx.run(db.insertInto('imageCaptcha').values({ id, answerHash, expiresAt }))
}

/** Takes a captcha away for good and gives its answer's digest; null when it is unknown, used or past its time. Global. */
export async function takeCaptcha(tx: GlobalTx, id: string, now: Date): Promise<Buffer | null> {
  const row = await tx.one(
    db
      .deleteFrom('imageCaptcha')
      .where('id', '=', id)
      .returning(({ eb }) => ['answerHash', eb('expiresAt', '>', now.toISOString()).as('isLive')]),
  )
  return row?.isLive ? row.answerHash : null
}

/**
 * Keeps the digest of a ticket that lets `phone` choose a merchant until `expiresAt`; `isKept` is what 保持登录 said.
 * Global.
 */
export async function insertTicket(
  tx: GlobalTx,
  ticket: { secretHash: Buffer; phone: string; proof: Proof; isKept: boolean; openedAt: Date; expiresAt: Date },
): Promise<void> {
  const { secretHash, phone, proof, isKept, openedAt, expiresAt } = ticket
  await tx.run(
    db.insertInto('loginTicket').values({ secretHash, phone, proof, isKept, createdAt: openedAt, expiresAt }),
  )
}

/** The phone that a ticket was made for, whether or not it is still good; null when there is no such ticket. Global. */
export async function phoneOfTicket(tx: GlobalTx, secretHash: Buffer): Promise<string | null> {
  const row = await tx.one(db.selectFrom('loginTicket').select('phone').where('secretHash', '=', secretHash))
  return row?.phone ?? null
}

/**
 * Takes a ticket away for good and gives how its person proved who it is, with 保持登录 or without; null when it is unknown, used, past its time,
 * or older than the phone's password. Of two who come with one ticket, the second waits for the first and then gets
 * null. Global.
 */
export async function takeTicket(
  tx: GlobalTx,
  secretHash: Buffer,
  now: Date,
): Promise<{ proof: Proof; isKept: boolean } | null> {
  const row = await tx.one(
    db
      .deleteFrom('loginTicket as t')
      .using('account as a')
      .where('t.secretHash', '=', secretHash)
      .whereRef('a.phone', '=', 't.phone')
      .returning(({ and, eb, fn }) => [
        't.proof',
        't.isKept',
        and([
          eb('t.expiresAt', '>', now.toISOString()),
          eb('t.createdAt', '>=', fn.coalesce('a.passwordSetAt', 't.createdAt')),
        ]).as('isLive'),
      ]),
  )
  return row?.isLive ? { proof: row.proof, isKept: row.isKept } : null
}

/** Removes what sign-in no longer needs: everything that ended before `now`, counters and places not seen since `oldest`. Global. */
export async function pruneSignIn(tx: GlobalTx, now: Date, oldest: Date): Promise<void> {
  const ended = now.toISOString()
  const old = oldest.toISOString()
  await tx.run(db.deleteFrom('imageCaptcha').where('expiresAt', '<', ended))
  await tx.run(db.deleteFrom('loginTicket').where('expiresAt', '<', ended))
  await tx.run(db.deleteFrom('smsCode').where('expiresAt', '<', old))
  await tx.run(db.deleteFrom('smsQuota').where('day', '<', sql<string>`${oldest}::date`))
  await tx.run(db.deleteFrom('smsOutbox').where('createdAt', '<', old))
  await tx.run(db.deleteFrom('loginAttempt').where('lastFailedAt', '<', old))
  await tx.run(db.deleteFrom('loginPlace').where('lastAt', '<', old))
}
