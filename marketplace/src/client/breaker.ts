export interface BreakerOptions {
  /** Failures in a row that open the circuit. */
  failuresToOpen: number
  /** How long it stays open before one call may probe. */
  openMs: number
}

export interface CircuitBreaker {
  /** False when the call must not be sent now. A true answer while half open claims the one probe. */
  allow(): boolean
  succeeded(): void
  failed(): void
  state(): 'closed' | 'open' | 'halfOpen'
}

/** A circuit breaker: after `failuresToOpen` failures in a row calls are refused for `openMs`, then one call probes. */
export function createBreaker(options: BreakerOptions, now: () => number): CircuitBreaker {
  let failures = 0
  let openedAtMs: number | null = null
  let probing = false

  function state(): 'closed' | 'open' | 'halfOpen' {
    if (openedAtMs === null) return 'closed'
    return now() - openedAtMs >= options.openMs ? 'halfOpen' : 'open'
  }

  return {
    state,
    allow() {
      const current = state()
      if (current === 'closed') return true
      if (current === 'open' || probing) return false
      probing = true
      return true
    },
    succeeded() {
      failures = 0
      openedAtMs = null
      probing = false
    },
    failed() {
      failures += 1
      if (probing || failures >= options.failuresToOpen) openedAtMs = now()
      probing = false
    },
  }
}
