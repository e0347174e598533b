import { sql } from 'kysely'
import type { GlobalTx, Tx } from '../../database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Ending, Head, Lease } from '../delivery.ts'
import type { Effect, OutboxDepth } from '../effects.ts'

/** The topic signalled after a commit that put something into the outbox; the detail is the lane. */
export const OUTBOX_TOPIC = 'outbox'

/** The effects of one aggregate: they are delivered one after the other. */
export interface OutboxLane {
  readonly merchantId: string
  readonly aggregate: string
}

export interface OutboxRow {
  readonly id: string
  readonly kind: string
  readonly payload: unknown
  readonly attempts: number
}

/** Writes one effect of the transaction's merchant and wakes the delivery after the commit. */
export async function insertEffect(tx: Tx, { aggregate, kind, payload, now }: Effect): Promise<void> {
  await tx.run(sql`
    insert into outbox (merchant_id, id, aggregate, kind, payload, state, attempts, due_at, created_at)
    values (${tx.merchantId}, ${newId()}, ${aggregate}, ${kind}, ${JSON.stringify(payload ?? null)}, 'pending', 0, ${now}, ${now})`)
  tx.signal(OUTBOX_TOPIC, JSON.stringify({ merchantId: tx.merchantId, aggregate }))
}

const inLane = ({ merchantId, aggregate }: OutboxLane) => sql`merchant_id = ${merchantId} and aggregate = ${aggregate}`

/** Takes the first pending effect of a lane for a while, or says why there is none to take. */
export async function takeHead(tx: GlobalTx, lane: OutboxLane, { now, until }: Lease): Promise<Head<OutboxRow>> {
  const row = await tx.one<OutboxRow & { due_at: string; is_due: boolean; is_leased: boolean }>(sql`
    select id, kind, payload, attempts, due_at, due_at <= ${now} as is_due, coalesce(leased_until > ${now}, false) as is_leased
    from outbox where ${inLane(lane)} and state = 'pending' order by sequence limit 1 for update`)
  if (row === null || row.is_leased) return { kind: 'none' }
  if (!row.is_due) return { kind: 'later', dueAt: row.due_at }
  await tx.run(sql`
    update outbox set leased_until = ${until}, attempts = attempts + 1
    where merchant_id = ${lane.merchantId} and id = ${row.id}`)
  return { kind: 'taken', item: { id: row.id, kind: row.kind, payload: row.payload, attempts: row.attempts + 1 } }
}

/** Keeps a taken effect for longer, while its handler is at work. */
export async function renewLease(tx: GlobalTx, { merchantId }: OutboxLane, id: string, until: Date): Promise<void> {
  await tx.run(sql`
    update outbox set leased_until = ${until} where merchant_id = ${merchantId} and id = ${id} and state = 'pending'`)
}

/** Ends every lease, of all merchants: for the only process there is, when it starts. Runs as the worker. */
export async function freeEffects(tx: GlobalTx): Promise<void> {
  await tx.run(sql`update outbox set leased_until = null where state = 'pending' and leased_until is not null`)
}

/** Writes down how a delivery ended. */
export async function endDelivery(tx: GlobalTx, { merchantId }: OutboxLane, id: string, ending: Ending): Promise<void> {
  await tx.run(sql`
    update outbox set state = ${ending.state}, leased_until = null, last_error = ${ending.error},
           due_at = coalesce(${ending.dueAt}, due_at),
           finished_at = ${ending.state === 'pending' ? null : ending.now}
    where merchant_id = ${merchantId} and id = ${id}`)
}

/** Lanes with something due that nobody is delivering, of all merchants: what a crash left behind. Runs as the worker. */
export function dueLanes(tx: GlobalTx, now: Date, limit: number): Promise<OutboxLane[]> {
  return tx.rows<OutboxLane>(sql`
    select distinct merchant_id as "merchantId", aggregate from (
      select merchant_id, aggregate from outbox
      where state = 'pending' and due_at <= ${now} and (leased_until is null or leased_until <= ${now})
        and not exists (
          select from outbox as earlier
          where earlier.merchant_id = outbox.merchant_id and earlier.aggregate = outbox.aggregate
            and earlier.state = 'pending' and earlier.sequence < outbox.sequence)
      order by due_at limit ${limit}) as due`)
}

/** How much lies in the outbox, over all merchants. Runs as the worker. */
export async function outboxDepth(tx: GlobalTx, now: Date): Promise<OutboxDepth> {
  const row = await tx.one<{ pending: number; dead: number; oldest: number }>(sql`
    select (select count(*) from outbox where state = 'pending') as pending,
           (select count(*) from outbox where state = 'dead') as dead,
           coalesce((select floor(extract(epoch from ${now}::timestamptz - min(created_at))) from outbox
                     where state = 'pending'), 0)::bigint as oldest`)
  return { pending: row?.pending ?? 0, dead: row?.dead ?? 0, oldestSeconds: Math.max(0, row?.oldest ?? 0) }
}

/** Puts a dead effect back at its place in its lane; false when there is none. Runs as the worker. */
export async function reviveEffect(tx: GlobalTx, merchantId: string, id: string, now: Date): Promise<boolean> {
  const row = await tx.one<OutboxLane>(sql`
    update outbox set state = 'pending', attempts = 0, due_at = ${now}, finished_at = null
    where merchant_id = ${merchantId} and id = ${id} and state = 'dead'
    returning merchant_id as "merchantId", aggregate`)
  if (row !== null) tx.signal(OUTBOX_TOPIC, JSON.stringify(row))
  return row !== null
}

/** Forgets effects delivered before `moment`; dead ones stay. Runs as the worker. */
export function forgetEffects(tx: GlobalTx, moment: Date): Promise<number> {
  return tx.run(sql`delete from outbox where state = 'delivered' and finished_at < ${moment}`)
}
