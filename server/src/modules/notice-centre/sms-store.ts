import type { GlobalTx, Tx } from '../../database/database.ts'
import { db } from '../../database/query.ts'

/** The merchants whose people asked for messages; as the worker. */
export async function smsMerchants(tx: GlobalTx): Promise<string[]> {
  const asked = db.selectFrom('noticePerson').where('smsSince', 'is not', null).select('merchantId').distinct()
  return (await tx.rows(asked)).map(({ merchantId }) => merchantId)
}

const people = (tx: Tx) =>
  db
    .selectFrom('noticePerson')
    .where('merchantId', '=', tx.merchantId)
    .where('smsSince', 'is not', null)
    .select('employeeId')

/** Those of a merchant's people who asked for messages. */
export const smsReaders = async (tx: Tx): Promise<string[]> =>
  (await tx.rows(people(tx).orderBy('employeeId'))).map(({ employeeId }) => employeeId)

const sent = (tx: Tx, employeeId: string) =>
  db.selectFrom('noticeSms').where('merchantId', '=', tx.merchantId).where('employeeId', '=', employeeId)

/** The moments of the messages that a person was sent since another, newest first. */
export async function sentSince(tx: Tx, employeeId: string, moment: string): Promise<string[]> {
  const rows = sent(tx, employeeId).where('sentAt', '>=', moment).select('sentAt').distinct()
  return (await tx.rows(rows.orderBy('sentAt', 'desc'))).map(({ sentAt }) => sentAt)
}

/** Which of these a person was sent. */
export async function sentOf(tx: Tx, employeeId: string, noticeIds: readonly string[]): Promise<Set<string>> {
  if (noticeIds.length === 0) return new Set()
  const rows = sent(tx, employeeId).where('noticeId', 'in', noticeIds).select('noticeId')
  return new Set((await tx.rows(rows)).map(({ noticeId }) => noticeId))
}

/** Notes that a message tells a person of these; false where another one does already. */
export async function noteSent(tx: Tx, employeeId: string, noticeIds: readonly string[], now: Date): Promise<boolean> {
  const { merchantId } = tx
  const noted = await tx.run(
    db
      .insertInto('noticeSms')
      .values(noticeIds.map((noticeId) => ({ merchantId, employeeId, noticeId, sentAt: now })))
      .onConflict((conflict) => conflict.columns(['merchantId', 'employeeId', 'noticeId']).doNothing()),
  )
  return noted === noticeIds.length
}
