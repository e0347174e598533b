import { later } from '../../platform/clock.ts'

/** How long a session may stay unused. */
const IDLE_MS = 12 * 3_600_000

/** A session that was not used since then is over. */
export const idleSince = (now: Date): Date => later(now, -IDLE_MS)
