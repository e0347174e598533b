import { sql } from 'kysely'
import type { GlobalTx } from '../../database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Ending, Head, Lease } from '../delivery.ts'

/** The topic signalled after a commit that put something into the inbox; the detail is the lane. */
export const INBOX_TOPIC = 'inbox'

/** Each message is a lane of its own: the marketplace promises no order. */
export interface InboxLane {
  readonly id: string
}

export interface InboxRow {
  readonly id: string
  readonly route: 'push' | 'callback'
  /** The exact text that was sent. */
  readonly body: string
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

/** Takes a pending message for a while, or says why it cannot be taken. */
export async function takeMessage(tx: GlobalTx, { id }: InboxLane, { now, until }: Lease): Promise<Head<InboxRow>> {
  const row = await tx.one<InboxRow & { due_at: string; is_due: boolean; is_leased: boolean }>(sql`
    select id, route, body, received_at as "receivedAt", attempts, due_at, due_at <= ${now} as is_due,
           coalesce(leased_until > ${now}, false) as is_leased
    from inbox where id = ${id} and state = 'pending' for update`)
  if (row === null || row.is_leased) return { kind: 'none' }
  if (!row.is_due) return { kind: 'later', dueAt: row.due_at }
  await tx.run(sql`update inbox set leased_until = ${until}, attempts = attempts + 1 where id = ${id}`)
  const { route, body, receivedAt, attempts } = row
  return { kind: 'taken', item: { id, route, body, receivedAt, attempts: attempts + 1 } }
}

/** Keeps a taken message for longer, while its handler is at work. */
export async function renewMessage(tx: GlobalTx, { id }: InboxLane, until: Date): Promise<void> {
  await tx.run(sql`update inbox set leased_until = ${until} where id = ${id} and state = 'pending'`)
}

/** Ends every lease: for the only process there is, when it starts. */
export async function freeMessages(tx: GlobalTx): Promise<void> {
  await tx.run(sql`update inbox set leased_until = null where state = 'pending' and leased_until is not null`)
}

/** Writes down how the handling of a message ended. */
export async function endMessage(tx: GlobalTx, { id }: InboxLane, ending: Ending): Promise<void> {
  await tx.run(sql`
    update inbox set state = ${ending.state}, leased_until = null, last_error = ${ending.error},
           due_at = coalesce(${ending.dueAt}, due_at),
           finished_at = ${ending.state === 'pending' ? null : ending.now}
    where id = ${id}`)
}

/** Messages that are due and that nobody is handling. */
export function dueMessages(tx: GlobalTx, now: Date, limit: number): Promise<InboxLane[]> {
  return tx.rows<InboxLane>(sql`
    select id from inbox
    where state = 'pending' and due_at <= ${now} and (leased_until is null or leased_until <= ${now})
    order by due_at limit ${limit}`)
}

/** Forgets messages handled before `moment`; dead ones stay. */
export function forgetMessages(tx: GlobalTx, moment: Date): Promise<number> {
  return tx.run(sql`delete from inbox where state = 'delivered' and finished_at < ${moment}`)
}
