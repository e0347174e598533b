import { TIMING_REPORT_CAP_MS, TIMING_REPORT_DELAY_MS } from '@huanji/contract/constants'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Reports how long a call took, 300 ms after it ended and capped at 10000 ms; on localhost nothing is sent
 * (docs/specification.md §9).
 */
export function reportTiming(path: string, durationMs: number, errCode: string): void {
  if (LOOPBACK.has(location.hostname)) return
  const report = { path, durationMs: Math.min(Math.round(durationMs), TIMING_REPORT_CAP_MS), errCode }
  setTimeout(() => {
    navigator.sendBeacon('/report/timing', new Blob([JSON.stringify(report)], { type: 'application/json' }))
  }, TIMING_REPORT_DELAY_MS)
}
