import type { Database, GlobalTx } from '../database/database.ts'
import { db } from '../database/query.ts'
import { type Clock, later } from '../platform/clock.ts'
import { type Bucket, type Budget, fullBucket, refilled } from './rates-bucket.ts'

/** What one process did with a caller's budget since it last said so, and what it asks for. */
export interface Claim {
  /** The caller and the class of calls. */
  readonly subject: string
  readonly budget: Budget
  /** How many calls it let through by itself. */
  readonly used: number
  /** How many calls wait to be let through. */
  readonly wanted: number
}

/** The answer to a claim. */
export interface Settlement {
  /** How many of the calls that wait may go on. */
  readonly granted: number
  /** What is left over all processes at `atMs`; below 0 for what was used too much. */
  readonly tokens: number
  /** In milliseconds since 1970, by the clock of whoever settled; it may lie a moment before the answer comes. */
  readonly atMs: number
}

/** Settles claims, each of another subject, with all other processes, and answers in their order. */
export type SettleClaims = (claims: readonly Claim[]) => Promise<Settlement[]>

/** Settles over the table that all processes on one database share. */
export const settleIn =
  (database: Pick<Database, 'worker'>, clock: Clock): SettleClaims =>
  (claims) =>
    database.worker((tx) => settle(tx, claims, clock.now()))

/** The same within a transaction of the worker. */
async function settle(tx: GlobalTx, claims: readonly Claim[], now: Date): Promise<Settlement[]> {
  const buckets = await lockBuckets(tx, claims, now)
  const settled = claims.map((claim) => {
    const bucket = refilled(
      buckets.get(claim.subject) ?? fullBucket(claim.budget, now.getTime()),
      claim.budget,
      now.getTime(),
    )
    return { claim, atMs: bucket.atMs, ...spend(bucket.tokens, claim) }
  })
  await tx.run(
    db
      .insertInto('rateBucket')
      .values(settled.map(({ claim, tokens, atMs }) => ({ subject: claim.subject, tokens, at: new Date(atMs) })))
      .onConflict((conflict) =>
        conflict
          .column('subject')
          .doUpdateSet(({ ref }) => ({ tokens: ref('excluded.tokens'), at: ref('excluded.at') })),
      ),
  )
  return settled
}

/** Takes what was used, if need be on credit of up to one burst, and then grants what waits as far as there is any. */
function spend(before: number, { budget, used, wanted }: Claim): Omit<Settlement, 'atMs'> {
  const left = Math.max(before - used, -budget.burst)
  const granted = Math.min(wanted, Math.max(0, Math.floor(left)))
  return { granted, tokens: left - granted }
}

/** The buckets of all claims, held until the transaction ends; a new one is full. They are taken in one order, so that no two processes wait for each other. */
async function lockBuckets(tx: GlobalTx, claims: readonly Claim[], now: Date): Promise<Map<string, Bucket>> {
  const sorted = [...claims].sort((one, other) => (one.subject < other.subject ? -1 : 1))
  const rows = await tx.rows(
    db
      .insertInto('rateBucket')
      .values(sorted.map(({ subject, budget }) => ({ subject, tokens: budget.burst, at: now })))
      .onConflict((conflict) =>
        conflict.column('subject').doUpdateSet(({ ref }) => ({ subject: ref('excluded.subject') })),
      )
      .returning(['subject', 'tokens', 'at']),
  )
  return new Map(rows.map(({ subject, tokens, at }) => [subject, { tokens, atMs: Date.parse(at) }]))
}

/** Long enough for every budget to be whole again, whatever was owed. */
const KEEP_MS = 3_600_000

/** Forgets the buckets that nobody has used for an hour, or that a clock which stood ahead wrote. Runs as the worker. */
export function forgetBuckets(tx: GlobalTx, now: Date): Promise<number> {
  return tx.run(
    db
      .deleteFrom('rateBucket')
      .where(({ eb, or }) =>
        or([eb('at', '<', later(now, -KEEP_MS).toISOString()), eb('at', '>', later(now, KEEP_MS).toISOString())]),
      ),
  )
}
