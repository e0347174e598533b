import { LISTING_STATES } from '@huanji/domain/states/listing'
import { formatShanghai } from '@huanji/domain/time'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { requireAllowed } from '../../gateway/allowed-actions.ts'
import { type EntryRow, lockEntry } from '../auction/store.ts'
import { lastChangeOf } from '../history/store.ts'
import { requestViewOf } from '../request/store.ts'
import { LISTING_ACTIONS, type ListingAction } from './actions.ts'
import { requestOfListing } from './request.ts'
import { type Listing, lockListing } from './store.ts'

/** A listing that an operation may be done with, and its latest run; both locked. */
export interface Operable {
  readonly listing: Listing
  readonly entry: EntryRow | null
}

/**
 * Locks a listing and its run for an operation. Refuses NOT_FOUND, VERSION_CONFLICT with who and when for a row made from
 * an older version, and what the listing does not allow as it stands.
 */
export async function lockFor(
  tx: Tx,
  row: { readonly listingId: string; readonly version?: number | undefined },
  action: ListingAction,
  now: Date,
): Promise<Operable> {
  const listing = await lockListing(tx, row.listingId)
  if (!listing) return refuse('NOT_FOUND', {}, { field: 'listingId' })
  if (row.version !== undefined && row.version !== listing.version) {
    const last = await lastChangeOf(tx, LISTING_STATES.name, listing.listingId)
    const when = formatShanghai(last?.at ?? listing.updatedAt)
    return refuse('VERSION_CONFLICT', { who: last?.who ?? '系统', when })
  }
  const entry = listing.entryId === null ? null : await lockEntry(tx, listing.entryId)
  const { state, channel, kind, listingId } = listing
  requireAllowed(LISTING_ACTIONS, action, {
    state,
    channel,
    kind,
    now,
    entryState: entry?.state ?? null,
    cutOffAt: entry?.cutOffAt ?? null,
    startsAt: entry?.startsAt ?? null,
    offerExpiresAt: entry?.offerExpiresAt ?? null,
    desired: requestViewOf(await requestOfListing(tx, listingId)),
  })
  return { listing, entry }
}
