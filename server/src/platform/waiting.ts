/**
 * How long is still to wait, in milliseconds, for a moment that can be at most `longestMs` away. A moment further ahead
 * was written while the clock stood ahead: waiting for it would stop the work until then, so it counts as reached.
 */
export function remainingMs(momentMs: number, nowMs: number, longestMs: number): number {
  const remaining = momentMs - nowMs
  return remaining > longestMs ? 0 : Math.max(0, remaining)
}
