import { mapGrade } from '@huanji/domain/grading/map'
import { MarketplaceRefused } from '@huanji/marketplace/client/errors'
import { ITEM_BIZ_TYPES } from '@huanji/marketplace/protocol/products'
import type { Tx } from '../database/database.ts'
import { fetchEntry } from '../integration/marketplace/fetch.ts'
import type { JobServices } from '../jobs/job.ts'
import { type EntryRow, findEntry } from '../modules/auction/store.ts'
import { findListing } from '../modules/listing/store.ts'
import { buildReport } from '../modules/listing/texts.ts'
import { type ListingContent, readListingContent } from './listing-content.ts'
import type { ProductTerms } from './product-upload.ts'

/** What the marketplace is told of a listing that is to run in a session. */
export interface AuctionPublication extends ListingContent {
  readonly entry: EntryRow
  readonly degree: string
  readonly report: ReturnType<typeof buildReport>
}

/** What is to be published, or null when the listing no longer waits for it: taken off, accepted, or in another run. */
export async function readAuctionPublication(
  tx: Tx,
  listingId: string,
  entryId: string,
  now: Date,
): Promise<AuctionPublication | null> {
  const listing = await findListing(tx, listingId)
  if (listing?.state !== 'publishing' || listing.entryId !== entryId) return null
  const entry = await findEntry(tx, entryId)
  const content = await readListingContent(tx, listing, now)
  if (entry?.state !== 'scheduled' || !content) return null
  return {
    ...content,
    entry,
    degree: listing.grade === null ? '未分级' : mapGrade(listing.grade).auctionLabel,
    report: buildReport(content.inspections),
  }
}

/** The terms of a run in a session: one piece at its start price. */
export const auctionTerms = ({ entry, itemBizTypes }: AuctionPublication): ProductTerms => ({
  itemBizType: itemBizTypes.includes(ITEM_BIZ_TYPES.inspected) ? ITEM_BIZ_TYPES.inspected : ITEM_BIZ_TYPES.plain,
  priceFen: entry.startPriceFen,
  stock: 1,
})

/**
 * The number of a run's entry at the marketplace, made when it is not there yet. One made by an earlier attempt is found
 * by our own number, which is the run's id; `wasThere` says so.
 * @throws the client's errors
 */
export async function ensureEntry(
  publication: AuctionPublication,
  productId: number,
  { marketplace, settings }: JobServices,
): Promise<{ readonly remoteEntryId: number; readonly wasThere: boolean }> {
  const { entry, sellerId } = publication
  const found = await fetchEntry(marketplace, sellerId, entry)
  if (found !== null) return { remoteEntryId: found.entry_id, wasThere: true }
  const made = marketplace.uploadEntry(sellerId, {
    product_id: productId,
    user_name: publication.userName,
    schedule_date: entry.scheduleDate,
    schedule_number: entry.scheduleNumber,
    mode: entry.mode,
    start_price: entry.startPriceFen,
    reserve_price: entry.reservePriceFen,
    degree: publication.degree,
    out_id: entry.entryId,
    report: publication.report,
    notify_url: `${settings.publicUrl}/marketplace/callback`,
  })
  const uploaded = await madeOrThere(made, () => fetchEntry(marketplace, sellerId, entry))
  return { remoteEntryId: uploaded.entry_id, wasThere: false }
}

/** A call that was carried out twice on its way is refused the second time: what the first one made is there. */
async function madeOrThere<T>(made: Promise<T>, look: () => Promise<T | null>): Promise<T> {
  try {
    return await made
  } catch (error) {
    const there = error instanceof MarketplaceRefused ? await look() : null
    if (there === null) throw error
    return there
  }
}
