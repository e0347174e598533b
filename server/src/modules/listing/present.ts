import type { OutputOf } from '@huanji/contract/call'
import type { goods } from '@huanji/contract/features/listing/goods'
import { listableUnit, listingDetail, listingRow, listingStatus } from '@huanji/contract/features/listing/rows'
import { suggestedReserveFen, suggestedStartFen } from '@huanji/domain/auction/pricing'
import type { Channel } from '@huanji/domain/channel'
import { leftOfPrice } from '@huanji/domain/fees/left-of-price'
import { NO_WORTH, type Worth } from '@huanji/domain/listing/price-reference'
import { priceBand } from '@huanji/domain/listing/price-rules'
import { skuIdOf } from '@huanji/domain/listing/sku-id'
import type * as z from 'zod'
import { allowedActions } from '../../gateway/allowed-actions.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { rowOf } from '../../platform/field-rights.ts'
import { maySeeOffers } from '../auction/bid-rights.ts'
import { photoUrl } from '../inspection/photo/present.ts'
import { presentRequest } from '../request/store.ts'
import { LISTING_ACTIONS } from './actions.ts'
import { AWAY, ownFailure, presentFailure } from './failures.ts'
import type { DetailedListing, ListableUnit, ListedListing } from './list-store.ts'
import { goodsOf, type WorthOf } from './references.ts'
import type { NextRelisting } from './repost-series.ts'
import { buildTitle } from './texts.ts'

type ListingRow = z.output<typeof listingRow>
type ListingDetail = z.output<typeof listingDetail>
type ListingStatus = z.output<typeof listingStatus>
type ListableRow = OutputOf<typeof goods.listable>['list'][number]
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

function entryOf(listing: ListedListing, actor: Context['actor']): EntryView | null {
  if (!isInRun(listing)) return null
  const isSecret = listing.mode === 'sealed' && ['scheduled', 'bidding'].includes(listing.entryState)
  const highestBidFen = isSecret || !maySeeOffers(actor, listing.entryState) ? null : listing.highestBidFen
  return { ...listing, state: listing.entryState, highestBidFen }
}

/** The offer that waits for an answer; null without one, and for whoever may not see it. */
function offerOf(
  listing: ListedListing,
  { entry, next }: { readonly entry: EntryView | null; readonly next: NextRelisting | null },
  now: Date,
): ListingRow['offer'] {
  if (entry?.state !== 'negotiating' || entry.highestBidFen === null) return null
  const amountFen = entry.highestBidFen
  const terms = { channel: listing.channel, unitCount: listing.unitCount, at: now.toISOString() }
  return {
    amountFen,
    expiresAt: listing.offerExpiresAt,
    gapFen: entry.reservePriceFen === null ? null : amountFen - entry.reservePriceFen,
    marginFen: leftOfPrice(amountFen, listing.costPriceFen, terms).fen,
    relisting: next && { ...next, marginFen: leftOfPrice(next.reservePriceFen, listing.costPriceFen, terms).fen },
  }
}

const rowAsRead = rowOf(listingRow)
const detailAsRead = rowOf(listingDetail)
const statusAsRead = rowOf(listingStatus)
const listableAsRead = rowOf(listableUnit)

/** The stock of a listing, all SKUs together. */
export type StockFigures = NonNullable<ListingRow['stock']>

/** A refusal whose own words are lost is told by what the listing says: a reason never vanishes. */
function withReason({ failure }: ListedListing, request: ListingRow['desired']): ListingRow['desired'] {
  return request?.state === 'refused' && request.problem === '' ? { ...request, problem: failure } : request
}

/** What is open of a listing: what was asked of it or, where nothing is, the stock that the marketplace has to show. */
function requestOf(listing: ListedListing): ListingRow['desired'] {
  const request = withReason(listing, presentRequest(listing))
  if (request !== null || listing.stockWish === listing.stockKnown || listing.channel !== 'curated') return request
  if (listing.state !== 'on_sale' && listing.state !== 'sold_out') return null
  return { want: 'stock', state: 'pending', requestedAt: listing.updatedAt, problem: listing.stockProblem }
}

/** What is said of what something is worth, and the band of its price. */
function worthFields({ referenceFen, source }: Worth) {
  const band = referenceFen === null ? null : priceBand(referenceFen)
  return {
    referencePriceFen: referenceFen,
    referenceSource: source,
    bandLowFen: band?.lowFen ?? null,
    bandHighFen: band?.highFen ?? null,
  }
}

/** What a phone of the listing is worth; a lot of several is no phone. */
const worthOfListing = (listing: ListedListing, worthOf: WorthOf): Worth =>
  listing.kind === 'single' && listing.unitCount > 1 ? NO_WORTH : worthOf(listing)

/** A failure, or why a request waits or was refused. */
function failureOf(listing: ListedListing): ListingRow['failure'] {
  const { failure, failureCode, failureField, requestState } = listing
  if (requestState === 'pending') return presentFailure(ownFailure(AWAY, failure))
  return presentFailure({ code: failureCode, field: failureField, message: failure })
}

/** The facts of a listing that stand in other tables. */
export interface BesideListing {
  readonly stock: StockFigures | null
  readonly worthOf: WorthOf
  /** How it is listed again by itself where its offer is refused; null where it stays for a person. */
  readonly next: NextRelisting | null
}

/** A row and what is worked out of it, for the rows of the contract; a running sealed session shows no offers. */
function withComputed<Listing extends ListedListing>(
  listing: Listing,
  { stock, worthOf, next }: BesideListing,
  { actor, services, now }: Context,
) {
  const request = presentRequest(listing)
  const entry = entryOf(listing, actor)
  return {
    ...listing,
    ...worthFields(worthOfListing(listing, worthOf)),
    coverUrl: photoUrl(listing.coverKey, services, now),
    entry,
    offer: offerOf(listing, { entry, next }, now),
    desired: requestOf(listing),
    failure: failureOf(listing),
    stock: listing.kind === 'stock' ? stock : null,
    // a stock that is being shown stands in nobody's way
    allowedActions: allowedActions(LISTING_ACTIONS, { ...listing, desired: request, now }, actor),
  }
}

/** A listing as the actor may see it. */
export const presentListing = (listing: ListedListing, beside: BesideListing, context: Context): ListingRow =>
  rowAsRead(withComputed(listing, beside, context), context.actor)

/** How a listing stands while something of it is awaited. */
export function presentStatus(
  listing: ListedListing,
  beside: BesideListing & { readonly bids: ListingStatus['bids'] | null },
  context: Context,
): ListingStatus {
  const row = withComputed(listing, beside, context)
  return statusAsRead({ ...row, ...(beside.bids ? { bids: beside.bids } : {}) }, context.actor)
}

/** A listing as its own page shows it to the actor; `beside` is what stands in other tables. */
export const presentListingDetail = (
  listing: DetailedListing,
  beside: Pick<ListingDetail, 'units' | 'photos' | 'bids' | 'history' | 'skus'> & BesideListing,
  context: Context,
): ListingDetail => {
  const { stock, worthOf, next, ...rest } = beside
  return detailAsRead({ ...withComputed(listing, { stock, worthOf, next }, context), ...rest }, context.actor)
}

/** A unit to list on a channel, with the prices and the title that suit it. */
export function presentListable(
  unit: ListableUnit,
  { channel, worthOf }: { readonly channel: Channel; readonly worthOf: WorthOf },
  { actor, services, now }: Context,
): ListableRow {
  const worth = worthFields(worthOf(goodsOf(unit, channel)))
  const { referencePriceFen } = worth
  return listableAsRead(
    {
      ...unit,
      coverUrl: photoUrl(unit.coverKey, services, now),
      skuId: skuIdOf(unit.sku),
      suggestedTitle: buildTitle([{ ...unit, report: unit }], channel),
      ...worth,
      suggestedStartFen: referencePriceFen === null ? null : suggestedStartFen(referencePriceFen),
      suggestedReserveFen: referencePriceFen === null ? null : suggestedReserveFen(referencePriceFen),
    },
    actor,
  )
}
