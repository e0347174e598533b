import { checkAuctionPrices, lowPriceConfirmation, priceChangeConfirmation } from '@huanji/domain/auction/pricing'
import type { Fen } from '@huanji/domain/money'

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

const BAND_LOW_PERCENT = 70
const BAND_HIGH_PERCENT = 130

/** The span of usual prices around a reference, in fen (docs/domain.md §6.2). */
export function priceBand(referenceFen: Fen): { lowFen: Fen; highFen: Fen } {
  return {
    lowFen: Math.round((referenceFen * BAND_LOW_PERCENT) / 100),
    highFen: Math.round((referenceFen * BAND_HIGH_PERCENT) / 100),
  }
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
