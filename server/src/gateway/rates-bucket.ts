/** A token bucket's measures. */
export interface Budget {
  /** How many calls may come at once. */
  readonly burst: number
  /** How many come back each second. */
  readonly perSecond: number
}

/** What was left of a budget at a moment. */
export interface Bucket {
  /** Below 0 when more was spent than there was: it comes back before anything else. */
  readonly tokens: number
  /** In milliseconds since 1970. */
  readonly atMs: number
}

/** So far the clocks of two gateways may be apart. */
const CLOCK_DIFFERENCE_MS = 5_000

/** A bucket of somebody who has not called for long. */
export const fullBucket = ({ burst }: Budget, nowMs: number): Bucket => ({ tokens: burst, atMs: nowMs })

/**
 * The bucket at `nowMs`. Of a clock that was put back nothing is known but that time has passed, so the budget is whole
 * again; a moment that lies ahead by no more than gateways' clocks may be apart is waited for.
 */
export function refilled({ tokens, atMs }: Bucket, budget: Budget, nowMs: number): Bucket {
  const passedMs = nowMs - atMs
  if (passedMs < -CLOCK_DIFFERENCE_MS) return fullBucket(budget, nowMs)
  if (passedMs <= 0) return { tokens, atMs }
  return { tokens: Math.min(budget.burst, tokens + (passedMs * budget.perSecond) / 1000), atMs: nowMs }
}

/** How long an empty bucket takes to be full, in milliseconds. */
export const refillMs = ({ burst, perSecond }: Budget): number => (burst / perSecond) * 1000

/** Whole seconds until one call may be made; 0 when it may be made now. */
export const secondsToWait = ({ tokens }: Bucket, { perSecond }: Budget): number =>
  Math.max(0, Math.ceil((1 - tokens) / perSecond))
