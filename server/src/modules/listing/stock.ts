import { sellableOf, surplusOf } from '@huanji/domain/listing/stock'
import { REPORT_DAYS, reportsValidFrom } from '@huanji/domain/orders/delivery-stock'
import type { ListingState } from '@huanji/domain/states/listing'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { wakeJob } from '../../jobs/job.ts'
import type { MovedBy } from '../history/store.ts'
import { markListed, markReleased, markSold, markUnlisted } from '../inspection/commands.ts'
import { findRecord } from '../inspection/store.ts'
import {
  freeUnitCounts,
  freeUnits,
  holderOf,
  holdStockUnit,
  letUnitsGo,
  noteUnit,
  reservedCounts,
  type SkuCount,
  type StockUnit,
  skusOfListing,
  stockUnit,
  writeStockRequest,
} from './stock-store.ts'
import { findListing, type Listing, lockListing, moveListing } from './store.ts'

/**
 * What lies behind a listing with a fixed price, single or of stock. Every command locks the listing first; what the
 * marketplace shows follows by the comparison that `requestStock` wakes, and is never more than what can be shipped.
 */

/** The job that brings the shown stock to what can be shipped; `sync/requests/stock.ts` does it. */
export const STOCK_JOB = 'reconcile.stock'

/** The stock of one SKU of a listing. */
export interface SkuStock {
  readonly skuId: string
  /** Phones that the listing holds, no order has and can be shipped. */
  readonly free: number
  /** The same whose report is too old to ship on: nobody is shown them. */
  readonly expired: number
  /** What open orders have bought and not been given yet. */
  readonly reserved: number
  /** What may be shown: free − reserved, never below none. */
  readonly sellable: number
}

/** The codes that name a phone of a listing's stock. */
export interface StockItem {
  readonly listingId: string
  readonly skuId: string
  readonly unitId: string
  /** Needed for a phone that the listing never offered; its own otherwise. */
  readonly inspectionId?: string
}

/** What a listing is sold out by when phones of it lie here that cannot be shipped. */
const OLD_REPORTS = `质检报告超过${REPORT_DAYS}天的手机不能发货，已停止销售；请下架后重检`

/** Offered at the marketplace, or about to be. */
const OFFERED: readonly ListingState[] = ['publishing', 'on_sale', 'sold_out']

/** What lies here and is promised, for each SKU of a listing or for the one; locks the listing. */
export async function countStock(tx: Tx, listingId: string, now: Date, skuId?: string): Promise<SkuStock[]> {
  const listing = await lockListing(tx, listingId)
  if (!listing) return []
  const all = await countNow(tx, listing, now)
  return skuId === undefined ? all : all.filter((one) => one.skuId === skuId)
}

/** The stock without a lock, for what is only shown. */
export async function countNow(
  tx: Tx,
  { listingId, skuId }: Pick<Listing, 'listingId' | 'skuId'>,
  now: Date,
): Promise<SkuStock[]> {
  const known = await skusOfListing(tx, listingId)
  const free = await freeUnitCounts(tx, [listingId], reportsValidFrom(now))
  const expired = free.map((row) => ({ ...row, count: row.expired }))
  const reserved = await reservedCounts(tx, [listingId])
  const ids = new Set([...known.map((sku) => sku.skuId), ...free.map((one) => one.skuId)])
  const [first = skuId] = ids
  if (ids.size === 0) ids.add(first)
  // an order of a product of one SKU names none
  const nameOf = (id: string) => (id === '' || !ids.has(id) ? first : id)
  const sum = (rows: readonly SkuCount[], id: string) =>
    rows.filter((row) => nameOf(row.skuId) === id).reduce((total, row) => total + row.count, 0)
  return [...ids].map((id) => {
    const count = { free: sum(free, id), reserved: sum(reserved, id) }
    return { skuId: id, ...count, expired: sum(expired, id), sellable: sellableOf(count) }
  })
}

/** What the marketplace says of the SKU that was bought. */
export interface BoughtSku {
  /** The marketplace's number; empty or `0` for a product of one SKU. */
  readonly remoteSkuId: string
  readonly outerId: string
  readonly skuText: string
}

/** Our SKU behind what was bought; null where the listing has none such. */
export async function skuOfSale(tx: Tx, listingId: string, bought: BoughtSku): Promise<string | null> {
  const skus = await skusOfListing(tx, listingId)
  const { remoteSkuId, outerId, skuText } = bought
  const found =
    skus.find((sku) => sku.remoteSkuId !== '' && sku.remoteSkuId === remoteSkuId) ??
    skus.find((sku) => outerId !== '' && sku.skuId === outerId) ??
    skus.find((sku) => skuText !== '' && sku.skuText === skuText)
  if (found) return found.skuId
  return skus.length === 1 ? (skus[0]?.skuId ?? null) : null
}

/**
 * A phone was picked for an order of the listing: it leaves the stock and is sold. It may also be one that no listing
 * holds. Refuses UNIT_ALREADY_LISTED for one that another listing offers, NOT_FOUND for one without a report.
 */
export async function takeFromStock(tx: Tx, item: StockItem, by: MovedBy): Promise<void> {
  const { listingId, unitId } = item
  await lockListing(tx, listingId)
  const holder = await holderOf(tx, unitId)
  if (holder !== null && holder !== listingId) return refuse('UNIT_ALREADY_LISTED', { code: unitId })
  const mine = await stockUnit(tx, listingId, unitId)
  const inspectionId = item.inspectionId ?? mine?.inspectionId ?? refuse('NOT_FOUND', {}, { field: 'unitCode' })
  const record = (await findRecord(tx, { inspectionId })) ?? refuse('NOT_FOUND', {}, { field: 'unitCode' })
  await noteUnit(tx, listingId, { unitId, inspectionId, skuId: item.skuId })
  if (record.state === 'listable') await markListed(tx, [inspectionId], by.who, by.now)
  await markSold(tx, [inspectionId], by.who, by.now)
  await requestStock(tx, listingId, by.now)
}

/** A phone that was picked comes back before it was shipped: into the stock, or free where the listing is off the shelf. */
export async function returnToStock(tx: Tx, item: StockItem, by: MovedBy): Promise<void> {
  const { listingId, unitId } = item
  const listing = await lockListing(tx, listingId)
  const mine = await stockUnit(tx, listingId, unitId)
  const inspectionId = item.inspectionId ?? mine?.inspectionId
  if (!listing || inspectionId === undefined) return
  await markReleased(tx, [inspectionId], by.who, by.now, by.note ?? '')
  // inspected anew in the meantime, it is another unit by now
  const isFree = (await findRecord(tx, { inspectionId }))?.state === 'listable'
  if (isFree && OFFERED.includes(listing.state)) {
    const isHeld = await holdStockUnit(tx, listingId, { unitId, inspectionId, skuId: mine?.skuId ?? item.skuId })
    if (isHeld) await markListed(tx, [inspectionId], by.who, by.now)
  }
  await requestStock(tx, listingId, by.now)
}

/**
 * Something of a listing's stock changed: what is shown has to be looked at again. With nothing left to sell the listing
 * is sold out at once; on sale again it is when the marketplace shows it. Off the shelf it lets go what nobody waits for.
 */
export async function requestStock(tx: Tx, listingId: string, now: Date): Promise<void> {
  const listing = await lockListing(tx, listingId)
  if (listing?.channel !== 'curated') return
  const counts = await countNow(tx, listing, now)
  const by = { who: 'system', now } as const
  if (!OFFERED.includes(listing.state)) await letSurplusGo(tx, listing, by)
  else if (listing.state === 'on_sale' && counts.every(({ sellable }) => sellable === 0)) {
    const isOld = counts.some(({ expired }) => expired > 0)
    await moveListing(tx, listingId, 'sellOut', { ...by, note: isOld ? OLD_REPORTS : '' })
  }
  await writeStockRequest(tx, listingId, now)
  await wakeStock(tx, listingId, now)
}

/**
 * Looks at a listing whose reports have grown old: where more is shown than can be shipped, or an order waits for a phone
 * that cannot be given it any more, its stock is asked for anew. A listing that shows no more than it may stays untouched.
 */
export async function lookAtOldReports(tx: Tx, listingId: string, now: Date): Promise<void> {
  const listing = await lockListing(tx, listingId)
  if (listing?.channel !== 'curated' || listing.stockWish !== listing.stockKnown) return
  const counts = await countNow(tx, listing, now)
  const shown = await skusOfListing(tx, listingId)
  const isTooMuch = counts.some(({ skuId, sellable }) =>
    shown.some((sku) => sku.skuId === skuId && sku.shownStock > sellable),
  )
  const isShort = counts.some(({ free, expired, reserved }) => expired > 0 && reserved > free)
  if (isTooMuch || isShort) await requestStock(tx, listingId, now)
}

/** Lets the shown stock be looked at after the commit. Once more than needed does no harm. */
export async function wakeStock(tx: Tx, listingId: string, now: Date): Promise<void> {
  // beside the listing's own job, so that both never speak of one product at once
  const aggregate = `listing:${listingId}`
  await wakeJob(tx, { kind: STOCK_JOB, aggregate, payload: { subjectId: listingId }, now })
}

/**
 * Lets go the phones that no open order waits for, and so those that none can be given; those that were sold and came back
 * are free again too.
 */
export async function letSurplusGo(tx: Tx, listing: Pick<Listing, 'listingId' | 'skuId'>, by: MovedBy): Promise<void> {
  const { listingId } = listing
  for (const count of await countNow(tx, listing, by.now)) {
    const surplus = surplusOf(count) + count.expired
    if (surplus === 0) continue
    const sku = { listingId, skuId: count.skuId, validFrom: reportsValidFrom(by.now) }
    await letGo(tx, listingId, await freeUnits(tx, sku, surplus), by)
  }
}

async function letGo(tx: Tx, listingId: string, units: readonly StockUnit[], by: MovedBy): Promise<void> {
  await letUnitsGo(
    tx,
    listingId,
    units.map((unit) => unit.unitId),
  )
  for (const { inspectionId } of units) {
    const state = (await findRecord(tx, { inspectionId }))?.state
    if (state === 'listed') await markUnlisted(tx, [inspectionId], by.who, by.now, by.note ?? '')
    if (state === 'sold') await markReleased(tx, [inspectionId], by.who, by.now, by.note ?? '')
  }
}

/** True for a listing whose stock is kept: of the curated channel, single or not. */
export async function keepsStock(tx: Tx, listingId: string): Promise<boolean> {
  return (await findListing(tx, listingId))?.channel === 'curated'
}
