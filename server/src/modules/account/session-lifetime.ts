import { later } from '../../platform/clock.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

interface Lifetime {
  /** A session ends this long after the sign-in, however much it is used. */
  readonly absoluteMs: number
  /** How long it may stay unused. */
  readonly idleMs: number
}

/** With 保持登录. */
const KEPT: Lifetime = { absoluteMs: 30 * DAY_MS, idleMs: 7 * DAY_MS }
const BRIEF: Lifetime = { absoluteMs: 24 * HOUR_MS, idleMs: 12 * HOUR_MS }

/** When a session that is opened `now` ends at the latest. */
export const sessionEnd = (now: Date, isKept: boolean): Date => later(now, (isKept ? KEPT : BRIEF).absoluteMs)

/** Sessions that were not used since then are over: those with 保持登录, and the others. */
export interface IdleSince<Moment = Date> {
  readonly kept: Moment
  readonly brief: Moment
}

export const idleSince = (now: Date): IdleSince => ({
  kept: later(now, -KEPT.idleMs),
  brief: later(now, -BRIEF.idleMs),
})
