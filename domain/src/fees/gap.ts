import { type Fen, formatFen } from '../money.ts'
import type { DifferenceKind } from './reconcile.ts'

/**
 * The two sides of a difference in fen: what the marketplace paid, lists or by its rates will pay, and what is counted on
 * here, by the rows or by the formula.
 */
export interface Sides {
  readonly theirsFen: Fen
  readonly oursFen: Fen
}

/** A finding as its sides are told where it was written down before they were. */
interface ToldAmounts {
  readonly kind: DifferenceKind
  /** Null where no order here has the number. */
  readonly orderId: string | null
  readonly expectedFen: Fen
  readonly actualFen: Fen
}

/** Whose number each amount is: of the formula, and of money for an order that is not here, what there is is the marketplace's. */
export function sidesOf({ kind, orderId, expectedFen, actualFen }: ToldAmounts): Sides {
  const isActualTheirs = kind === 'formulaDiffers' || (kind === 'billsWithoutOrder' && orderId === null)
  return isActualTheirs
    ? { theirsFen: actualFen, oursFen: expectedFen }
    : { theirsFen: expectedFen, oursFen: actualFen }
}

export interface Gap {
  readonly word: '少收' | '多收' | '总数一样'
  /** Never negative. */
  readonly amountFen: Fen
  readonly tone: 'loss' | 'excess' | 'none'
}

/** What comes in more than is counted on here, in fen; negative where money is missing. */
export const gapFenOf = ({ theirsFen, oursFen }: Sides): Fen => theirsFen - oursFen

/** A gap for people: what comes in less than is counted on here is a loss, whatever sign the amounts themselves have. */
export function gapOf(gapFen: Fen): Gap {
  if (gapFen === 0) return { word: '总数一样', amountFen: 0, tone: 'none' }
  const amountFen = Math.abs(gapFen)
  return gapFen < 0 ? { word: '少收', amountFen, tone: 'loss' } : { word: '多收', amountFen, tone: 'excess' }
}

/** The same as text: 少收 ¥20.00. */
export function gapText(gapFen: Fen): string {
  const { word, amountFen } = gapOf(gapFen)
  return amountFen === 0 ? word : `${word} ${formatFen(amountFen)}`
}
