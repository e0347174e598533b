import type { SaleTerms } from '../fees/left-of-price.ts'
import { automaticPriceDoubt } from '../listing/cost-floor.ts'
import type { Fen } from '../money.ts'

/** How goods of a shop that were not sold are listed again by themselves. */
export interface RepostRule {
  /** How often one listing is listed again at most. */
  readonly maxTimes: number
  /** By how much of its first price it becomes cheaper each time, in percent. */
  readonly stepPercent: number
  /** Below this share of its first price it never goes, in percent. */
  readonly floorPercent: number
  /** Whether somebody has said that it may sell below cost. */
  readonly mayLose: boolean
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
  /** What the goods cost together, in fen; null where that is not known of all of them. */
  readonly costFen: Fen | null
  /** How many phones it is of. */
  readonly unitCount: number
}

/** Why a price is not lowered further: it would leave less than the cost after the fees, or nobody knows the cost. */
export type RepostHold = 'belowCost' | 'costUnknown'

/** One re-listing of those that a rule makes. */
export interface RepostStep {
  /** Which one, from 1. */
  readonly times: number
  readonly prices: RepostPrices
  /** Null where the price is as low as the rule's percentages say. */
  readonly hold: RepostHold | null
}

/** What the rule says of a listing: list it again, leave it for good, or wait for a session. */
export type RepostDecision<Session extends RepostSession> =
  | ({ readonly kind: 'relist'; readonly session: Session } & RepostStep)
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

const isAtFloor = (rule: RepostRule, times: number): boolean =>
  rule.stepPercent > 0 && times > 0 && percentOff(rule, times) === 100 - rule.floorPercent

/** How unsold goods go away that are listed again at some moment. */
export const repostTerms = ({ unitCount }: Pick<RepostSeries, 'unitCount'>, at: Date): SaleTerms => ({
  channel: 'auction',
  unitCount,
  at: at.toISOString(),
})

/** The prices of a step, and why the rule must not ask them by itself; the reserve is what goods can go away at. */
function tried(rule: RepostRule, series: RepostSeries, times: number, now: Date) {
  const { first, costFen } = series
  const prices = repostPrices(rule, first, times)
  const doubt = automaticPriceDoubt({
    priceFen: prices.reservePriceFen,
    setFen: first.reservePriceFen,
    costFen,
    terms: repostTerms(series, now),
    mayLose: rule.mayLose,
  })
  return { prices, doubt }
}

/**
 * All re-listings that the rule makes of a listing which nobody buys, in their order: cheaper by a step each time, and at
 * the last price before a loss where the next one would leave less than the cost. None where its first price is a loss already.
 */
export function repostSteps(rule: RepostRule, series: RepostSeries, now: Date): RepostStep[] {
  let lowest = tried(rule, series, 0, now)
  if (lowest.doubt !== null) return []
  const steps: RepostStep[] = []
  for (let times = 1; times <= rule.maxTimes; times += 1) {
    const next = tried(rule, series, times, now)
    // what has been offered at the last price before a loss is not offered there twice
    if (next.doubt !== null && steps.at(-1)?.hold === null) break
    if (next.doubt === null) lowest = next
    steps.push({ times, prices: lowest.prices, hold: next.doubt })
    if (next.doubt === null && isAtFloor(rule, times)) break
  }
  return steps
}

/** Why a listing is not listed again that the rule makes no further step of. */
function endOf(rule: RepostRule, series: RepostSeries, steps: readonly RepostStep[], now: Date) {
  const { times: done } = series
  const times = done + 1
  if (done >= rule.maxTimes) {
    return { kind: 'stop', times, reason: `已自动重新上架${done}次，达到上限，不再上架` } as const
  }
  // what it costs may still be mended
  if (steps.length === 0) {
    return {
      kind: 'wait',
      times,
      reason: '按首次的保底价卖会亏（扣掉费用不够成本），没有自动上架；请核对成本价，或自己定价重新上架',
    } as const
  }
  const isHeld = tried(rule, series, times, now).doubt !== null
  return isHeld
    ? ({ kind: 'wait', times, reason: '再降价就会亏（扣掉费用不够成本），没有自动上架；请自己定价重新上架' } as const)
    : ({ kind: 'stop', times, reason: '已按最低价上架过，仍未成交，不再上架' } as const)
}

/**
 * What becomes of a listing that was not sold: it is listed again in the soonest session that the rule takes, cheaper by a
 * step each time, until it was listed as often as the rule says or has been offered at the lowest price that the rule may
 * ask by itself. `sessions` are those that are open for entries, soonest first.
 */
export function decideRepost<Session extends RepostSession>(
  rule: RepostRule,
  series: RepostSeries,
  sessions: readonly Session[],
  now: Date,
): RepostDecision<Session> {
  const steps = repostSteps(rule, series, now)
  const step = steps[series.times]
  if (!step) return endOf(rule, series, steps, now)
  const session = sessions.find(
    ({ scheduleNumber, cutOffAt }) =>
      (rule.sessionNumbers.length === 0 || rule.sessionNumbers.includes(scheduleNumber)) &&
      Date.parse(cutOffAt) > now.getTime() + HEADROOM_MS,
  )
  if (!session) return { kind: 'wait', times: step.times, reason: '所选场次还没有开放报名，开放后自动上架' }
  return { kind: 'relist', session, ...step }
}
