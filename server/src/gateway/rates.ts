import type { RateClass } from '@huanji/contract/call'
import { TransportRefusal } from '../errors/transport-refusal.ts'
import type { Clock } from '../platform/clock.ts'

interface Budget {
  /** How many calls may come at once. */
  readonly burst: number
  /** How many come back each second. */
  readonly perSecond: number
}

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

/** Above so many callers the ones with a full budget are forgotten. */
const REMEMBERED_CALLERS = 20_000

interface Bucket {
  left: number
  atMs: number
}

/** Who may call how often. Kept in this process: several processes each grant the whole budget. */
export interface Rates {
  /** @throws TransportRefusal tooMany, naming the seconds to wait */
  takeForAddress(address: string, rate: RateClass): void
  /** @throws TransportRefusal tooMany, naming the seconds to wait */
  takeForEmployee(employeeId: string, rate: RateClass): void
}

/** Token buckets per caller and rate class; `factor` multiplies the budgets, and 0 lifts them. */
export function createRates(clock: Clock, factor: number): Rates {
  const buckets = new Map<string, Bucket>()

  function take(key: string, budget: Budget): void {
    if (factor === 0) return
    const burst = budget.burst * factor
    const perMs = (budget.perSecond * factor) / 1000
    const nowMs = clock.now().getTime()
    const bucket = buckets.get(key) ?? { left: burst, atMs: nowMs }
    // of a clock that was put back nothing is known but that time has passed
    const left = nowMs < bucket.atMs ? burst : Math.min(burst, bucket.left + (nowMs - bucket.atMs) * perMs)
    if (left < 1) throw new TransportRefusal('tooMany', { seconds: Math.ceil((1 - left) / perMs / 1000) })
    buckets.delete(key)
    buckets.set(key, { left: left - 1, atMs: nowMs })
    if (buckets.size > REMEMBERED_CALLERS) forgetOldest(buckets)
  }

  return {
    takeForAddress: (address, rate) => take(`${rate} ${address}`, PER_ADDRESS[rate]),
    takeForEmployee: (employeeId, rate) => take(`${rate} ${employeeId}`, PER_EMPLOYEE[rate]),
  }
}

/** Forgets the tenth that has called least recently; a map keeps the order of insertion. */
function forgetOldest(buckets: Map<string, Bucket>): void {
  let surplus = REMEMBERED_CALLERS / 10
  for (const key of buckets.keys()) {
    if (surplus === 0) return
    buckets.delete(key)
    surplus -= 1
  }
}
