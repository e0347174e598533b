import type { OutputOf } from '@huanji/contract/call'
import type { goods } from '@huanji/contract/calls/goods'
import { listingDetail, listingRow } from '@huanji/contract/calls/listing'
import { suggestedReserveFen, suggestedStartFen } from '@huanji/domain/auction/pricing'
import type * as z from 'zod'
import { allowedActions } from '../../gateway/allowed-actions.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { rowOf } from '../../platform/field-rights.ts'
import { presentDesired } from '../desired-state/store.ts'
import { photoUrl } from '../inspection/photo/present.ts'
import { LISTING_ACTIONS } from './actions.ts'
import type { DetailedListing, ListableUnit, ListedListing } from './list-store.ts'
import { referenceOf } from './publish.ts'

type ListingRow = z.output<typeof listingRow>
type ListingDetail = z.output<typeof listingDetail>
type ListableRow = OutputOf<typeof goods.detect_list>['list'][number]
type EntryView = NonNullable<ListingRow['entry']>
type Context = Pick<CallContext, 'actor' | 'services' | 'now'>

type RunColumn =
  | 'entryState'
  | 'scheduleDate'
  | 'scheduleNumber'
  | 'mode'
  | 'cutOffAt'
  | 'startsAt'
  | 'endsAt'
  | 'startPriceFen'
  | 'reservePriceFen'
  | 'bidCount'
  | 'bidderCount'
  | 'extensionCount'
type ListingInRun = ListedListing & { readonly [C in RunColumn]: NonNullable<ListedListing[C]> }

/** The columns of a run stand there together, or not at all. */
const isInRun = (listing: ListedListing): listing is ListingInRun => listing.entryState !== null

function entryOf(listing: ListedListing): EntryView | null {
  if (!isInRun(listing)) return null
  const isSecret = listing.mode === 'sealed' && ['scheduled', 'bidding'].includes(listing.entryState)
  const highestBidFen = isSecret ? null : listing.highestBidFen
  return { ...listing, state: listing.entryState, highestBidFen }
}

const rowAsRead = rowOf(listingRow)
const detailAsRead = rowOf(listingDetail)

/** A row and what is worked out of it, for the rows of the contract; a running sealed session shows no offers. */
function withComputed<Listing extends ListedListing>(listing: Listing, { actor, services, now }: Context) {
  const desired = presentDesired(listing)
  return {
    ...listing,
    coverUrl: photoUrl(listing.coverKey, services, now),
    entry: entryOf(listing),
    desired,
    allowedActions: allowedActions(LISTING_ACTIONS, { ...listing, desired, now }, actor),
  }
}

/** A listing as the actor may see it. */
export const presentListing = (listing: ListedListing, context: Context): ListingRow =>
  rowAsRead(withComputed(listing, context), context.actor)

/** A listing as its own page shows it to the actor; `beside` is what stands in other tables. */
export const presentListingDetail = (
  listing: DetailedListing,
  beside: Pick<ListingDetail, 'units' | 'photos' | 'bids' | 'history'>,
  context: Context,
): ListingDetail => detailAsRead({ ...withComputed(listing, context), ...beside }, context.actor)

/** A unit to list, with the prices the catalogue suggests for it. */
export function presentListable(unit: ListableUnit, { services, now }: Context): ListableRow {
  const referencePriceFen = referenceOf(unit, now)
  const { coverKey, sku, ...row } = unit
  return {
    ...row,
    coverUrl: photoUrl(coverKey, services, now),
    referencePriceFen,
    suggestedStartFen: referencePriceFen === null ? null : suggestedStartFen(referencePriceFen),
    suggestedReserveFen: referencePriceFen === null ? null : suggestedReserveFen(referencePriceFen),
  }
}
