import { referenceQuestion } from '../jump.ts'
import { type Fen, isFen } from '../money.ts'

/** The marketplace takes prices from one fen to 99,999,999 yuan (docs/domain.md §6.1). */
export const PRICE_MIN_FEN: Fen = 1
export const PRICE_MAX_FEN: Fen = 9_999_999_900

const START_PERCENT = 75
const RESERVE_PERCENT = 92

/** A price more than this far below the reference asks for a second look (docs/domain.md §6.2). */
const LOW_PRICE_ALARM_PERCENT = 10

function wholeYuanShare(referenceFen: Fen, percent: number): Fen {
  return Math.max(100, Math.round((referenceFen * percent) / 10_000) * 100)
}

/** A start price for a unit worth `referenceFen`: 75 % of it, in fen, in whole yuan (docs/domain.md §11.1). */
export function suggestedStartFen(referenceFen: Fen): Fen {
  return wholeYuanShare(referenceFen, START_PERCENT)
}

/** A reserve for a unit worth `referenceFen`: 92 % of it, in fen, in whole yuan (docs/domain.md §11.1). */
export function suggestedReserveFen(referenceFen: Fen): Fen {
  return wholeYuanShare(referenceFen, RESERVE_PERCENT)
}

/** True for a whole number of fen that the marketplace takes as a price. */
export function isPriceInRange(priceFen: Fen): boolean {
  return isFen(priceFen) && priceFen >= PRICE_MIN_FEN && priceFen <= PRICE_MAX_FEN
}

export interface AuctionPrices {
  readonly startFen: Fen
  /** Hidden from buyers; null where the unit goes at any price. */
  readonly reserveFen: Fen | null
  readonly buyNowFen: Fen | null
  /** What the unit is worth, null where unknown. */
  readonly referenceFen: Fen | null
}

export interface PriceProblem {
  readonly field: 'startFen' | 'reserveFen' | 'buyNowFen'
  /** `block` refuses; `confirm` needs a second yes that shows both numbers. */
  readonly level: 'block' | 'confirm'
  readonly message: string
}

function block(field: PriceProblem['field'], message: string): PriceProblem {
  return { field, level: 'block', message }
}

/**
 * The question to confirm when a price stands more than 10 % below the reference, or null (docs/domain.md §6.2).
 * Both amounts in fen; the sentence shows them in yuan.
 */
export function lowPriceConfirmation(priceFen: Fen, referenceFen: Fen): string | null {
  if (priceFen * 100 >= referenceFen * (100 - LOW_PRICE_ALARM_PERCENT)) return null
  return referenceQuestion(priceFen, referenceFen)
}

/**
 * What is wrong with the prices of an auction entry: out of range, reserve below start, buy-now not above both, or a
 * price a buyer could win at that lies more than 10 % below the reference. That price is the reserve, or the start
 * where there is none, because a start price is meant to be low.
 */
export function checkAuctionPrices(prices: AuctionPrices): PriceProblem[] {
  const { startFen, reserveFen, buyNowFen, referenceFen } = prices
  const problems: PriceProblem[] = []
  const fields = [
    ['startFen', startFen, '起拍价'],
    ['reserveFen', reserveFen, '保底价'],
    ['buyNowFen', buyNowFen, '一口价'],
  ] as const
  for (const [field, priceFen, label] of fields) {
    if (priceFen !== null && !isPriceInRange(priceFen)) {
      problems.push(block(field, `${label}须在0.01元到99,999,999元之间，请重新填写`))
    }
  }
  if (problems.length > 0) return problems
  if (reserveFen !== null && reserveFen < startFen) problems.push(block('reserveFen', '保底价不能低于起拍价'))
  if (buyNowFen !== null && buyNowFen <= Math.max(startFen, reserveFen ?? 0)) {
    problems.push(block('buyNowFen', '一口价须高于起拍价和保底价'))
  }
  if (problems.length > 0) return problems
  const question = referenceFen === null ? null : lowPriceConfirmation(reserveFen ?? startFen, referenceFen)
  if (question)
    problems.push({ field: reserveFen === null ? 'startFen' : 'reserveFen', level: 'confirm', message: question })
  return problems
}
