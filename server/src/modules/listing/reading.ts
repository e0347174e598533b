import type { OutputOf, ParsedOf } from '@huanji/contract/call'
import type { goods } from '@huanji/contract/features/listing/goods'
import { listingColumns } from '@huanji/contract/features/listing/rows'
import { reportsValidFrom } from '@huanji/domain/orders/delivery-stock'
import { LISTING_STATES } from '@huanji/domain/states/listing'
import type { Tx } from '../../database/database.ts'
import { withPermittedSort } from '../../database/list-sort.ts'
import { refuse } from '../../errors/refusal.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { maySeeOffers } from '../auction/bid-rights.ts'
import { bidsOf } from '../auction/store.ts'
import { historyOf } from '../history/store.ts'
import { presentPhoto } from '../inspection/photo/present.ts'
import { publicPhotosOf } from '../inspection/photo/store.ts'
import {
  countListableOptions,
  countListingOptions,
  countListings,
  type DetailedListing,
  findDetailedListing,
  type ListedListing,
  listingsByIds,
  listListable,
  listListings,
  listOutIds,
} from './list-store.ts'
import { presentListable, presentListing, presentListingDetail, presentStatus, type StockFigures } from './present.ts'
import { goodsOf, worthsOf } from './references.ts'
import { nextRelistings } from './repost-series.ts'
import { countNow } from './stock.ts'
import { freeUnitCounts, reservedCounts, type SkuCount, shownCounts, skusOfListing, soldCounts } from './stock-store.ts'
import { unitsOfListing } from './store.ts'

type Goods = typeof goods
const BIDS_SHOWN = 20

/** The stock of the listings of stock among these rows, all SKUs of each together. */
async function stockOf(tx: Tx, rows: readonly ListedListing[], now: Date): Promise<ReadonlyMap<string, StockFigures>> {
  const ids = rows.filter(({ kind }) => kind === 'stock').map(({ listingId }) => listingId)
  if (ids.length === 0) return new Map()
  const [shown, free, reserved, sold] = [
    await shownCounts(tx, ids),
    await freeUnitCounts(tx, ids, reportsValidFrom(now)),
    await reservedCounts(tx, ids),
    await soldCounts(tx, ids),
  ]
  const expired = free.map((row) => ({ ...row, count: row.expired }))
  const sum = (counts: readonly SkuCount[], id: string) =>
    counts.filter(({ listingId }) => listingId === id).reduce((total, { count }) => total + count, 0)
  return new Map(
    ids.map((id) => [
      id,
      {
        shown: sum(shown, id),
        free: sum(free, id),
        expired: sum(expired, id),
        reserved: sum(reserved, id),
        sold: sum(sold, id),
      },
    ]),
  )
}

export async function readList(context: CallContext, given: ParsedOf<Goods['list']>): Promise<OutputOf<Goods['list']>> {
  const { tx, actor } = context
  const filter = withPermittedSort(listingColumns, given, given.state, actor)
  const [page, counts, optionCounts] = await Promise.all([
    listListings(tx, filter),
    countListings(tx, filter),
    countListingOptions(tx, filter),
  ])
  const stock = await stockOf(tx, page.list, context.now)
  const worthOf = await worthsOf(tx, page.list, { who: actor, now: context.now })
  const next = await nextRelistings(tx, page.list, context.now)
  const list = page.list.map((listing) => {
    const { listingId } = listing
    const beside = { stock: stock.get(listingId) ?? null, worthOf, next: next.get(listingId) ?? null }
    return presentListing(listing, beside, context)
  })
  return { ...page, list, counts, optionCounts }
}

/** Offers are secret while a sealed session runs. */
const isSecret = ({ mode, entryState }: ListedListing): boolean => mode === 'sealed' && entryState === 'bidding'

/** The run whose offers the actor may see, or null. */
const openRun = (listing: ListedListing, actor: CallContext['actor']): string | null =>
  isSecret(listing) || !maySeeOffers(actor, listing.entryState) ? null : listing.entryId

async function skuRows(tx: Tx, listing: DetailedListing, now: Date): Promise<OutputOf<Goods['detail']>['skus']> {
  const skus = await skusOfListing(tx, listing.listingId)
  if (skus.length === 0) return []
  const counts = await countNow(tx, listing, now)
  const sold = await soldCounts(tx, [listing.listingId])
  return skus.map(({ skuId, skuText, priceFen, shownStock: shown }) => {
    const { free = 0, expired = 0, reserved = 0 } = counts.find((one) => one.skuId === skuId) ?? {}
    const mine = sold.filter((one) => one.skuId === skuId || skus.length === 1)
    const count = mine.reduce((total, one) => total + one.count, 0)
    return { skuId, skuText, priceFen, shown, free, expired, reserved, sold: count }
  })
}

/** The photographs of a listing: those that buyers see in their order, then those that were left out. */
async function photosOf(
  { tx, services, now }: CallContext,
  listing: DetailedListing,
  inspectionIds: readonly string[],
) {
  const photos = await publicPhotosOf(tx, inspectionIds)
  const order = listing.photoOrder
  const shown = order === null ? photos : order.flatMap((id) => photos.filter((photo) => photo.photoId === id))
  const left = photos.filter((photo) => !shown.includes(photo))
  const view = (photo: (typeof photos)[number], included: boolean) => ({
    ...presentPhoto(photo, services, now),
    inspectionId: photo.inspectionId,
    included,
  })
  return [...shown.map((photo) => view(photo, true)), ...left.map((photo) => view(photo, false))]
}

/** A listing as its own page shows it. Refuses NOT_FOUND. */
export async function readDetail(context: CallContext, listingId: string): Promise<OutputOf<Goods['detail']>> {
  const { tx, actor, now } = context
  const listing = await findDetailedListing(tx, listingId)
  if (!listing) return refuse('NOT_FOUND')
  const units = await unitsOfListing(tx, listingId)
  const run = openRun(listing, actor)
  const beside = {
    units: units.map((unit) => ({ ...unit, isHeld: unit.holding })),
    skus: await skuRows(tx, listing, now),
    stock: (await stockOf(tx, [listing], now)).get(listingId) ?? null,
    worthOf: await worthsOf(tx, [listing], { who: actor, now }),
    next: (await nextRelistings(tx, [listing], now)).get(listingId) ?? null,
    photos: await photosOf(
      context,
      listing,
      units.map((unit) => unit.inspectionId),
    ),
    bids: run === null ? [] : await bidsOf(tx, run),
    history: await historyOf(tx, LISTING_STATES.name, listingId),
  }
  return presentListingDetail(listing, beside, context)
}

/** How listings stand while something of them is awaited, in the order asked. */
export async function readStatus(
  context: CallContext,
  listingIds: readonly string[],
): Promise<OutputOf<Goods['status']>> {
  const { tx, actor } = context
  const found = await listingsByIds(tx, [...new Set(listingIds)])
  const stock = await stockOf(tx, found, context.now)
  const worthOf = await worthsOf(tx, found, { who: actor, now: context.now })
  const next = await nextRelistings(tx, found, context.now)
  const rows: OutputOf<Goods['status']>['rows'] = []
  for (const listingId of new Set(listingIds)) {
    const listing = found.find((one) => one.listingId === listingId)
    if (!listing) continue
    const run = openRun(listing, actor)
    const bids = run !== null && (listing.bidCount ?? 0) > 0 ? (await bidsOf(tx, run)).reverse() : null
    const beside = { stock: stock.get(listingId) ?? null, worthOf, next: next.get(listingId) ?? null }
    rows.push(presentStatus(listing, { ...beside, bids: bids?.slice(0, BIDS_SHOWN) ?? null }, context))
  }
  return { rows }
}

export async function readListable(
  context: CallContext,
  filter: ParsedOf<Goods['listable']>,
): Promise<OutputOf<Goods['listable']>> {
  const { tx, actor: who, now } = context
  const { channel } = filter
  const [page, optionCounts] = await Promise.all([listListable(tx, filter), countListableOptions(tx, filter)])
  const goods = page.list.map((unit) => goodsOf(unit, channel))
  const worthOf = await worthsOf(tx, goods, { who, now })
  return { ...page, list: page.list.map((unit) => presentListable(unit, { channel, worthOf }, context)), optionCounts }
}

/** Which listing the marketplace means by which of its numbers. */
export async function readOutIds(
  { tx }: CallContext,
  filter: ParsedOf<Goods['outIdMap']>,
): Promise<OutputOf<Goods['outIdMap']>> {
  const page = await listOutIds(tx, filter)
  return { ...page, list: page.list.map((row) => ({ ...row, outId: row.listingId })) }
}
