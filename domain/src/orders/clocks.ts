const HOUR_MS = 3_600_000

/** How long each step of an order of the curated channel takes where the marketplace names no moment, in milliseconds. */
export const CURATED_CLOCKS = { payWithinMs: 24 * HOUR_MS, shipWithinMs: 24 * HOUR_MS } as const
