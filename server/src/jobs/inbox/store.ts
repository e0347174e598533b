import { type RawBuilder, sql } from 'kysely'
import type { GlobalTx } from '../../database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Claim, Lease, Result } from '../dispatch.ts'
import type { DeadLetter } from '../job.ts'

/** The topic signalled after a commit that put a message into the inbox; the detail is its partition. */
export const INBOX_TOPIC = 'inbox'

/** Each message is a partition of its own: the marketplace promises no order. */
export interface InboxPartition {
  readonly id: string
}

export interface InboxRow {
  readonly id: string
  readonly route: 'push' | 'callback'
  /** The exact text that was sent. */
  readonly body: string
  /** ISO 8601. */
  readonly receivedAt: string
  readonly attempts: number
}

/** Stores a message once: false when the same one is there already. Runs as the worker. */
export async function insertMessage(
  tx: GlobalTx,
  message: { route: InboxRow['route']; dedupKey: string; body: string; now: Date },
): Promise<boolean> {
  const id = newId()
  const { route, dedupKey, body, now } = message
  const stored = await tx.run(sql`
    insert into inbox (id, route, dedup_key, body, state, attempts, due_at, received_at)
    values (${id}, ${route}, ${dedupKey}, ${body}, 'pending', 0, ${now}, ${now})
    on conflict (dedup_key) do nothing`)
  if (stored === 1) tx.signal(INBOX_TOPIC, JSON.stringify({ id }))
  return stored === 1
}

/** Due and free, as in the outbox: what lies further ahead than it can was written while the clock stood ahead. */
const canStart = ({ now, until, latestDue }: Lease) => sql<boolean>`
  (due_at <= ${now} or due_at > ${latestDue})
  and (leased_until is null or leased_until <= ${now} or leased_until > ${until})`

/** Claims a pending message, when it is due and nobody else has it. Runs as the worker. */
export async function claimMessage(tx: GlobalTx, { id }: InboxPartition, lease: Lease): Promise<Claim<InboxRow>> {
  const item = await tx.one<InboxRow>(sql`
    update inbox set leased_until = ${lease.until}, attempts = attempts + 1
    where id = ${id} and state = 'pending' and ${canStart(lease)}
    returning id, route, body, received_at as "receivedAt", attempts`)
  return item === null ? { kind: 'none' } : { kind: 'claimed', item }
}

/** The row of one claim: another claim has counted the attempts further, and a result ends the lease. */
const claimed = ({ id, attempts }: InboxRow): RawBuilder<unknown> =>
  sql`id = ${id} and attempts = ${attempts} and leased_until is not null`

/** Lengthens a claim; false when it has lapsed and another process has the message. Runs as the worker. */
export async function renewMessage(tx: GlobalTx, item: InboxRow, until: Date): Promise<boolean> {
  return (await tx.run(sql`update inbox set leased_until = ${until} where ${claimed(item)}`)) === 1
}

/** Writes down what came of an attempt; false when the claim has lapsed and another process has the message. Runs as the worker. */
export async function finishMessage(
  tx: GlobalTx,
  item: InboxRow,
  { state, error, dueAt, now }: Result,
): Promise<boolean> {
  const count = await tx.run(sql`
    update inbox set state = ${state}, leased_until = null, last_error = ${error},
           due_at = coalesce(${dueAt}, due_at), finished_at = ${state === 'pending' ? null : now}
    where ${claimed(item)}`)
  return count === 1
}

/** Ends every lease: for the only process there is, when it starts. Runs as the worker. */
export async function freeMessages(tx: GlobalTx): Promise<void> {
  await tx.run(sql`update inbox set leased_until = null where state = 'pending' and leased_until is not null`)
}

/** Messages that are due and that nobody handles. Runs as the worker. */
export function dueMessages(tx: GlobalTx, lease: Lease, limit: number): Promise<InboxPartition[]> {
  return tx.rows<InboxPartition>(sql`
    select id from inbox where state = 'pending' and ${canStart(lease)} order by due_at limit ${limit}`)
}

/** The dead messages, oldest first. Runs as the worker. */
export function deadMessages(tx: GlobalTx, limit: number): Promise<DeadLetter[]> {
  return tx.rows<DeadLetter>(sql`
    select id, null as "merchantId", route as kind, '' as aggregate, last_error as error, attempts,
           received_at as since, finished_at as "deadSince"
    from inbox where state = 'dead' order by received_at, id limit ${limit}`)
}

/** Lets a dead message be handled again; false when there is none of this id. Runs as the worker. */
export async function retryMessage(tx: GlobalTx, id: string, now: Date): Promise<boolean> {
  const count = await tx.run(sql`
    update inbox set state = 'pending', attempts = 0, due_at = ${now}, finished_at = null
    where id = ${id} and state = 'dead'`)
  if (count === 1) tx.signal(INBOX_TOPIC, JSON.stringify({ id }))
  return count === 1
}

/** Gives a dead message up; false when there is none of this id. Runs as the worker. */
export async function discardMessage(tx: GlobalTx, id: string, now: Date): Promise<boolean> {
  const count = await tx.run(sql`
    update inbox set state = 'discarded', finished_at = ${now} where id = ${id} and state = 'dead'`)
  return count === 1
}

/** Removes what was delivered or discarded before `moment`; dead ones stay. Runs as the worker. */
export function removeOldMessages(tx: GlobalTx, moment: Date): Promise<number> {
  return tx.run(sql`delete from inbox where state in ('delivered', 'discarded') and finished_at < ${moment}`)
}
