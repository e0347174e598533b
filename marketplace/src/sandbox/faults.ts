import type { CallFault, StandingFaults } from './options.ts'

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

/** A plan without faults. */
export function createFaultPlan(): FaultPlan {
  let standing: StandingFaults = {
    latencyMs: 0,
    pushDelayMs: 0,
    pushTwice: false,
    pushOutOfOrder: false,
    dropPushes: false,
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
      if (!ordered) return null
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
