import type { GlobalTx } from '../../database/database.ts'
import { db } from '../../database/query.ts'

/** A process's claim on a schedule's lock, with the moments it is compared with. */
export interface LockRequest {
  readonly name: string
  /** This one run of the work. */
  readonly owner: string
  readonly now: Date
  readonly leaseUntil: Date
  /** A lease that ends after this moment was taken while the clock stood ahead, and counts as over. */
  readonly latestLease: Date
  /** A due time after this moment was written while the clock stood ahead, and counts as reached. */
  readonly latestDue: Date
}

/**
 * Takes a schedule's lock when the schedule is due and nobody has a living lease: true for one process only. Runs as the
 * worker.
 */
export async function takeLock(
  tx: GlobalTx,
  { name, owner, now, leaseUntil, latestLease, latestDue }: LockRequest,
): Promise<boolean> {
  const taken = await tx.run(
    db
      .insertInto('scheduleLock')
      .values({ name, dueAt: now, owner, leasedUntil: leaseUntil })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ owner, leasedUntil: leaseUntil })
          .where(({ and, or, eb }) =>
            and([
              or([
                eb('scheduleLock.dueAt', '<=', now.toISOString()),
                eb('scheduleLock.dueAt', '>', latestDue.toISOString()),
              ]),
              or([
                eb('scheduleLock.leasedUntil', 'is', null),
                eb('scheduleLock.leasedUntil', '<=', now.toISOString()),
                eb('scheduleLock.leasedUntil', '>', latestLease.toISOString()),
              ]),
            ]),
          ),
      ),
  )
  return taken === 1
}

/** Lengthens the lease; false when another process has the lock. Runs as the worker. */
export async function renewLock(tx: GlobalTx, name: string, owner: string, until: Date): Promise<boolean> {
  const renewed = await tx.run(
    db.updateTable('scheduleLock').set({ leasedUntil: until }).where('name', '=', name).where('owner', '=', owner),
  )
  return renewed === 1
}

/** Gives the lock back and says when the schedule is due next; false when another process has the lock. Runs as the worker. */
export async function releaseLock(tx: GlobalTx, name: string, owner: string, dueAt: Date): Promise<boolean> {
  const released = await tx.run(
    db
      .updateTable('scheduleLock')
      .set({ dueAt, owner: null, leasedUntil: null })
      .where('name', '=', name)
      .where('owner', '=', owner),
  )
  return released === 1
}

/** Ends every lease and makes every schedule due: for the only process there is, when it starts. Runs as the worker. */
export async function freeLocks(tx: GlobalTx, now: Date): Promise<void> {
  await tx.run(
    db
      .updateTable('scheduleLock')
      .set({ dueAt: now, owner: null, leasedUntil: null })
      .where(({ or, eb }) => or([eb('owner', 'is not', null), eb('dueAt', '>', now.toISOString())])),
  )
}

/**
 * Since when the schedule that waits longest has been due while nobody has its lease, or null when none is. Rows of
 * schedules that this program no longer has do not count. Runs as the worker.
 */
export async function longestDue(tx: GlobalTx, names: readonly string[], now: Date): Promise<string | null> {
  const row = await tx.one(
    db
      .selectFrom('scheduleLock')
      .where('name', 'in', [...names])
      .where('dueAt', '<=', now.toISOString())
      .where(({ or, eb }) => or([eb('leasedUntil', 'is', null), eb('leasedUntil', '<=', now.toISOString())]))
      .select(({ fn }) => fn.min('dueAt').as('dueAt')),
  )
  return row?.dueAt ?? null
}
