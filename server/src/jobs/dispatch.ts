import type { Database, GlobalTx } from '../database/database.ts'
import { type Clock, later } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { withLogFields } from '../platform/log-scope.ts'
import { traced } from '../platform/tracing.ts'
import { JobGivenUp } from './job.ts'

/** How long a claimed job is this process's before another may claim it; while its handler works, the lease is renewed. */
export const LEASE_MS = 30_000
const RENEW_EVERY_MS = 10_000
/** A job is tried so often, over about an hour and a half, before it is dead. */
export const ATTEMPTS_MAX = 12
const FIRST_PAUSE_MS = 5_000
/** No job ever waits longer: a due time further ahead was written while the clock stood ahead, and counts as due. */
export const LONGEST_PAUSE_MS = 20 * 60_000
/**
 * What another process writes may be ahead of what this one compares with: their clocks differ, and time passes between
 * reading the clock and asking the database. Only what is further ahead comes of a clock that was put back.
 */
export const CLOCKS_APART_MS = 30_000
const ERROR_TEXT_MAX = 500

/** The moments that a claim compares with. */
export interface Lease {
  readonly now: Date
  readonly until: Date
  /** A lease that ends after this moment was taken while the clock stood ahead, and counts as over. */
  readonly latestLease: Date
  /** A job due after this moment counts as due. */
  readonly latestDue: Date
}

/** The first job of a partition: claimed, or nothing for this process now. */
export type Claim<Item> = { readonly kind: 'claimed'; readonly item: Item } | { readonly kind: 'none' }

/** The result of one attempt. */
export interface Result {
  readonly state: 'delivered' | 'pending' | 'dead'
  readonly error: string | null
  /** When to try again; null leaves it. */
  readonly dueAt: Date | null
  readonly now: Date
}

export interface Claimable {
  readonly id: string
  /** Counts the claims. It also names the claim: what an earlier one comes to later is not written down any more. */
  readonly attempts: number
}

/** A table of jobs, in partitions that each run one job after the other. */
export interface JobTable<Partition, Item extends Claimable> {
  /** Claims the first job of a partition. */
  claim(tx: GlobalTx, partition: Partition, lease: Lease): Promise<Claim<Item>>
  /** Lengthens a claim; false when it is no longer this process's. */
  renew(tx: GlobalTx, partition: Partition, item: Item, until: Date): Promise<boolean>
  /** Writes a result down; false when the claim is no longer this process's. */
  finish(tx: GlobalTx, partition: Partition, item: Item, result: Result): Promise<boolean>
  /** Partitions whose first job is due and that nobody works on, those that wait longest first. */
  due(tx: GlobalTx, lease: Lease, limit: number): Promise<Partition[]>
}

/** A table of jobs with what runs them. */
export interface JobSource<Partition, Item extends Claimable> extends JobTable<Partition, Item> {
  readonly name: string
  /** One job of a partition, then the others' turn; otherwise a partition is run until it is empty. */
  readonly takesTurns?: boolean
  /** After so many attempts a job is dead; infinity for one that is tried for as long as it exists. */
  attemptsMax(item: Item): number
  run(partition: Partition, item: Item): Promise<void>
}

export interface DispatchTools {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
}

/** Pause after the given number of failed attempts, in milliseconds: doubling from 5 s to 20 min. */
export const pauseAfterMs = (attempts: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20))

/** A lease that begins now. */
export const leaseFrom = (now: Date): Lease => ({
  now,
  until: later(now, LEASE_MS),
  latestLease: later(now, LEASE_MS + CLOCKS_APART_MS),
  latestDue: later(now, LONGEST_PAUSE_MS + CLOCKS_APART_MS),
})

/**
 * Runs what is due in a partition, in order, until it is empty or its first job has to wait; where partitions take turns,
 * its first job alone. Two callers of one
 * partition do not disturb each other: the second finds the first job claimed and leaves.
 */
export async function dispatchPartition<Partition, Item extends Claimable>(
  source: JobSource<Partition, Item>,
  partition: Partition,
  tools: DispatchTools,
): Promise<void> {
  const { db, clock, log } = tools
  const claimNext = (tx: GlobalTx) => source.claim(tx, partition, leaseFrom(clock.now()))
  let claim = await db.worker(claimNext)
  while (claim.kind === 'claimed') {
    const { item } = claim
    const result = await runJob(source, partition, item, tools)
    claim = await db.worker(async (tx) => {
      const isWritten = await source.finish(tx, partition, item, result)
      if (isWritten) return source.takesTurns ? { kind: 'none' } : claimNext(tx)
      log.warn({ source: source.name, id: item.id, attempt: item.attempts }, 'a lapsed claim: its result is not kept')
      return { kind: 'none' }
    })
  }
}

async function runJob<Partition, Item extends Claimable>(
  source: JobSource<Partition, Item>,
  partition: Partition,
  item: Item,
  { db, clock, log }: DispatchTools,
): Promise<Result> {
  const fields = { source: source.name, id: item.id, attempt: item.attempts }
  const renewing = setInterval(() => {
    db.worker((tx) => source.renew(tx, partition, item, later(clock.now(), LEASE_MS))).catch((error: unknown) =>
      log.warn({ err: error, ...fields }, 'a lease could not be renewed'),
    )
  }, RENEW_EVERY_MS)
  try {
    await withLogFields({ source: source.name, jobId: item.id }, () =>
      traced(`job ${source.name}`, 'work', { 'huanji.job_id': item.id, 'huanji.attempt': item.attempts }, () =>
        source.run(partition, item),
      ),
    )
    return { state: 'delivered', error: null, dueAt: null, now: clock.now() }
  } catch (error) {
    const result = resultOf(error, item.attempts, source.attemptsMax(item), clock.now())
    if (result.state === 'dead') log.error({ err: error, ...fields }, 'a job failed for the last time and is dead')
    else log.warn({ err: error, ...fields }, 'a job failed and will be tried again')
    return result
  } finally {
    clearInterval(renewing)
  }
}

function resultOf(error: unknown, attempts: number, attemptsMax: number, now: Date): Result {
  const text = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, ERROR_TEXT_MAX)
  if (error instanceof JobGivenUp || attempts >= attemptsMax) return { state: 'dead', error: text, dueAt: null, now }
  return { state: 'pending', error: text, dueAt: later(now, pauseAfterMs(attempts)), now }
}
