import { type RawBuilder, sql } from 'kysely'
import type { GlobalTx, Tx } from '../../database/database.ts'
import { db } from '../../database/query.ts'
import { newId } from '../../platform/ids.ts'
import type { Claim, Lease, Result } from '../dispatch.ts'
import type { DeadLetter, NewJob, OutboxDepth, QueueName } from '../job.ts'

/** The topic signalled after a commit that put a job into the outbox; the detail is its partition. */
export const OUTBOX_TOPIC = 'outbox'

/** The jobs of one aggregate in one queue: they run one after the other. */
export interface OutboxPartition {
  readonly merchantId: string
  readonly queue: QueueName
  readonly aggregate: string
}

export interface OutboxRow {
  readonly id: string
  readonly kind: string
  readonly payload: unknown
  readonly attempts: number
}

/** Writes a job of the transaction's merchant and wakes the dispatcher after the commit. */
export async function insertJob(tx: Tx, { aggregate, kind, payload, now, queue = 'standard' }: NewJob): Promise<void> {
  await tx.run(sql`
    insert into outbox (merchant_id, id, queue, aggregate, kind, payload, state, attempts, due_at, created_at)
    values (${tx.merchantId}, ${newId()}, ${queue}, ${aggregate}, ${kind}, ${JSON.stringify(payload ?? null)}, 'pending', 0,
      ${now}, ${now})`)
  tx.signal(OUTBOX_TOPIC, JSON.stringify({ merchantId: tx.merchantId, queue, aggregate }))
}

/**
 * Makes the waiting jobs of an aggregate due at once and wakes the dispatcher after the commit; false when none waits. A
 * job that runs at this moment does not count: it may have read what has changed since. Runs in a merchant's transaction.
 */
export async function hastenJobs(tx: Tx, partition: Omit<OutboxPartition, 'merchantId'>, now: Date): Promise<boolean> {
  const { queue, aggregate } = partition
  const waiting = db
    .updateTable('outbox')
    .set({ dueAt: now })
    .where('merchantId', '=', tx.merchantId)
    .where('queue', '=', queue)
    .where('aggregate', '=', aggregate)
    .where('state', '=', 'pending')
    .where('leasedUntil', 'is', null)
  if ((await tx.run(waiting)) === 0) return false
  tx.signal(OUTBOX_TOPIC, JSON.stringify({ merchantId: tx.merchantId, queue, aggregate }))
  return true
}

const isDue = ({ now, latestDue }: Lease) => sql<boolean>`(due_at <= ${now} or due_at > ${latestDue})`

/** A lease that ends later than one taken now would was taken while the clock stood ahead, and counts as over. */
const isFree = ({ now, until }: Lease) =>
  sql<boolean>`(leased_until is null or leased_until <= ${now} or leased_until > ${until})`

/** Claims the first pending job of a partition, when it is due and nobody else has it. Runs as the worker. */
export async function claimJob(tx: GlobalTx, partition: OutboxPartition, lease: Lease): Promise<Claim<OutboxRow>> {
  const row = await tx.one<OutboxRow & { canStart: boolean }>(sql`
    select id, kind, payload, attempts + 1 as attempts, ${isDue(lease)} and ${isFree(lease)} as "canStart"
    from outbox
    where merchant_id = ${partition.merchantId} and queue = ${partition.queue} and aggregate = ${partition.aggregate}
      and state = 'pending'
    order by sequence limit 1 for update`)
  if (row === null || !row.canStart) return { kind: 'none' }
  const { canStart: _, ...item } = row
  await tx.run(sql`
    update outbox set leased_until = ${lease.until}, attempts = ${item.attempts}
    where merchant_id = ${partition.merchantId} and id = ${item.id}`)
  return { kind: 'claimed', item }
}

/**
 * The row of one claim: another claim has counted the attempts further, and a result ends the lease. It names no state,
 * so that the row is looked up by its key and not in an index of pending ones, which holds the whole queue.
 */
const claimed = ({ merchantId }: OutboxPartition, { id, attempts }: OutboxRow): RawBuilder<unknown> =>
  sql`merchant_id = ${merchantId} and id = ${id} and attempts = ${attempts} and leased_until is not null`

/** Lengthens a claim; false when it has lapsed and another process has the job. Runs as the worker. */
export async function renewJob(
  tx: GlobalTx,
  partition: OutboxPartition,
  item: OutboxRow,
  until: Date,
): Promise<boolean> {
  return (await tx.run(sql`update outbox set leased_until = ${until} where ${claimed(partition, item)}`)) === 1
}

/** Writes down what came of an attempt; false when the claim has lapsed and another process has the job. Runs as the worker. */
export async function finishJob(
  tx: GlobalTx,
  partition: OutboxPartition,
  item: OutboxRow,
  { state, error, dueAt, now }: Result,
): Promise<boolean> {
  const count = await tx.run(sql`
    update outbox set state = ${state}, leased_until = null, last_error = ${error},
           due_at = coalesce(${dueAt}, due_at), finished_at = ${state === 'pending' ? null : now}
    where ${claimed(partition, item)}`)
  return count === 1
}

/** Ends every lease, of all merchants: for the only process there is, when it starts. Runs as the worker. */
export async function freeJobs(tx: GlobalTx): Promise<void> {
  await tx.run(sql`update outbox set leased_until = null where state = 'pending' and leased_until is not null`)
}

/**
 * Partitions of a queue, of all merchants, whose first job is due and that nobody works on. The first job is looked up
 * for each row by itself: as a join, the planner without statistics compared every job with every other. Runs as the worker.
 */
export async function duePartitions(
  tx: GlobalTx,
  queue: QueueName,
  lease: Lease,
  limit: number,
): Promise<OutboxPartition[]> {
  return tx.rows<OutboxPartition>(sql`
    select merchant_id as "merchantId", queue, aggregate from outbox
    where queue = ${queue} and state = 'pending' and finished_at is null and ${isDue(lease)} and ${isFree(lease)}
      and sequence = (
        select min(same.sequence) from outbox as same
        where same.merchant_id = outbox.merchant_id and same.queue = outbox.queue
          and same.aggregate = outbox.aggregate and same.state = 'pending')
    order by due_at limit ${limit}`)
}

/** How much lies in the outbox, over all merchants. Runs as the worker. */
export async function outboxDepth(tx: GlobalTx, now: Date): Promise<OutboxDepth> {
  const row = await tx.one<{ pending: number; dead: number; oldest: number }>(sql`
    select count(*) filter (where state = 'pending') as pending, count(*) filter (where state = 'dead') as dead,
           coalesce(floor(extract(epoch from ${now}::timestamptz - min(created_at) filter (where state = 'pending'))), 0)::bigint
             as oldest
    from outbox where state in ('pending', 'dead')`)
  return { pending: row?.pending ?? 0, dead: row?.dead ?? 0, oldestSeconds: Math.max(0, row?.oldest ?? 0) }
}

/** The dead jobs of all merchants, oldest first. Runs as the worker. */
export function deadJobs(tx: GlobalTx, limit: number): Promise<DeadLetter[]> {
  return tx.rows<DeadLetter>(sql`
    select id, merchant_id as "merchantId", kind, aggregate, last_error as error, attempts,
           created_at as since, finished_at as "deadSince"
    from outbox where state = 'dead' order by created_at, id limit ${limit}`)
}

/** Lets a dead job run again, at its place in its partition; false when there is none of this id. Runs as the worker. */
export async function retryJob(tx: GlobalTx, merchantId: string, id: string, now: Date): Promise<boolean> {
  const row = await tx.one<OutboxPartition>(sql`
    update outbox set state = 'pending', attempts = 0, due_at = ${now}, finished_at = null
    where merchant_id = ${merchantId} and id = ${id} and state = 'dead'
    returning merchant_id as "merchantId", queue, aggregate`)
  if (row !== null) tx.signal(OUTBOX_TOPIC, JSON.stringify(row))
  return row !== null
}

/** Gives a dead job up; false when there is none of this id. Runs as the worker. */
export async function discardJob(tx: GlobalTx, merchantId: string, id: string, now: Date): Promise<boolean> {
  const count = await tx.run(sql`
    update outbox set state = 'discarded', finished_at = ${now}
    where merchant_id = ${merchantId} and id = ${id} and state = 'dead'`)
  return count === 1
}

/** Removes what was delivered or discarded before `moment`; dead ones stay. Runs as the worker. */
export function removeOldJobs(tx: GlobalTx, moment: Date): Promise<number> {
  return tx.run(sql`delete from outbox where state in ('delivered', 'discarded') and finished_at < ${moment}`)
}
