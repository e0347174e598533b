import {
  checkAuctionPrices,
  isPriceInRange,
  lowPriceConfirmation,
  priceChangeConfirmation,
} from '@huanji/domain/auction/pricing'
import { type Fen, formatFen } from '@huanji/domain/money'
import type { LineVerdict, PriceSpan } from './sheet/lines.ts'

/** What a person typed for one run, in fen; null while a box is empty or holds no amount. */
export interface TypedPrices {
  readonly startFen: Fen | null
  readonly reserveFen: Fen | null
}

/** What the typed prices are judged by. */
export interface PriceMeasure {
  /** What the goods are worth by the catalogue, null where it does not know. */
  readonly referenceFen: Fen | null
  /** The reserve of the run before, null for a first one or where it may not be seen. */
  readonly beforeReserveFen: Fen | null
}

export interface PriceVerdict {
  /** What has to be corrected, by box. */
  readonly startError: string
  readonly reserveError: string
  /** The question to say yes to before these prices go out, or null; it shows both numbers. */
  readonly question: string | null
}

const EMPTY: PriceVerdict = { startError: '', reserveError: '', question: null }

/** Judges typed prices by the server's own rules (domain `auction/pricing`). */
export function judgePrices({ startFen, reserveFen }: TypedPrices, measure: PriceMeasure): PriceVerdict {
  if (startFen === null) return { ...EMPTY, startError: '请填写起拍价' }
  if (reserveFen === null) return { ...EMPTY, reserveError: '请填写保底价' }
  const problems = checkAuctionPrices({ startFen, reserveFen, buyNowFen: null, referenceFen: null })
  const blocked = problems.find((problem) => problem.level === 'block')
  if (blocked) {
    return blocked.field === 'startFen'
      ? { ...EMPTY, startError: blocked.message }
      : { ...EMPTY, reserveError: blocked.message }
  }
  const isLow = measure.referenceFen === null ? null : lowPriceConfirmation(reserveFen, measure.referenceFen)
  const isFar = measure.beforeReserveFen === null ? null : priceChangeConfirmation(measure.beforeReserveFen, reserveFen)
  return { ...EMPTY, question: isLow ?? isFar }
}

/** What a fixed price is judged by. */
interface FixedMeasure {
  /** Null where the catalogue does not know the goods. */
  readonly span: PriceSpan | null
  /** What it was until now; null for new goods. */
  readonly beforeFen: Fen | null
}

/** Judges a fixed price by the server's own rules: outside the span it is refused, well below the reference or far from before it is asked about. */
export function judgeFixedPrice(priceFen: Fen | null, { span, beforeFen }: FixedMeasure): LineVerdict {
  const wrong = (error: string): LineVerdict => ({ errors: { priceFen: error }, question: null })
  if (priceFen === null) return wrong('请填写售价')
  if (!isPriceInRange(priceFen)) return wrong('售价须在0.01元到99,999,999元之间，请重新填写')
  if (span && (priceFen < span.lowFen || priceFen > span.highFen)) {
    return wrong(`售价须在${formatFen(span.lowFen)}到${formatFen(span.highFen)}之间`)
  }
  const isLow = span === null ? null : lowPriceConfirmation(priceFen, span.referenceFen)
  const isFar = beforeFen === null ? null : priceChangeConfirmation(beforeFen, priceFen)
  return { errors: {}, question: isLow ?? isFar }
}
