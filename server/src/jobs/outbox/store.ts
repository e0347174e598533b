import { type ExpressionBuilder, sql } from 'kysely'
import type { GlobalTx, Tx } from '../../database/database.ts'
import { type ColumnsOf, db, jsonText, type RowOf } from '../../database/query.ts'
import type { Tables } from '../../database/tables.ts'
import { newId } from '../../platform/ids.ts'
import { depthIn, depthOf } from '../depth/store.ts'
import type { Claim, Lease, Result } from '../dispatch.ts'
import type { DeadLetter, NewJob, QueueDepth, QueueName } from '../job.ts'

/** The topic signalled after a commit that put a job into the outbox; the detail is its partition. */
export const OUTBOX_TOPIC = 'outbox'

/** The jobs of one aggregate in one queue: they run one after the other. */
export interface OutboxPartition {
  readonly merchantId: string
  readonly queue: QueueName
  readonly aggregate: string
}

const COLUMNS = ['id', 'kind', 'payload', 'attempts'] as const satisfies ColumnsOf<'outbox'>

export type OutboxRow = RowOf<'outbox', typeof COLUMNS>

/** Writes a job of the transaction's merchant and wakes the dispatcher after the commit. */
export async function insertJob(tx: Tx, { aggregate, kind, payload, now, queue = 'standard' }: NewJob): Promise<void> {
  const { merchantId } = tx
  const job = { merchantId, id: newId(), queue, aggregate, kind, payload: jsonText(payload ?? null) }
  const start = { state: 'pending', attempts: 0, dueAt: now, createdAt: now } as const
  await tx.run(db.insertInto('outbox').values({ ...job, ...start }))
  tx.signal(OUTBOX_TOPIC, JSON.stringify({ merchantId, queue, aggregate }))
}

/**
 * Makes the waiting jobs of an aggregate due at once and wakes the dispatcher after the commit; false when none of this
 * kind waits: one of another kind does other work. A job that runs at this moment does not count: it may have read what
 * has changed since. Runs in a merchant's transaction.
 */
export async function hastenJobs(
  tx: Tx,
  { kind, ...partition }: Omit<OutboxPartition, 'merchantId'> & Pick<NewJob, 'kind'>,
  now: Date,
): Promise<boolean> {
  const { queue, aggregate } = partition
  const waiting = await tx.rows(
    db
      .updateTable('outbox')
      .set({ dueAt: now })
      .where('merchantId', '=', tx.merchantId)
      .where('queue', '=', queue)
      .where('aggregate', '=', aggregate)
      .where('state', '=', 'pending')
      .where('leasedUntil', 'is', null)
      .returning('kind'),
  )
  if (waiting.length === 0) return false
  tx.signal(OUTBOX_TOPIC, JSON.stringify({ merchantId: tx.merchantId, queue, aggregate }))
  return waiting.some((job) => job.kind === kind)
}

type OfOutbox = ExpressionBuilder<Tables, 'outbox'>

const isDue =
  ({ now, latestDue }: Lease) =>
  ({ eb, or }: OfOutbox) =>
    or([eb('dueAt', '<=', now.toISOString()), eb('dueAt', '>', latestDue.toISOString())])

const isFree =
  ({ now, latestLease }: Lease) =>
  ({ eb, or }: OfOutbox) =>
    or([
      eb('leasedUntil', 'is', null),
      eb('leasedUntil', '<=', now.toISOString()),
      eb('leasedUntil', '>', latestLease.toISOString()),
    ])

/** Claims the first pending job of a partition, when it is due and nobody else has it. Runs as the worker. */
export async function claimJob(tx: GlobalTx, partition: OutboxPartition, lease: Lease): Promise<Claim<OutboxRow>> {
  const { merchantId, queue, aggregate } = partition
  const row = await tx.one(
    db
      .selectFrom('outbox')
      .where('merchantId', '=', merchantId)
      .where('queue', '=', queue)
      .where('aggregate', '=', aggregate)
      .where('state', '=', 'pending')
      .orderBy('sequence')
      .limit(1)
      .select(COLUMNS)
      .select((eb) => sql<boolean>`${isDue(lease)(eb)} and ${isFree(lease)(eb)}`.as('canStart'))
      .forUpdate(),
  )
  if (row === null || !row.canStart) return { kind: 'none' }
  const { id, kind, payload } = row
  const attempts = row.attempts + 1
  await tx.run(
    db
      .updateTable('outbox')
      .set({ leasedUntil: lease.until, attempts })
      .where('merchantId', '=', merchantId)
      .where('id', '=', id),
  )
  return { kind: 'claimed', item: { id, kind, payload, attempts } }
}

/**
 * The row of one claim: another claim has counted the attempts further, and a result ends the lease. It names no state,
 * so that the row is looked up by its key and not in an index of pending ones, which holds the whole queue.
 */
const claimed = ({ merchantId }: OutboxPartition, { id, attempts }: OutboxRow) =>
  db
    .updateTable('outbox')
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('leasedUntil', 'is not', null)

/** Lengthens a claim; false when it has lapsed and another process has the job. Runs as the worker. */
export async function renewJob(
  tx: GlobalTx,
  partition: OutboxPartition,
  item: OutboxRow,
  until: Date,
): Promise<boolean> {
  return (await tx.run(claimed(partition, item).set({ leasedUntil: until }))) === 1
}

/** Writes down what came of an attempt; false when the claim has lapsed and another process has the job. Runs as the worker. */
export async function finishJob(
  tx: GlobalTx,
  partition: OutboxPartition,
  item: OutboxRow,
  { state, error, dueAt, now }: Result,
): Promise<boolean> {
  const finishedAt = state === 'pending' ? null : now
  const written = claimed(partition, item)
    .set({ state, leasedUntil: null, lastError: error, finishedAt })
    .$if(dueAt !== null, (update) => update.set({ dueAt: dueAt ?? now }))
  return (await tx.run(written)) === 1
}

/** Ends every lease, of all merchants: for the only process there is, when it starts. Runs as the worker. */
export async function freeJobs(tx: GlobalTx): Promise<void> {
  await tx.run(
    db
      .updateTable('outbox')
      .set({ leasedUntil: null })
      .where('state', '=', 'pending')
      .where('leasedUntil', 'is not', null),
  )
}

/**
 * Partitions of a queue, of all merchants, whose first job is due and that nobody works on. The first job is looked up
 * for each row by itself: as a join, the planner without statistics compared every job with every other. Runs as the worker.
 */
export function duePartitions(tx: GlobalTx, queue: QueueName, lease: Lease, limit: number): Promise<OutboxPartition[]> {
  return tx.rows(
    db
      .selectFrom('outbox')
      .where('queue', '=', queue)
      .where('state', '=', 'pending')
      .where('finishedAt', 'is', null)
      .where(isDue(lease))
      .where(isFree(lease))
      .where('sequence', '=', ({ selectFrom }) =>
        selectFrom('outbox as same')
          .whereRef('same.merchantId', '=', 'outbox.merchantId')
          .whereRef('same.queue', '=', 'outbox.queue')
          .whereRef('same.aggregate', '=', 'outbox.aggregate')
          .where('same.state', '=', 'pending')
          .select(({ fn }) => fn.min('same.sequence').as('first')),
      )
      .orderBy('dueAt')
      .limit(limit)
      .select(['merchantId', 'queue', 'aggregate']),
  )
}

/** How much lies in the outbox, over all merchants. Runs as the worker. */
export async function outboxDepth(tx: GlobalTx, now: Date): Promise<QueueDepth> {
  const row = await tx.one(
    db
      .selectFrom('outbox')
      .where('state', 'in', ['pending', 'dead'])
      .select(({ ref }) => depthOf(ref('state'), ref('createdAt'), now)),
  )
  return depthIn(row)
}

/** The dead jobs of all merchants, oldest first. Runs as the worker. */
export function deadJobs(tx: GlobalTx, limit: number): Promise<DeadLetter[]> {
  return tx.rows(
    db
      .selectFrom('outbox')
      .where('state', '=', 'dead')
      .orderBy('createdAt')
      .orderBy('id')
      .limit(limit)
      .select(({ fn, ref }) => [
        'id',
        'merchantId',
        'kind',
        'aggregate',
        fn.coalesce('lastError', sql<string>`''`).as('error'),
        'attempts',
        'createdAt as since',
        fn.coalesce('finishedAt', ref('createdAt')).as('deadSince'),
      ]),
  )
}

const deadJob = (merchantId: string, id: string) =>
  db.updateTable('outbox').where('merchantId', '=', merchantId).where('id', '=', id).where('state', '=', 'dead')

/** Lets a dead job run again, at its place in its partition; false when there is none of this id. Runs as the worker. */
export async function retryJob(tx: GlobalTx, merchantId: string, id: string, now: Date): Promise<boolean> {
  const again = { state: 'pending', attempts: 0, dueAt: now, finishedAt: null } as const
  const row = await tx.one(deadJob(merchantId, id).set(again).returning(['merchantId', 'queue', 'aggregate']))
  if (row !== null) tx.signal(OUTBOX_TOPIC, JSON.stringify(row))
  return row !== null
}

/** Gives a dead job up; false when there is none of this id. Runs as the worker. */
export async function discardJob(tx: GlobalTx, merchantId: string, id: string, now: Date): Promise<boolean> {
  return (await tx.run(deadJob(merchantId, id).set({ state: 'discarded', finishedAt: now }))) === 1
}

/** Removes what was done or discarded before `moment`; dead ones stay. Runs as the worker. */
export function removeOldJobs(tx: GlobalTx, moment: Date): Promise<number> {
  return tx.run(
    db
      .deleteFrom('outbox')
      .where('state', 'in', ['delivered', 'discarded'])
      .where('finishedAt', '<', moment.toISOString()),
  )
}
