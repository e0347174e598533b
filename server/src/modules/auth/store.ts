import { sql } from 'kysely'
import type { GlobalTx } from '../../database/database.ts'
import type { Proof } from '../account/session-store.ts'

/** Keeps the digest of an image captcha's answer until `expiresAt`. Global. */
export async function insertCaptcha(tx: GlobalTx, id: string, answerHash: Buffer, expiresAt: Date): Promise<void> {
  await tx.run(sql`
    insert into image_captcha (id, answer_hash, expires_at) values (${id}, ${answerHash}, ${expiresAt})`)
}

/** Takes a captcha away for good and gives its answer's digest; null when it is unknown, used or past its time. Global. */
export async function takeCaptcha(tx: GlobalTx, id: string, now: Date): Promise<Buffer | null> {
  const row = await tx.one<{ answerHash: Buffer; isLive: boolean }>(sql`
    delete from image_captcha where id = ${id}
    returning answer_hash as "answerHash", expires_at > ${now} as "isLive"`)
  return row?.isLive ? row.answerHash : null
}

/** Keeps the digest of a ticket that lets `phone` choose a merchant until `expiresAt`. Global. */
export async function insertTicket(
  tx: GlobalTx,
  ticket: { secretHash: Buffer; phone: string; proof: Proof; openedAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.run(sql`
    insert into login_ticket (secret_hash, phone, proof, created_at, expires_at)
    values (${ticket.secretHash}, ${ticket.phone}, ${ticket.proof}, ${ticket.openedAt}, ${ticket.expiresAt})`)
}

/** The phone that a ticket was made for, whether or not it is still good; null when there is no such ticket. Global. */
export async function phoneOfTicket(tx: GlobalTx, secretHash: Buffer): Promise<string | null> {
  const row = await tx.one<{ phone: string }>(sql`select phone from login_ticket where secret_hash = ${secretHash}`)
  return row?.phone ?? null
}

/**
 * Takes a ticket away for good and gives how its person proved who it is; null when it is unknown, used, past its time,
 * or older than the phone's password. Of two who come with one ticket, the second waits for the first and then gets
 * null. Global.
 */
export async function takeTicket(tx: GlobalTx, secretHash: Buffer, now: Date): Promise<Proof | null> {
  const row = await tx.one<{ proof: Proof; isLive: boolean }>(sql`
    delete from login_ticket t using account a where t.secret_hash = ${secretHash} and a.phone = t.phone
    returning t.proof,
      t.expires_at > ${now} and t.created_at >= coalesce(a.password_set_at, t.created_at) as "isLive"`)
  return row?.isLive ? row.proof : null
}

/** Removes what sign-in no longer needs: everything that ended before `now`, counters and places not seen since `oldest`. Global. */
export async function pruneSignIn(tx: GlobalTx, now: Date, oldest: Date): Promise<void> {
  await tx.run(sql`delete from image_captcha where expires_at < ${now}`)
  await tx.run(sql`delete from login_ticket where expires_at < ${now}`)
  await tx.run(sql`delete from sms_code where expires_at < ${oldest}`)
  await tx.run(sql`delete from sms_quota where day < ${oldest}::date`)
  await tx.run(sql`delete from sms_outbox where created_at < ${oldest}`)
  await tx.run(sql`delete from login_attempt where last_failed_at < ${oldest}`)
  await tx.run(sql`delete from login_place where last_at < ${oldest}`)
}
