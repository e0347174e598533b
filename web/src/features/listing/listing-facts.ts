import type { PriceSpan } from './sheet/lines.ts'
import type { ListingRow } from './types.ts'

/** What the two dialogs over several listings do. */
export type PriceOperation = 'relist' | 'change_price'

/** What a person knows a listing by. */
export const listingName = (listing: Pick<ListingRow, 'title' | 'imei' | 'barCode' | 'kind'>): string =>
  listing.kind === 'stock' ? listing.title : `${listing.title} ${listing.imei || listing.barCode}`.trim()

/** The span of a listing's price; null where the catalogue does not know the goods, and for stock of several variants. */
export function spanOfListing(listing: ListingRow): PriceSpan | null {
  const { referencePriceFen: referenceFen, bandLowFen: lowFen, bandHighFen: highFen } = listing
  return referenceFen === null || lowFen === null || highFen === null ? null : { referenceFen, lowFen, highFen }
}
