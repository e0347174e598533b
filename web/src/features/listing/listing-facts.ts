import { type PriceSpan, spanOfWorth } from './sheet/lines.ts'
import type { ListingRow } from './types.ts'

/** What the two dialogs over several listings do. */
export type PriceOperation = 'relist' | 'change_price'

/** What a person knows a listing by. */
export const listingName = (listing: Pick<ListingRow, 'title' | 'imei' | 'barCode' | 'kind'>): string =>
  listing.kind === 'stock' ? listing.title : `${listing.title} ${listing.imei || listing.barCode}`.trim()

/** The span of a listing's price; null where nothing says what the goods are worth, and for stock of several variants. */
export const spanOfListing = (listing: ListingRow): PriceSpan | null =>
  spanOfWorth({
    referenceFen: listing.referencePriceFen,
    source: listing.referenceSource,
    lowFen: listing.bandLowFen,
    highFen: listing.bandHighFen,
  })
