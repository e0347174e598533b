import { PLATFORM_CODES } from '../protocol/errors.ts'
import { HOUR_MS, MINUTE_MS } from './clock.ts'
import type { CallFault, StandingFaults } from './options.ts'
import type { Random } from './random.ts'

/** What goes wrong on purpose. Kept in memory only: a restarted sandbox has none. */
export interface FaultPlan {
  standing(): StandingFaults
  setStanding(faults: Partial<StandingFaults>): void
  add(fault: CallFault): void
  /** Takes the next fault ordered for a path, if any. */
  take(path: string): CallFault | null
  addPublishFailure(errCode: string, errMsg: string, times: number): void
  takePublishFailure(): { errCode: string; errMsg: string } | null
}

/** What a call may meet by chance, all equally often. */
const BY_CHANCE: readonly ((path: string) => CallFault)[] = [
  (path) => ({ kind: 'refuse', path, code: PLATFORM_CODES.throttled, msg: 'This ban will last for 1 more seconds' }),
  (path) => ({ kind: 'http', path, status: 503 }),
  (path) => ({ kind: 'reset', path, afterEffect: false }),
  (path) => ({ kind: 'reset', path, afterEffect: true }),
  (path) => ({ kind: 'twice', path }),
]

/** A plan without faults; `random` gives the stream of a name. */
export function createFaultPlan(random: (name: string) => Random): FaultPlan {
  let callCount = 0
  let standing: StandingFaults = {
    callFaultShare: 0,
    lateCallShare: 0,
    twiceCallShare: 0,
    latencyMs: 0,
    pushDelayMs: 0,
    pushTwice: false,
    pushOutOfOrder: false,
    dropPushes: false,
  }

  function byChance(path: string): CallFault | null {
    const { callFaultShare, lateCallShare, twiceCallShare } = standing
    if (callFaultShare + lateCallShare + twiceCallShare === 0) return null
    callCount += 1
    const chance = random(`call:${callCount}`)
    if (chance.chance(callFaultShare)) return BY_CHANCE[chance.whole(0, BY_CHANCE.length - 1)]?.(path) ?? null
    if (chance.chance(lateCallShare)) return { kind: 'late', path, delayMs: chance.whole(MINUTE_MS, HOUR_MS) }
    return chance.chance(twiceCallShare) ? { kind: 'twice', path } : null
  }

  const calls: { fault: CallFault; left: number }[] = []
  const publications: { errCode: string; errMsg: string; left: number }[] = []

  return {
    standing: () => standing,
    setStanding(faults) {
      standing = { ...standing, ...faults }
    },
    add(fault) {
      calls.push({ fault, left: fault.times ?? 1 })
    },
    take(path) {
      const ordered = calls.find((row) => row.fault.path === path && row.left > 0)
      if (!ordered) return byChance(path)
      ordered.left -= 1
      return ordered.fault
    },
    addPublishFailure(errCode, errMsg, times) {
      publications.push({ errCode, errMsg, left: times })
    },
    takePublishFailure() {
      const ordered = publications.find((row) => row.left > 0)
      if (!ordered) return null
      ordered.left -= 1
      return { errCode: ordered.errCode, errMsg: ordered.errMsg }
    },
  }
}
