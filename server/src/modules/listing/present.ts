import type { OutputOf } from '@huanji/contract/call'
import type { goods } from '@huanji/contract/calls/goods'
import { suggestedReserveFen, suggestedStartFen } from '@huanji/domain/auction/pricing'
import { allowedActions } from '../../gateway/allowed-actions.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { mayRead } from '../../platform/field-rights.ts'
import { presentDesired } from '../desired-state/store.ts'
import { photoUrl } from '../inspection/photo/present.ts'
import { LISTING_ACTIONS } from './actions.ts'
import type { ListableUnit, ListedListing } from './list-store.ts'
import { referenceOf } from './publish.ts'

export type ListingRow = OutputOf<typeof goods.list>['list'][number]
export type ListableRow = OutputOf<typeof goods.detect_list>['list'][number]
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

function presentEntry(listing: ListedListing, { actor }: Pick<Context, 'actor'>): EntryView | null {
  if (!isInRun(listing)) return null
  const isSecret = listing.mode === 'sealed' && ['scheduled', 'bidding'].includes(listing.entryState)
  return {
    state: listing.entryState,
    scheduleDate: listing.scheduleDate,
    scheduleNumber: listing.scheduleNumber,
    mode: listing.mode,
    cutOffAt: listing.cutOffAt,
    startsAt: listing.startsAt,
    endsAt: listing.endsAt,
    startPriceFen: listing.startPriceFen,
    reservePriceFen: mayRead(actor, 'field:reservePrice') ? listing.reservePriceFen : null,
    bidCount: listing.bidCount,
    bidderCount: listing.bidderCount,
    highestBidFen: isSecret ? null : listing.highestBidFen,
    extensionCount: listing.extensionCount,
  }
}

/** A listing as the actor may see it: the reserve needs its own right, and a running sealed session shows no offers. */
export function presentListing(listing: ListedListing, context: Context): ListingRow {
  const desired = presentDesired(listing)
  return {
    listingId: listing.listingId,
    channel: listing.channel,
    state: listing.state,
    title: listing.title,
    coverUrl: photoUrl(listing.coverKey, context.services, context.now),
    modelName: listing.modelName,
    skuText: listing.skuText,
    grade: listing.grade,
    unitCount: listing.unitCount,
    imei: listing.imei,
    barCode: listing.barCode,
    shopAccountId: listing.shopAccountId,
    shopName: listing.shopName,
    entry: presentEntry(listing, context),
    failure: listing.failure,
    orderId: listing.orderId,
    createdAt: listing.createdAt,
    updatedAt: listing.updatedAt,
    desired,
    allowedActions: allowedActions(LISTING_ACTIONS, { ...listing, desired, now: context.now }, context.actor),
    version: listing.version,
  }
}

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
