/** A moment of the marketplace (Unix seconds) as ISO 8601 in UTC, or null for 0, which means "not reached". */
export function momentOf(unixSeconds: number): string | null {
  return unixSeconds === 0 ? null : new Date(unixSeconds * 1000).toISOString()
}

/** A moment of the marketplace that is always reached, as ISO 8601 in UTC. */
export const reachedMomentOf = (unixSeconds: number): string => new Date(unixSeconds * 1000).toISOString()

/** A moment as the marketplace counts, in whole Unix seconds, rounded down. */
export const unixSecondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000)
