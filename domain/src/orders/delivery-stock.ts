import { isWorse } from '../grading/ladder.ts'
import type { Grade } from '../template/types.ts'

/** For so long a report can be shipped on, in days (docs/domain.md §6.4). */
export const REPORT_DAYS = 30
const DAY_MS = 24 * 3_600_000

/** Reports from before this can be shipped on no more. */
export const reportsValidFrom = (now: Date): Date => new Date(now.getTime() - REPORT_DAYS * DAY_MS)

/** Whether a phone can still be shipped on a report that was finished then. */
export const isReportValid = (inspectedAt: string, now: Date): boolean =>
  Date.parse(inspectedAt) >= reportsValidFrom(now).getTime()

/** What a line of an order promises. */
export interface PromisedGoods {
  readonly modelId: string
  readonly skuId: string
  /** Null for goods whose grade we do not know: any will do. */
  readonly grade: Grade | null
  readonly shopAccountId: string
}

/** A phone that somebody wants to ship for it. */
export interface ChosenPhone {
  readonly modelId: string
  readonly skuId: string
  readonly grade: Grade | null
  /** Null for a phone that belongs to no shop. */
  readonly shopAccountId: string | null
  /** Its report is one of the channel that it was sold on. */
  readonly isOfChannel: boolean
  /** Its report is finished, and it is neither sold nor voided. */
  readonly isReady: boolean
  /** An open order has it. */
  readonly isInOtherOrder: boolean
  /** Another listing offers it. */
  readonly isListedElsewhere: boolean
  /** It was sent to a buyer on this very report and came back. */
  readonly cameBack: boolean
  /** When its report was finished, as ISO 8601. */
  readonly inspectedAt: string
}

/** Why a phone cannot be shipped for a line; the words stand in the contract. */
export type PickFault =
  | 'UNIT_TAKEN'
  | 'REPORT_EXPIRED'
  | 'UNIT_NOT_READY'
  | 'UNIT_LISTED_ELSEWHERE'
  | 'UNIT_OF_OTHER_SHOP'
  | 'UNIT_SKU_DIFFERS'
  | 'UNIT_GRADE_BELOW'

/**
 * Why a phone cannot be shipped for a line of an order, or null (docs/domain.md §6.4): it must be of the same model and
 * SKU, of the grade that was sold or a better one, of the same shop, free, and its report not older than 30 days nor from
 * before it came back.
 */
export function pickFault(goods: PromisedGoods, phone: ChosenPhone, now: Date): PickFault | null {
  if (phone.isInOtherOrder) return 'UNIT_TAKEN'
  if (phone.cameBack) return 'REPORT_EXPIRED'
  if (!phone.isReady || !phone.isOfChannel || phone.grade === null) return 'UNIT_NOT_READY'
  if (phone.modelId !== goods.modelId || phone.skuId !== goods.skuId) return 'UNIT_SKU_DIFFERS'
  if (goods.grade !== null && isWorse(phone.grade, goods.grade)) return 'UNIT_GRADE_BELOW'
  if (!isReportValid(phone.inspectedAt, now)) return 'REPORT_EXPIRED'
  if (phone.isListedElsewhere) return 'UNIT_LISTED_ELSEWHERE'
  return phone.shopAccountId !== null && phone.shopAccountId !== goods.shopAccountId ? 'UNIT_OF_OTHER_SHOP' : null
}

/** Whether a phone is worth more than what was sold. */
export const isBetter = (goods: Pick<PromisedGoods, 'grade'>, phone: Pick<ChosenPhone, 'grade'>): boolean =>
  goods.grade !== null && phone.grade !== null && isWorse(goods.grade, phone.grade)

/** An order that waits for phones of one stock. */
export interface WaitingOrder {
  readonly orderId: string
  /** How many phones it still lacks. */
  readonly missing: number
}

/**
 * Which of the orders that wait for the same phones are short, given how many phones are free: who bought first is served
 * first.
 */
export function shortOrders(waiting: readonly WaitingOrder[], free: number): Set<string> {
  let left = free
  const short = new Set<string>()
  for (const { orderId, missing } of waiting) {
    left -= missing
    if (left < 0 && missing > 0) short.add(orderId)
  }
  return short
}
