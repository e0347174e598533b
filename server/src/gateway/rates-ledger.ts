import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { type Bucket, type Budget, refilled, refillMs } from './rates-bucket.ts'
import type { Claim, SettleClaims, Settlement } from './rates-store.ts'

/** A process settles once it has used this part of a caller's burst by itself. */
const UNSETTLED_PART = 1 / 20
/** So many callers are settled at once. */
const CLAIMS_AT_ONCE = 500
/** No call waits longer than this for the other processes; the bucket of its own process has let it through. */
const PATIENCE_MS = 1_000
/** After a failure, so long until the next try. */
const RETRY_MS = 1_000

/** What this process knows of one caller's budget for one class of calls. */
export interface Account {
  readonly subject: string
  readonly budget: Budget
  /** What is left, as far as this process knows. */
  bucket: Bucket
  /** How many calls it let through since it last settled, and since when. */
  used: number
  usedSinceMs: number
  /** The calls that wait for the other processes, the first one first. */
  waiting: ((isGranted: boolean) => void)[]
}

/** Settles the budgets of callers with the other processes; nothing here ever fails for a call. */
export interface Ledger {
  /** Counts a call that this process let through; it is settled later, together with others. */
  note(account: Account): void
  /**
   * Asks all processes for a call that this one would let through: false when the budget is used up. True as well when
   * no answer comes in time: without the others, a process goes by its own bucket.
   */
  ask(account: Account): Promise<boolean>
}

export interface LedgerOptions {
  readonly settle: SettleClaims
  readonly clock: Clock
  readonly log: Log
  readonly patienceMs?: number
  readonly retryMs?: number
}

/** What is being settled of one account. */
interface Entry {
  readonly account: Account
  readonly claim: Claim
  readonly waiting: Account['waiting']
}

/** A ledger that settles all callers who are due in one transaction, and has one under way at a time. */
export function createLedger(options: LedgerOptions): Ledger {
  const { settle, clock, log, patienceMs = PATIENCE_MS, retryMs = RETRY_MS } = options
  const due = new Set<Account>()
  let isRunning = false
  /** From an answer that failed or was late until the next one that comes. */
  let isAlone = false

  /** Lets every call go on that waits. */
  function goAlone(entries: readonly Entry[], error: unknown): void {
    if (!isAlone) log.warn({ err: error }, 'rate limits are each process’s own: they could not be settled')
    isAlone = true
    for (const { waiting } of entries) release(waiting)
    for (const account of due) account.used += release(account.waiting)
  }

  async function settleAll(entries: readonly Entry[]): Promise<void> {
    const late = setTimeout(() => goAlone(entries, new Error('no answer in time')), patienceMs)
    try {
      const settlements = await settle(entries.map(({ claim }) => claim)).finally(() => clearTimeout(late))
      if (isAlone) log.info({}, 'rate limits hold over all processes again')
      isAlone = false
      entries.forEach((entry, index) => {
        const settlement = settlements[index]
        if (settlement !== undefined) apply(entry, settlement, clock.now().getTime())
      })
    } catch (error) {
      // what was used is forgiven: each process kept its own limit
      goAlone(entries, error)
      await new Promise((resolve) => setTimeout(resolve, retryMs).unref())
    }
  }

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    while (due.size > 0) {
      // an account that was forgotten while it was due has a namesake
      const bySubject = new Map([...due].map((account) => [account.subject, account]))
      const accounts = [...bySubject.values()].slice(0, CLAIMS_AT_ONCE)
      for (const account of accounts) due.delete(account)
      await settleAll(accounts.map(entryOf))
    }
    isRunning = false
  }

  function settleSoon(account: Account): void {
    due.add(account)
    void run()
  }

  return {
    note: (account) => {
      count(account)
      if (account.used >= account.budget.burst * UNSETTLED_PART) settleSoon(account)
    },
    ask: (account) => {
      if (isAlone) {
        count(account)
        settleSoon(account)
        return Promise.resolve(true)
      }
      return new Promise((resolve) => {
        account.waiting.push(resolve)
        settleSoon(account)
      })
    },
  }
}

/** Counts a call; what was used so long ago that it has come back is forgotten. */
function count(account: Account): void {
  const { bucket, budget, usedSinceMs } = account
  const passedMs = bucket.atMs - usedSinceMs
  if (account.used === 0 || passedMs < 0 || passedMs > refillMs(budget)) {
    account.used = 0
    account.usedSinceMs = bucket.atMs
  }
  account.used += 1
}

/** Takes what is to be settled out of an account. */
function entryOf(account: Account): Entry {
  const { subject, budget, waiting } = account
  const claim = { subject, budget, used: Math.min(account.used, budget.burst), wanted: waiting.length }
  account.used = 0
  account.waiting = []
  return { account, claim, waiting }
}

/** Lets calls go on; gives how many. */
function release(waiting: Account['waiting']): number {
  const calls = waiting.splice(0)
  for (const answer of calls) answer(true)
  return calls.length
}

/** Brings what is left over all processes into the account, and answers the calls that waited. */
function apply({ account, waiting }: Entry, { granted, tokens, atMs }: Settlement, nowMs: number): void {
  const refused = Math.max(0, waiting.length - granted)
  const known = refilled(account.bucket, account.budget, nowMs)
  // what came back while the answer was on its way is not in it, nor what the process let through meanwhile
  const left = refilled({ tokens, atMs }, account.budget, nowMs).tokens - account.used - account.waiting.length
  account.bucket = { tokens: Math.min(known.tokens + refused, left), atMs: known.atMs }
  for (const [index, answer] of waiting.splice(0).entries()) answer(index < granted)
}
