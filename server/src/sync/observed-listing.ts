import type { Tx } from '../database/database.ts'
import { refuseDesiredState, settleDesiredState } from '../modules/desired-state/store.ts'
import { type DesiredListing, desiredListing, desiredListingOf } from '../modules/listing/desired.ts'
import { findListing, type Listing } from '../modules/listing/store.ts'

type Answer = { readonly kind: 'settled' } | { readonly kind: 'refused'; readonly problem: string } | null

const RUNS_OR_RAN: readonly string[] = ['on_sale', 'sold_out', 'sold_off_shelf', 'auto_off', 'off_shelf']
const SOLD: readonly string[] = ['sold_out', 'sold_off_shelf']
const OFF: readonly string[] = ['off_shelf', 'auto_off', 'deleted']

/** What a listing as it is known says to what is wanted of it; null while it says nothing yet. */
function answerTo(desired: DesiredListing, listing: Listing): Answer {
  if (desired.want === 'deleted') return null
  if (desired.want === 'off_shelf') {
    if (SOLD.includes(listing.state)) return { kind: 'refused', problem: '下架未成功：商品已经成交' }
    return OFF.includes(listing.state) ? { kind: 'settled' } : null
  }
  const entryId = desired.want === 'on_sale' ? desired.entryId : desired.newEntryId
  if (desired.want === 'change_price' && listing.entryId === desired.entryId && SOLD.includes(listing.state)) {
    return { kind: 'refused', problem: '改价未成功：商品已经成交' }
  }
  if (listing.entryId !== entryId) return null
  if (listing.state === 'publish_failed') return { kind: 'refused', problem: listing.failure }
  return RUNS_OR_RAN.includes(listing.state) ? { kind: 'settled' } : null
}

/**
 * Compares what is wanted of a listing with what is known of it now and writes the answer down, whoever brought the
 * knowledge: our own call, a message, or a poll. Without an answer the request stands.
 */
export async function observeListing(tx: Tx, listingId: string, now: Date): Promise<void> {
  const asked = await desiredListingOf(tx, listingId)
  if (asked?.state !== 'pending') return
  const listing = await findListing(tx, listingId)
  const answer = listing && answerTo(desiredListing.parse(asked.desired), listing)
  if (answer?.kind === 'settled') await settleDesiredState(tx, asked, asked.generation, now)
  if (answer?.kind === 'refused') await refuseDesiredState(tx, asked, asked.generation, answer.problem)
}
