import type { NotNull } from 'kysely'
import type { GlobalTx } from '../../database/database.ts'
import { type ColumnsOf, db, type RowOf, type RowOfQuery } from '../../database/query.ts'
import type { SmsScene } from './sms-scenes.ts'

const QUOTA = ['sentCount', 'lastSentAt'] as const satisfies ColumnsOf<'smsQuota'>

/** How many codes a subject had today, and when the last one left (ISO 8601, null for none). */
export type SmsQuota = RowOf<'smsQuota', typeof QUOTA>

/** The quota of a phone or a place on a day (`yyyy-MM-dd`), held until the transaction ends. Global. */
export async function lockQuota(tx: GlobalTx, subject: string, day: string): Promise<SmsQuota> {
  const row = await tx.one(
    db
      .insertInto('smsQuota')
      .values({ subject, day })
      .onConflict((conflict) =>
        conflict.columns(['subject', 'day']).doUpdateSet(({ ref }) => ({ subject: ref('excluded.subject') })),
      )
      .returning(QUOTA),
  )
  if (!row) throw new Error('an upsert answered no row')
  return row
}

/** When the subject's last code left before `day`, or null; a minute does not end at midnight. Global. */
export async function lastSentBefore(tx: GlobalTx, subject: string, day: string): Promise<string | null> {
  const row = await tx.one(
    db
      .selectFrom('smsQuota')
      .select('lastSentAt')
      .where('subject', '=', subject)
      .where('day', '<', day)
      .orderBy('day', 'desc')
      .limit(1),
  )
  return row?.lastSentAt ?? null
}

/** Counts one more code. Global. */
export async function countSent(tx: GlobalTx, subject: string, day: string, now: Date): Promise<void> {
  await tx.run(
    db
      .updateTable('smsQuota')
      .set(({ eb }) => ({ sentCount: eb('sentCount', '+', 1), lastSentAt: now }))
      .where('subject', '=', subject)
      .where('day', '=', day),
  )
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
  const { id, phone, scene, codeHash, now, expiresAt } = code
  await tx.run(db.insertInto('smsCode').values({ id, phone, scene, codeHash, sentAt: now, expiresAt }))
}

const CODE = ['id', 'codeHash', 'tries', 'usedAt', 'expiresAt'] as const satisfies ColumnsOf<'smsCode'>

export type SmsCode = RowOf<'smsCode', typeof CODE>

/** The newest code sent to a phone for a scene, held until the transaction ends; null when there is none. Global. */
export function lockNewestCode(tx: GlobalTx, phone: string, scene: SmsScene): Promise<SmsCode | null> {
  return tx.one(
    db
      .selectFrom('smsCode')
      .select(CODE)
      .where('phone', '=', phone)
      .where('scene', '=', scene)
      .orderBy('sentAt', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .forUpdate(),
  )
}

/** Counts a wrong try of a code. Global. */
export async function countTry(tx: GlobalTx, codeId: string): Promise<void> {
  await tx.run(
    db
      .updateTable('smsCode')
      .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
      .where('id', '=', codeId),
  )
}

/** Marks a code as used. Global. */
export async function markCodeUsed(tx: GlobalTx, codeId: string, now: Date): Promise<void> {
  await tx.run(db.updateTable('smsCode').set({ usedAt: now }).where('id', '=', codeId))
}

export interface NewSms {
  id: string
  phone: string
  sealedText: Buffer
  now: Date
  expiresAt: Date
}

/** Puts a sealed message on its way; one with an id that is known stays as it is. Global. */
export async function insertSms(tx: GlobalTx, { id, phone, sealedText, now, expiresAt }: NewSms): Promise<void> {
  await tx.run(
    db
      .insertInto('smsOutbox')
      .values({ id, phone, sealedText, state: 'pending', dueAt: now, expiresAt, createdAt: now })
      .onConflict((conflict) => conflict.column('id').doNothing()),
  )
}

/** Counts an attempt at up to 20 pending messages that are due and puts them off; the text of a pending one is there. */
function claim(now: Date, retryAt: Date) {
  const due = db
    .selectFrom('smsOutbox')
    .select('id')
    .where('state', '=', 'pending')
    .where(({ eb, or }) => or([eb('dueAt', '<=', now.toISOString()), eb('dueAt', '>', retryAt.toISOString())]))
    .orderBy('dueAt')
    .limit(20)
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('smsOutbox')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), dueAt: retryAt }))
    .where('id', 'in', due)
    .returning(['id', 'phone', 'sealedText', 'attempts'])
    .$narrowType<{ sealedText: NotNull }>()
}

export type DueSms = RowOfQuery<typeof claim>

/**
 * Drops what is too late to be of use and gives up to 20 messages that are due, not to be offered again before `retryAt`.
 * No message waits longer than that: one due later was put off while the clock stood ahead, and is due. Global.
 */
export async function claimDueSms(tx: GlobalTx, now: Date, retryAt: Date): Promise<DueSms[]> {
  await tx.run(
    db
      .updateTable('smsOutbox')
      .set({ state: 'dropped', sealedText: null })
      .where('state', '=', 'pending')
      .where('expiresAt', '<=', now.toISOString()),
  )
  return tx.rows(claim(now, retryAt))
}

/** Marks a message as delivered; its text goes unless `keepsText`. Global. */
export async function markSmsDelivered(tx: GlobalTx, id: string, keepsText: boolean, now: Date): Promise<void> {
  await tx.run(
    db
      .updateTable('smsOutbox')
      .set({ state: 'delivered', deliveredAt: now, ...(keepsText ? {} : { sealedText: null }) })
      .where('id', '=', id),
  )
}

/** Gives a message up; its text goes. Global. */
export async function markSmsDropped(tx: GlobalTx, id: string): Promise<void> {
  await tx.run(db.updateTable('smsOutbox').set({ state: 'dropped', sealedText: null }).where('id', '=', id))
}

/** The newest messages whose text is still there, at most `limit`. Global. */
export function recentSms(
  tx: GlobalTx,
  limit: number,
): Promise<{ phone: string; sealedText: Buffer; createdAt: string }[]> {
  return tx.rows(
    db
      .selectFrom('smsOutbox')
      .select(['phone', 'sealedText', 'createdAt'])
      .where('sealedText', 'is not', null)
      .$narrowType<{ sealedText: NotNull }>()
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit),
  )
}
