import { type ExpressionBuilder, sql } from 'kysely'
import type { GlobalTx } from '../../database/database.ts'
import { type ColumnsOf, db, type RowOf } from '../../database/query.ts'
import type { Tables } from '../../database/tables.ts'
import { newId } from '../../platform/ids.ts'
import { depthIn, depthOf } from '../depth/store.ts'
import type { Claim, Lease, Result } from '../dispatch.ts'
import type { DeadLetter, QueueDepth } from '../job.ts'

/** The topic signalled after a commit that put a message into the inbox; the detail is its partition. */
export const INBOX_TOPIC = 'inbox'

/** Each message is a partition of its own: the marketplace promises no order. */
export interface InboxPartition {
  readonly id: string
}

/** A message with its exact text, which holds numbers that JSON would round. */
const COLUMNS = ['id', 'route', 'body', 'receivedAt', 'attempts'] as const satisfies ColumnsOf<'inbox'>

export type InboxRow = RowOf<'inbox', typeof COLUMNS>

/** Stores a message once: false when the same one is there already. Runs as the worker. */
export async function insertMessage(
  tx: GlobalTx,
  { route, dedupKey, body, now }: { route: InboxRow['route']; dedupKey: string; body: string; now: Date },
): Promise<boolean> {
  const id = newId()
  const message = { id, route, dedupKey, body, state: 'pending', attempts: 0, dueAt: now, receivedAt: now } as const
  const stored = await tx.run(
    db
      .insertInto('inbox')
      .values(message)
      .onConflict((conflict) => conflict.column('dedupKey').doNothing()),
  )
  if (stored === 1) tx.signal(INBOX_TOPIC, JSON.stringify({ id }))
  return stored === 1
}

/** Due and free, as in the outbox: what lies further ahead than it can was written while the clock stood ahead. */
const canStart =
  ({ now, latestLease, latestDue }: Lease) =>
  ({ and, eb, or }: ExpressionBuilder<Tables, 'inbox'>) =>
    and([
      or([eb('dueAt', '<=', now.toISOString()), eb('dueAt', '>', latestDue.toISOString())]),
      or([
        eb('leasedUntil', 'is', null),
        eb('leasedUntil', '<=', now.toISOString()),
        eb('leasedUntil', '>', latestLease.toISOString()),
      ]),
    ])

/** Claims a pending message, when it is due and nobody else has it. Runs as the worker. */
export async function claimMessage(tx: GlobalTx, { id }: InboxPartition, lease: Lease): Promise<Claim<InboxRow>> {
  const item = await tx.one(
    db
      .updateTable('inbox')
      .set(({ eb }) => ({ leasedUntil: lease.until, attempts: eb('attempts', '+', 1) }))
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .where(canStart(lease))
      .returning(COLUMNS),
  )
  return item === null ? { kind: 'none' } : { kind: 'claimed', item }
}

/** The row of one claim: another claim has counted the attempts further, and a result ends the lease. */
const claimed = ({ id, attempts }: InboxRow) =>
  db.updateTable('inbox').where('id', '=', id).where('attempts', '=', attempts).where('leasedUntil', 'is not', null)

/** Lengthens a claim; false when it has lapsed and another process has the message. Runs as the worker. */
export async function renewMessage(tx: GlobalTx, item: InboxRow, until: Date): Promise<boolean> {
  return (await tx.run(claimed(item).set({ leasedUntil: until }))) === 1
}

/** Writes down what came of an attempt; false when the claim has lapsed and another process has the message. Runs as the worker. */
export async function finishMessage(
  tx: GlobalTx,
  item: InboxRow,
  { state, error, dueAt, now }: Result,
): Promise<boolean> {
  const finishedAt = state === 'pending' ? null : now
  const written = claimed(item)
    .set({ state, leasedUntil: null, lastError: error, finishedAt })
    .$if(dueAt !== null, (update) => update.set({ dueAt: dueAt ?? now }))
  return (await tx.run(written)) === 1
}

/** Ends every lease: for the only process there is, when it starts. Runs as the worker. */
export async function freeMessages(tx: GlobalTx): Promise<void> {
  await tx.run(
    db
      .updateTable('inbox')
      .set({ leasedUntil: null })
      .where('state', '=', 'pending')
      .where('leasedUntil', 'is not', null),
  )
}

/** Messages that are due and that nobody handles. Runs as the worker. */
export function dueMessages(tx: GlobalTx, lease: Lease, limit: number): Promise<InboxPartition[]> {
  return tx.rows(
    db
      .selectFrom('inbox')
      .where('state', '=', 'pending')
      .where(canStart(lease))
      .orderBy('dueAt')
      .limit(limit)
      .select('id'),
  )
}

/** How much lies in the inbox. Runs as the worker. */
export async function inboxDepth(tx: GlobalTx, now: Date): Promise<QueueDepth> {
  const row = await tx.one(
    db
      .selectFrom('inbox')
      .where('state', 'in', ['pending', 'dead'])
      .select(({ ref }) => depthOf(ref('state'), ref('receivedAt'), now)),
  )
  return depthIn(row)
}

/** The dead messages, oldest first. Runs as the worker. */
export function deadMessages(tx: GlobalTx, limit: number): Promise<DeadLetter[]> {
  return tx.rows(
    db
      .selectFrom('inbox')
      .where('state', '=', 'dead')
      .orderBy('receivedAt')
      .orderBy('id')
      .limit(limit)
      .select(({ fn, ref }) => [
        'id',
        sql<null>`null::uuid`.as('merchantId'),
        'route as kind',
        sql<string>`''`.as('aggregate'),
        fn.coalesce('lastError', sql<string>`''`).as('error'),
        'attempts',
        'receivedAt as since',
        fn.coalesce('finishedAt', ref('receivedAt')).as('deadSince'),
      ]),
  )
}

const deadMessage = (id: string) => db.updateTable('inbox').where('id', '=', id).where('state', '=', 'dead')

/** Lets a dead message be handled again; false when there is none of this id. Runs as the worker. */
export async function retryMessage(tx: GlobalTx, id: string, now: Date): Promise<boolean> {
  const again = { state: 'pending', attempts: 0, dueAt: now, finishedAt: null } as const
  const count = await tx.run(deadMessage(id).set(again))
  if (count === 1) tx.signal(INBOX_TOPIC, JSON.stringify({ id }))
  return count === 1
}

/** Gives a dead message up; false when there is none of this id. Runs as the worker. */
export async function discardMessage(tx: GlobalTx, id: string, now: Date): Promise<boolean> {
  return (await tx.run(deadMessage(id).set({ state: 'discarded', finishedAt: now }))) === 1
}

/** Removes what was done or discarded before `moment`; dead ones stay. Runs as the worker. */
export function removeOldMessages(tx: GlobalTx, moment: Date): Promise<number> {
  return tx.run(
    db
      .deleteFrom('inbox')
      .where('state', 'in', ['delivered', 'discarded'])
      .where('finishedAt', '<', moment.toISOString()),
  )
}
