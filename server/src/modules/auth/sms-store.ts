import { sql } from 'kysely'
import type { GlobalTx } from '../../database/database.ts'
import type { SmsScene } from './sms-scenes.ts'

/** How many codes a subject had today, and when the last one left (ISO 8601, null for none). */
export interface SmsQuota {
  sentCount: number
  lastSentAt: string | null
}

/** The quota of a phone or a place on a day (`yyyy-MM-dd`), held until the transaction ends. Global. */
export async function lockQuota(tx: GlobalTx, subject: string, day: string): Promise<SmsQuota> {
  const row = await tx.one<SmsQuota>(sql`
    insert into sms_quota (subject, day) values (${subject}, ${day})
    on conflict (subject, day) do update set subject = excluded.subject
    returning sent_count as "sentCount", last_sent_at as "lastSentAt"`)
  if (!row) throw new Error('an upsert answered no row')
  return row
}

/** When the subject's last code left before `day`, or null; a minute does not end at midnight. Global. */
export async function lastSentBefore(tx: GlobalTx, subject: string, day: string): Promise<string | null> {
  const row = await tx.one<{ lastSentAt: string | null }>(sql`
    select last_sent_at as "lastSentAt" from sms_quota
    where subject = ${subject} and day < ${day} order by day desc limit 1`)
  return row?.lastSentAt ?? null
}

/** Counts one more code. Global. */
export async function countSent(tx: GlobalTx, subject: string, day: string, now: Date): Promise<void> {
  await tx.run(sql`
    update sms_quota set sent_count = sent_count + 1, last_sent_at = ${now}
    where subject = ${subject} and day = ${day}`)
}

export interface NewSmsCode {
  id: string
  phone: string
  scene: SmsScene
  codeHash: Buffer
  now: Date
  expiresAt: Date
}

/** Keeps the digest of a code. Global. */
export async function insertCode(tx: GlobalTx, code: NewSmsCode): Promise<void> {
  await tx.run(sql`
    insert into sms_code (id, phone, scene, code_hash, sent_at, expires_at)
    values (${code.id}, ${code.phone}, ${code.scene}, ${code.codeHash}, ${code.now}, ${code.expiresAt})`)
}

export interface SmsCode {
  id: string
  codeHash: Buffer
  tries: number
  usedAt: string | null
  expiresAt: string
}

/** The newest code sent to a phone for a scene, held until the transaction ends; null when there is none. Global. */
export function lockNewestCode(tx: GlobalTx, phone: string, scene: SmsScene): Promise<SmsCode | null> {
  return tx.one<SmsCode>(sql`
    select id, code_hash as "codeHash", tries, used_at as "usedAt", expires_at as "expiresAt" from sms_code
    where phone = ${phone} and scene = ${scene} order by sent_at desc, id desc limit 1 for update`)
}

/** Counts a wrong try of a code. Global. */
export async function countTry(tx: GlobalTx, codeId: string): Promise<void> {
  await tx.run(sql`update sms_code set tries = tries + 1 where id = ${codeId}`)
}

/** Marks a code as used. Global. */
export async function markCodeUsed(tx: GlobalTx, codeId: string, now: Date): Promise<void> {
  await tx.run(sql`update sms_code set used_at = ${now} where id = ${codeId}`)
}

export interface NewSms {
  id: string
  phone: string
  sealedText: Buffer
  now: Date
  expiresAt: Date
}

/** Puts a sealed message on its way. Global. */
export async function insertSms(tx: GlobalTx, sms: NewSms): Promise<void> {
  await tx.run(sql`
    insert into sms_outbox (id, phone, sealed_text, state, due_at, expires_at, created_at)
    values (${sms.id}, ${sms.phone}, ${sms.sealedText}, 'pending', ${sms.now}, ${sms.expiresAt}, ${sms.now})`)
}

export interface DueSms {
  id: string
  phone: string
  sealedText: Buffer
  attempts: number
}

/**
 * Drops what is too late to be of use and gives up to 20 messages that are due, not to be offered again before `retryAt`.
 * No message waits longer than that: one due later was put off while the clock stood ahead, and is due. Global.
 */
export async function claimDueSms(tx: GlobalTx, now: Date, retryAt: Date): Promise<DueSms[]> {
  await tx.run(sql`
    update sms_outbox set state = 'dropped', sealed_text = null where state = 'pending' and expires_at <= ${now}`)
  return tx.rows<DueSms>(sql`
    update sms_outbox set attempts = attempts + 1, due_at = ${retryAt}
    where id in (select id from sms_outbox where state = 'pending' and (due_at <= ${now} or due_at > ${retryAt})
                 order by due_at limit 20 for update skip locked)
    returning id, phone, sealed_text as "sealedText", attempts`)
}

/** Marks a message as delivered; its text goes unless `keepsText`. Global. */
export async function markSmsDelivered(tx: GlobalTx, id: string, keepsText: boolean, now: Date): Promise<void> {
  await tx.run(sql`
    update sms_outbox set state = 'delivered', delivered_at = ${now},
      sealed_text = case when ${keepsText} then sealed_text end
    where id = ${id}`)
}

/** Gives a message up; its text goes. Global. */
export async function markSmsDropped(tx: GlobalTx, id: string): Promise<void> {
  await tx.run(sql`update sms_outbox set state = 'dropped', sealed_text = null where id = ${id}`)
}

/** The newest messages whose text is still there, at most `limit`. Global. */
export function recentSms(
  tx: GlobalTx,
  limit: number,
): Promise<{ phone: string; sealedText: Buffer; createdAt: string }[]> {
  return tx.rows(sql`
    select phone, sealed_text as "sealedText", created_at as "createdAt" from sms_outbox
    where sealed_text is not null order by created_at desc, id desc limit ${limit}`)
}
