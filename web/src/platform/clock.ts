/** The time of this machine in milliseconds since 1970; the only place where the client reads a clock. */
export const nowMs = (): number => Date.now()

/** A monotonic clock in milliseconds, for measuring how long something took. */
export const elapsedMs = (): number => performance.now()

/**
 * The first or last millisecond of a Shanghai calendar day as an ISO 8601 UTC moment.
 * @param day `yyyy-MM-dd`
 */
export function dayEdge(day: string, edge: 'start' | 'end'): string {
  return new Date(`${day}T${edge === 'start' ? '00:00:00.000' : '23:59:59.999'}+08:00`).toISOString()
}
