import type { RateClass } from '@huanji/contract/call'
import { TransportRefusal } from '../errors/transport-refusal.ts'
import type { Clock } from '../platform/clock.ts'
import { networkLine } from '../platform/network-line.ts'
import { type Bucket, type Budget, fullBucket, refilled, secondsToWait } from './rates-bucket.ts'
import type { Account, Ledger } from './rates-ledger.ts'

/** One address may be a whole shop behind one router, so it has several people's budget. */
const PER_ADDRESS: Readonly<Record<RateClass, Budget>> = {
  signIn: { burst: 60, perSecond: 1 },
  code: { burst: 30, perSecond: 0.5 },
  read: { burst: 600, perSecond: 100 },
  search: { burst: 300, perSecond: 50 },
  write: { burst: 300, perSecond: 50 },
  upload: { burst: 300, perSecond: 30 },
}

const PER_EMPLOYEE: Readonly<Record<RateClass, Budget>> = {
  signIn: { burst: 20, perSecond: 0.5 },
  code: { burst: 10, perSecond: 0.2 },
  read: { burst: 200, perSecond: 40 },
  search: { burst: 100, perSecond: 20 },
  write: { burst: 100, perSecond: 20 },
  upload: { burst: 100, perSecond: 15 },
}

/** Classes of calls with which secrets are guessed: each call asks all processes before it goes on. */
const EXACT: ReadonlySet<RateClass> = new Set(['signIn', 'code'])

/** Whether each call of the class asks all processes, in a transaction of its own. */
export const isExact = (rate: RateClass): boolean => EXACT.has(rate)

/** Above so many callers the ones with a full budget are forgotten. */
const REMEMBERED_CALLERS = 20_000
/** No address is longer; what a proxy hands on as one may be. */
const SUBJECT_LENGTH_MAX = 100

/**
 * Who may call how often. With a ledger the budgets hold over all its processes: exactly in the classes `signIn` and
 * `code`, and in the others each process may let a twentieth of the burst through, and what comes while one statement
 * runs, before it hears of the others. What was too much, up to one burst, comes off what comes back. Without a ledger,
 * or while it does not answer, each process keeps the budgets by itself.
 */
export interface Rates {
  /** All addresses of one line share a budget. @throws TransportRefusal tooMany, naming the seconds to wait */
  takeForAddress(address: string, rate: RateClass): Promise<void>
  /** Not to be called within a transaction for a class that is exact. @throws TransportRefusal tooMany, naming the seconds to wait */
  takeForEmployee(employeeId: string, rate: RateClass): Promise<void>
  /** The key's own limit, beside the class budget that it has like an employee. @throws TransportRefusal tooMany, naming the seconds to wait */
  takeForKey(keyId: string, perMinute: number): Promise<void>
}

/** Token buckets per caller and rate class; `factor` multiplies the budgets, and 0 lifts them. */
export function createRates(clock: Clock, factor: number, ledger: Ledger | null = null): Rates {
  const accounts = new Map<string, Account>()

  /** Remembers the account as the one that called last: a map keeps the order of insertion. */
  function remembered(subject: string, { burst, perSecond }: Budget, nowMs: number): Account {
    const known = accounts.get(subject)
    const account = known ?? newAccount(subject, { burst: burst * factor, perSecond: perSecond * factor }, nowMs)
    accounts.delete(subject)
    accounts.set(subject, account)
    if (accounts.size > REMEMBERED_CALLERS) forgetOldest(accounts)
    return account
  }

  async function take(subject: string, budget: Budget, rate: RateClass): Promise<void> {
    if (factor === 0) return
    const nowMs = clock.now().getTime()
    const account = remembered(subject, budget, nowMs)
    const bucket = refilled(account.bucket, account.budget, nowMs)
    if (bucket.tokens < 1) throw tooMany(bucket, account)
    account.bucket = { ...bucket, tokens: bucket.tokens - 1 }
    if (ledger === null) return
    if (!isExact(rate)) ledger.note(account)
    else if (!(await ledger.ask(account))) throw tooMany(account.bucket, account)
  }

  return {
    takeForAddress: (address, rate) =>
      take(`address ${rate} ${networkLine(address)}`.slice(0, SUBJECT_LENGTH_MAX), PER_ADDRESS[rate], rate),
    takeForEmployee: (employeeId, rate) => take(`employee ${rate} ${employeeId}`, PER_EMPLOYEE[rate], rate),
    // another limit is another bucket, so that a change of it counts at once
    takeForKey: (keyId, perMinute) =>
      take(`key ${perMinute} ${keyId}`, { burst: perMinute, perSecond: perMinute / 60 }, 'read'),
  }
}

const newAccount = (subject: string, budget: Budget, nowMs: number): Account => ({
  subject,
  budget,
  bucket: fullBucket(budget, nowMs),
  used: 0,
  usedSinceMs: nowMs,
  waiting: [],
})

/** At least a second: another process may have left a part of a call. */
const tooMany = (bucket: Bucket, { budget }: Account): TransportRefusal =>
  new TransportRefusal('tooMany', { seconds: Math.max(1, secondsToWait(bucket, budget)) })

/** Forgets the tenth that has called least recently. */
function forgetOldest(accounts: Map<string, Account>): void {
  let surplus = REMEMBERED_CALLERS / 10
  for (const subject of accounts.keys()) {
    if (surplus === 0) return
    accounts.delete(subject)
    surplus -= 1
  }
}
