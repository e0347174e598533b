import { sql } from 'kysely'
import type { GlobalTx } from '../../database/database.ts'

/** A process's wish to do a schedule's work, with the moments it is compared with. */
export interface LockRequest {
  readonly name: string
  /** This one run of the work. */
  readonly owner: string
  readonly now: Date
  readonly leaseUntil: Date
  /** A due time after this moment was written while the clock stood ahead, and counts as reached. */
  readonly latestDue: Date
}

/**
 * Takes a schedule's lock when the schedule is due and nobody has a living lease: true for one process only. A lease
 * that ends later than one taken now would was taken while the clock stood ahead, and counts as over. Runs as the worker.
 */
export async function takeLock(
  tx: GlobalTx,
  { name, owner, now, leaseUntil, latestDue }: LockRequest,
): Promise<boolean> {
  const taken = await tx.run(sql`
    insert into schedule_lock as held (name, due_at, owner, leased_until) values (${name}, ${now}, ${owner}, ${leaseUntil})
    on conflict (name) do update set owner = excluded.owner, leased_until = excluded.leased_until
    where (held.due_at <= ${now} or held.due_at > ${latestDue})
      and (held.leased_until is null or held.leased_until <= ${now} or held.leased_until > ${leaseUntil})`)
  return taken === 1
}

/** Lengthens the lease; false when another process has the lock. Runs as the worker. */
export async function renewLock(tx: GlobalTx, name: string, owner: string, until: Date): Promise<boolean> {
  return (
    (await tx.run(sql`update schedule_lock set leased_until = ${until} where name = ${name} and owner = ${owner}`)) ===
    1
  )
}

/** Gives the lock back and says when the schedule is due next; false when another process has the lock. Runs as the worker. */
export async function releaseLock(tx: GlobalTx, name: string, owner: string, dueAt: Date): Promise<boolean> {
  return (
    (await tx.run(sql`
      update schedule_lock set due_at = ${dueAt}, owner = null, leased_until = null
      where name = ${name} and owner = ${owner}`)) === 1
  )
}

/** Ends every lease and makes every schedule due: for the only process there is, when it starts. Runs as the worker. */
export async function freeLocks(tx: GlobalTx, now: Date): Promise<void> {
  await tx.run(sql`
    update schedule_lock set owner = null, leased_until = null, due_at = least(due_at, ${now})
    where owner is not null or due_at > ${now}`)
}
