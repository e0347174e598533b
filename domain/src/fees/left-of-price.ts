import type { Channel } from '../channel.ts'
import type { Fen } from '../money.ts'
import { expectedProceeds, NOTHING_REPAID } from './proceeds.ts'

/** How goods go away at a price: what the marketplace takes of it follows from that. */
export interface SaleTerms {
  readonly channel: Channel
  /** How many phones go away together at the price. */
  readonly unitCount: number
  /** When, as ISO 8601: fees follow the rates of the day. */
  readonly at: string
  /** Freight that the buyer pays with it; none where it is left out. */
  readonly freightFen?: Fen
}

/** What is left of a price, all in fen. */
interface LeftOfPrice {
  /** What the marketplace takes: its service and the inspection of every phone. */
  readonly feesFen: Fen
  /** 到手: the price without the fees, by the estimate that orders show. */
  readonly netFen: Fen
  /** 赚: what is left of that over the cost; negative for a loss, null where nobody knows the cost. */
  readonly fen: Fen | null
  /** Its share of the price, in whole percent; null without one. */
  readonly percent: number | null
}

/**
 * What is left of a price that goods would be sold at: the one meaning of 赚 before a sale. It is the price less the fees
 * that an order of it would be expected to pay (docs/domain.md §8.1), less what the goods cost.
 */
export function leftOfPrice(
  priceFen: Fen,
  costFen: Fen | null,
  { unitCount, channel, at, freightFen = 0 }: SaleTerms,
): LeftOfPrice {
  const deal = { channel, dealPriceFen: priceFen, freightFen, unitCount, orderedAt: at }
  const { netFen } = expectedProceeds(deal, NOTHING_REPAID)
  const feesFen = priceFen + freightFen - netFen
  if (costFen === null || priceFen <= 0) return { feesFen, netFen, fen: null, percent: null }
  const fen = netFen - costFen
  return { feesFen, netFen, fen, percent: Math.round((fen / priceFen) * 100) }
}
