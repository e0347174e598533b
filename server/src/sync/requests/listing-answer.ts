import type { Tx } from '../../database/database.ts'
import { type EntryRow, findEntry } from '../../modules/auction/store.ts'
import {
  isEdit,
  isRunPriceChange,
  type ListingRequest,
  listingRequest,
  requestOfListing,
} from '../../modules/listing/request.ts'
import { findListing, type Listing } from '../../modules/listing/store.ts'
import { type Answer, answerRequest } from './kind.ts'

const DONE: Answer = { problem: null }

const RUNS_OR_RAN: readonly string[] = ['on_sale', 'sold_out', 'sold_off_shelf', 'auto_off', 'off_shelf']
const SOLD: readonly string[] = ['sold_out', 'sold_off_shelf']
const OFF: readonly string[] = ['off_shelf', 'auto_off', 'deleted']

const OFFER_TAKEN: readonly string[] = ['won', 'closed', 'defaulted']

/** What the run that an offer was made in says to the answer that the request gives. */
function answerToOffer(want: 'offer_accepted' | 'offer_refused', entry: EntryRow | null): Answer | null {
  if (entry === null || entry.state === 'negotiating') return null
  const isTaken = OFFER_TAKEN.includes(entry.state)
  if (want === 'offer_refused') {
    return isTaken ? { problem: '拒绝议价未成功：已经成交' } : DONE
  }
  return isTaken ? DONE : { problem: '同意议价未成功：议价已超时或被买家撤回，本场流拍' }
}

/** What a listing as it is known says to what is asked for it; null while it says nothing yet. */
function answerTo(content: ListingRequest, listing: Listing, entry: EntryRow | null): Answer | null {
  // what was edited is answered by the marketplace's verdict alone
  if (content.want === 'deleted' || isEdit(content)) return null
  if (content.want === 'off_shelf') {
    if (listing.channel === 'auction' && SOLD.includes(listing.state)) {
      return { problem: '下架未成功：商品已经成交' }
    }
    return OFF.includes(listing.state) ? DONE : null
  }
  if (content.want === 'offer_accepted' || content.want === 'offer_refused') return answerToOffer(content.want, entry)
  if (isRunPriceChange(content) && listing.entryId === content.entryId && SOLD.includes(listing.state)) {
    return { problem: '改价未成功：商品已经成交' }
  }
  const entryId = isRunPriceChange(content) ? content.newEntryId : (content.entryId ?? null)
  if (listing.entryId !== entryId) return null
  if (listing.state === 'publish_failed') return { problem: listing.failure }
  return RUNS_OR_RAN.includes(listing.state) ? DONE : null
}

/**
 * Compares what is asked for a listing with what is known of it now and writes the answer down, whoever brought the
 * knowledge: our own call, a message, or a poll. Without an answer the request stands.
 */
export async function observeListing(tx: Tx, listingId: string, now: Date): Promise<void> {
  const request = await requestOfListing(tx, listingId)
  if (request?.state !== 'pending') return
  const found = await findListing(tx, listingId)
  if (!found) return
  const content = listingRequest.parse(request.desired)
  const entry = 'entryId' in content && content.entryId ? await findEntry(tx, content.entryId) : null
  const answer = answerTo(content, found, entry)
  if (answer !== null) await answerRequest(tx, { subject: 'listing' }, request, answer, now)
}
