const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** How long after each failed attempt a delivery is tried again: in all a little over three days. */
export const RETRY_PLAN_MS: readonly number[] = [
  5 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]

/** How long everything must have failed before a receiver is not tried any more. */
export const RECEIVER_GIVEN_UP_MS = 72 * HOUR_MS

/** When the attempt after so many failed ones is due, in milliseconds; null when there is none. */
export const retryAfterMs = (attempts: number): number | null => RETRY_PLAN_MS[attempts - 1] ?? null
