import { leftOfPrice, type SaleTerms } from '../fees/left-of-price.ts'
import { type Fen, formatFen } from '../money.ts'

/**
 * What is lost on goods at a price, in fen: the price less the fees does not cover what they cost. Null where nothing is
 * lost, or nobody knows what they cost.
 */
export function lossAt(priceFen: Fen, costFen: Fen | null, terms: SaleTerms): Fen | null {
  const { fen } = leftOfPrice(priceFen, costFen, terms)
  return fen === null || fen >= 0 ? null : -fen
}

/** The question to confirm before goods go away at a loss, with the loss and what it comes of; null without a loss. */
export function lossQuestion(priceFen: Fen, costFen: Fen | null, terms: SaleTerms): string | null {
  const { fen, netFen } = leftOfPrice(priceFen, costFen, terms)
  if (fen === null || costFen === null || fen >= 0) return null
  return `会亏${formatFen(-fen)}：卖${formatFen(priceFen)}，到手${formatFen(netFen)}，成本${formatFen(costFen)}`
}

/** The same for somebody who may not know what goods cost. */
export const LOSS_WITHOUT_AMOUNTS = '扣掉费用后低于成本，卖出会亏，请确认'

/** A price that a program would ask without a person looking at it. */
export interface AutomaticPrice {
  readonly priceFen: Fen
  /** The price that a person has set for the same goods. */
  readonly setFen: Fen
  /** What the goods cost; null where that is not known of all of them. */
  readonly costFen: Fen | null
  readonly terms: SaleTerms
  /** Whether a person has said that these goods may go below cost. */
  readonly mayLose: boolean
}

/**
 * Why a program must not ask a price by itself, or null where it may: one rule for whatever sets prices without being asked.
 * Nothing goes at a loss that nobody confirmed: what is left after the fees covers the cost. Where the cost is not known nobody can tell, and the price stays at least
 * at what a person set.
 */
export function automaticPriceDoubt(price: AutomaticPrice): 'belowCost' | 'costUnknown' | null {
  const { priceFen, setFen, costFen, terms, mayLose } = price
  if (mayLose) return null
  if (costFen === null) return priceFen < setFen ? 'costUnknown' : null
  return lossAt(priceFen, costFen, terms) === null ? null : 'belowCost'
}
