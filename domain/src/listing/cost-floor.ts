import { type Fen, formatFen } from '../money.ts'

/** What is lost on goods at a price, in fen; null where nothing is, or nobody knows what they cost. */
export const lossAt = (priceFen: Fen, costFen: Fen | null): Fen | null =>
  costFen !== null && priceFen < costFen ? costFen - priceFen : null

/** The question to confirm before goods go away below cost, with both amounts and the loss; null without a loss. */
export function lossQuestion(priceFen: Fen, costFen: Fen | null): string | null {
  const lossFen = lossAt(priceFen, costFen)
  if (lossFen === null || costFen === null) return null
  return `价格${formatFen(priceFen)}低于成本${formatFen(costFen)}，卖出会亏${formatFen(lossFen)}`
}

/** The same for somebody who may not know what goods cost. */
export const LOSS_WITHOUT_AMOUNTS = '价格低于成本，卖出会亏，请确认'

/** A price that a program would ask without a person looking at it. */
export interface AutomaticPrice {
  readonly priceFen: Fen
  /** The price that a person has set for the same goods. */
  readonly setFen: Fen
  /** What the goods cost; null where that is not known of all of them. */
  readonly costFen: Fen | null
  /** Whether a person has said that these goods may go below cost. */
  readonly mayLose: boolean
}

/**
 * Why a program must not ask a price by itself, or null where it may: one rule for whatever sets prices without being asked.
 * Nothing goes below cost that nobody confirmed. Where the cost is not known nobody can tell, and the price stays at least
 * at what a person set.
 */
export function automaticPriceDoubt(price: AutomaticPrice): 'belowCost' | 'costUnknown' | null {
  const { priceFen, setFen, costFen, mayLose } = price
  if (mayLose) return null
  if (costFen === null) return priceFen < setFen ? 'costUnknown' : null
  return lossAt(priceFen, costFen) === null ? null : 'belowCost'
}
