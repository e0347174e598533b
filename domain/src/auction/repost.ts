import type { Fen } from '../money.ts'

/** How goods of a shop that were not sold are listed again by themselves. */
export interface RepostRule {
  /** How often one listing is listed again at most. */
  readonly maxTimes: number
  /** By how much of its first price it becomes cheaper each time, in percent. */
  readonly stepPercent: number
  /** Below this share of its first price it never goes, in percent. */
  readonly floorPercent: number
  /** The numbers of the sessions to enter; empty for any. */
  readonly sessionNumbers: readonly string[]
}

export interface RepostPrices {
  readonly startPriceFen: Fen
  readonly reservePriceFen: Fen
}

export interface RepostSession {
  readonly scheduleDate: string
  readonly scheduleNumber: string
  /** ISO 8601. */
  readonly cutOffAt: string
}

/** Where a listing stands that was not sold. */
export interface RepostSeries {
  /** How often the rule has listed it again. */
  readonly times: number
  /** The prices that it was first offered at. */
  readonly first: RepostPrices
}

/** What the rule says of a listing: list it again, leave it for good, or wait for a session. */
export type RepostDecision<Session extends RepostSession> =
  | { readonly kind: 'relist'; readonly times: number; readonly session: Session; readonly prices: RepostPrices }
  | { readonly kind: 'stop' | 'wait'; readonly times: number; readonly reason: string }

/** A session that closes sooner than this is left out: the entry has to reach the marketplace before. */
const HEADROOM_MS = 2 * 60_000

const YUAN: Fen = 100

/** A price with so many percent off, in whole yuan from one yuan on; it is rounded up, so that it never passes a floor. */
function loweredFen(firstFen: Fen, off: number): Fen {
  const exact = (firstFen * (100 - off)) / 100
  return firstFen < YUAN ? Math.ceil(exact) : Math.min(firstFen, Math.ceil(exact / YUAN) * YUAN)
}

/** By how many percent of the first price the `times`-th re-listing is cheaper: never below the floor. */
export function percentOff({ stepPercent, floorPercent }: RepostRule, times: number): number {
  return Math.min(stepPercent * times, 100 - floorPercent)
}

/** The prices of the `times`-th re-listing, counted from 1. The start price never passes the reserve. */
export function repostPrices(rule: RepostRule, first: RepostPrices, times: number): RepostPrices {
  const off = percentOff(rule, times)
  if (off === 0) return first
  const reservePriceFen = loweredFen(first.reservePriceFen, off)
  return { startPriceFen: Math.min(loweredFen(first.startPriceFen, off), reservePriceFen), reservePriceFen }
}

/**
 * What becomes of a listing that was not sold: it is listed again in the soonest session that the rule takes, cheaper by a
 * step each time, until it was listed as often as the rule says or has been offered at the lowest price. `sessions` are
 * those that are open for entries, soonest first.
 */
export function decideRepost<Session extends RepostSession>(
  rule: RepostRule,
  { times: done, first }: RepostSeries,
  sessions: readonly Session[],
  now: Date,
): RepostDecision<Session> {
  const times = done + 1
  if (done >= rule.maxTimes) return { kind: 'stop', times, reason: `已自动重新上架${done}次，达到上限，不再上架` }
  const isAtFloor = rule.stepPercent > 0 && done > 0 && percentOff(rule, done) === 100 - rule.floorPercent
  if (isAtFloor) return { kind: 'stop', times, reason: '已按最低价上架过，仍未成交，不再上架' }
  const session = sessions.find(
    ({ scheduleNumber, cutOffAt }) =>
      (rule.sessionNumbers.length === 0 || rule.sessionNumbers.includes(scheduleNumber)) &&
      Date.parse(cutOffAt) > now.getTime() + HEADROOM_MS,
  )
  if (!session) return { kind: 'wait', times, reason: '所选场次还没有开放报名，开放后自动上架' }
  return { kind: 'relist', times, session, prices: repostPrices(rule, first, times) }
}
