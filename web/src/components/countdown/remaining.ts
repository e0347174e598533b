const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const two = (value: number): string => String(Math.floor(value)).padStart(2, '0')

/**
 * How long until a deadline, as short as it can be said: `2天3时`, `05:12:09`, `已超时`.
 * @param deadlineAt ISO 8601
 * @param nowMs milliseconds since 1970
 */
export function remaining(deadlineAt: string, nowMs: number): string {
  const leftMs = Date.parse(deadlineAt) - nowMs
  if (leftMs <= 0) return '已超时'
  if (leftMs >= DAY_MS) return `${Math.floor(leftMs / DAY_MS)}天${Math.floor((leftMs % DAY_MS) / HOUR_MS)}时`
  return `${two(leftMs / HOUR_MS)}:${two((leftMs % HOUR_MS) / MINUTE_MS)}:${two((leftMs % MINUTE_MS) / 1000)}`
}
