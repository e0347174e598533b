import type { Tx } from '../database/database.ts'
import { type EntryRow, findEntry } from '../modules/auction/store.ts'
import { settleDesiredState } from '../modules/desired-state/store.ts'
import {
  type DesiredListing,
  desiredListing,
  desiredListingOf,
  isEdit,
  isRunPriceChange,
} from '../modules/listing/desired.ts'
import { findListing, type Listing } from '../modules/listing/store.ts'
import { refuseRequest } from './refusing.ts'

type Answer = { readonly kind: 'settled' } | { readonly kind: 'refused'; readonly problem: string } | null

const RUNS_OR_RAN: readonly string[] = ['on_sale', 'sold_out', 'sold_off_shelf', 'auto_off', 'off_shelf']
const SOLD: readonly string[] = ['sold_out', 'sold_off_shelf']
const OFF: readonly string[] = ['off_shelf', 'auto_off', 'deleted']

const OFFER_TAKEN: readonly string[] = ['won', 'closed', 'defaulted']

/** What the run that an offer was made in says to the answer that was wanted. */
function answerToOffer(want: 'offer_accepted' | 'offer_refused', entry: EntryRow | null): Answer {
  if (entry === null || entry.state === 'negotiating') return null
  const isTaken = OFFER_TAKEN.includes(entry.state)
  if (want === 'offer_refused') {
    return isTaken ? { kind: 'refused', problem: '拒绝议价未成功：已经成交' } : { kind: 'settled' }
  }
  return isTaken
    ? { kind: 'settled' }
    : { kind: 'refused', problem: '同意议价未成功：议价已超时或被买家撤回，本场流拍' }
}

/** What a listing as it is known says to what is wanted of it; null while it says nothing yet. */
function answerTo(desired: DesiredListing, listing: Listing, entry: EntryRow | null): Answer {
  // what was edited is answered by the marketplace's verdict alone
  if (desired.want === 'deleted' || isEdit(desired)) return null
  if (desired.want === 'off_shelf') {
    if (listing.channel === 'auction' && SOLD.includes(listing.state)) {
      return { kind: 'refused', problem: '下架未成功：商品已经成交' }
    }
    return OFF.includes(listing.state) ? { kind: 'settled' } : null
  }
  if (desired.want === 'offer_accepted' || desired.want === 'offer_refused') return answerToOffer(desired.want, entry)
  if (isRunPriceChange(desired) && listing.entryId === desired.entryId && SOLD.includes(listing.state)) {
    return { kind: 'refused', problem: '改价未成功：商品已经成交' }
  }
  const entryId = isRunPriceChange(desired) ? desired.newEntryId : (desired.entryId ?? null)
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
  if (!listing) return
  const desired = desiredListing.parse(asked.desired)
  const entry = 'entryId' in desired && desired.entryId ? await findEntry(tx, desired.entryId) : null
  const answer = answerTo(desired, listing, entry)
  if (answer?.kind === 'settled') await settleDesiredState(tx, asked, asked.generation, now)
  if (answer?.kind === 'refused') await refuseRequest(tx, asked, answer.problem, now)
}
