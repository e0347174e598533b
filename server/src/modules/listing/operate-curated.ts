import { skuIdOf } from '@huanji/domain/listing/sku-id'
import { isReportValid, REPORT_DAYS } from '@huanji/domain/orders/delivery-stock'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import type { By } from '../../platform/actor.ts'
import { findBatch } from '../inspection/batch/store.ts'
import { markListed } from '../inspection/commands.ts'
import { requireUsableShop } from '../shop/commands.ts'
import { codeOf, requireListable } from './listable.ts'
import type { Operable } from './lock.ts'
import type { OperateRow } from './operate.ts'
import { dearestBySku, type FixedPrice, requireNoLoss, requireSaneFixedPrices } from './prices.ts'
import { markUnitsListed } from './publish.ts'
import { requireSameGoods } from './publish-curated.ts'
import { type ListingEdit, requestListing } from './request.ts'
import { requestStock } from './stock.ts'
import { holdStockUnit, type ListingSku, recordsOfBatch, setSkuFacts, skusOfListing } from './stock-store.ts'
import { type Listing, type ListingUnit, moveListing, setListingFacts, unitsOfListing } from './store.ts'

/** Which prices of a listing are asked for: of a single one its own, of stock by SKU. */
export interface AskedPrices {
  readonly priceFen?: number | undefined
  readonly skus?: readonly { readonly skuId: string; readonly priceFen: number }[] | undefined
  readonly priceConfirmed: boolean
}

/**
 * The prices of a listing that would change, with what they were; those that stay are left out. Refuses PRICE_INVALID for
 * a SKU that the listing does not have.
 */
function changedPrices(
  listing: Listing,
  skus: readonly ListingSku[],
  asked: AskedPrices,
  dearest: ReadonlyMap<string, number>,
): FixedPrice[] {
  const [first] = skus
  const single = asked.priceFen !== undefined && first ? [{ skuId: first.skuId, priceFen: asked.priceFen }] : []
  const wanted = listing.kind === 'single' ? single : (asked.skus ?? [])
  return wanted.flatMap(({ skuId, priceFen }) => {
    const known = skus.find((sku) => sku.skuId === skuId)
    if (!known) return refuse('PRICE_INVALID', { message: '规格不存在，请刷新后重试' }, { field: 'skus' })
    const costFen = dearest.get(skuId) ?? null
    return known.priceFen === priceFen ? [] : [{ skuId, priceFen, oldPriceFen: known.priceFen, costFen }]
  })
}

/** What the dearest phone of each variant cost, of those that a listing still offers or can offer again. */
export const dearestOf = async (tx: Tx, listingId: string): Promise<ReadonlyMap<string, number>> =>
  dearestBySku((await unitsOfListing(tx, listingId)).filter((unit) => unit.holding || isLeft(unit)))

/** The prices that would change, once they are found sane. */
export async function saneChanges(tx: Tx, listing: Listing, asked: AskedPrices, by: By): Promise<FixedPrice[]> {
  const dearest = await dearestOf(tx, listing.listingId)
  const prices = changedPrices(listing, await skusOfListing(tx, listing.listingId), asked, dearest)
  const { listingId, modelId, grade, channel } = listing
  const field = listing.kind === 'single' ? 'priceFen' : 'skus'
  const { priceConfirmed } = asked
  await requireSaneFixedPrices(tx, { listingId, modelId, grade, channel }, { prices, priceConfirmed, field }, by)
  return prices
}

/** Another fixed price for what stands on sale. Refuses PRICE_INVALID where nothing would change. */
export async function changeFixedPrice(tx: Tx, listing: Listing, row: OperateRow, by: By): Promise<ListingEdit> {
  const prices = await saneChanges(tx, listing, row, by)
  if (prices.length === 0) {
    const field = listing.kind === 'single' ? 'priceFen' : 'skus'
    return refuse('PRICE_INVALID', { message: '请填写新的售价' }, { field })
  }
  return { want: 'change_price', skus: prices.map(({ skuId, priceFen }) => ({ skuId, priceFen })) }
}

/** Writes prices that nobody has to be told: of a listing that is off the shelf. */
export async function writePrices(
  tx: Tx,
  listing: Listing,
  prices: readonly Pick<FixedPrice, 'skuId' | 'priceFen'>[],
  now: Date,
): Promise<void> {
  const { listingId } = listing
  for (const { skuId, priceFen } of prices) await setSkuFacts(tx, listingId, skuId, { priceFen })
  const skus = await skusOfListing(tx, listingId)
  if (skus.length === 0) return
  await setListingFacts(tx, listingId, { priceFen: Math.min(...skus.map((sku) => sku.priceFen)) }, now)
}

/** A phone of a listing that nothing holds and that could be offered. */
const isLeft = (unit: ListingUnit): boolean => !unit.holding && unit.inspectionState === 'listable'

/** Refuses PRICE_NEEDS_CONFIRMATION where phones go below cost at the prices that a listing has, and that do not change. */
async function requireNoLossAt(
  tx: Tx,
  { listingId, kind }: Listing,
  { row, changed }: { readonly row: OperateRow; readonly changed: readonly FixedPrice[] },
  by: By,
): Promise<void> {
  const dearest = await dearestOf(tx, listingId)
  const standing = (await skusOfListing(tx, listingId)).filter(
    (sku) => !changed.some(({ skuId }) => skuId === sku.skuId),
  )
  const prices = standing.map(({ skuId, priceFen }) => ({ priceFen, costFen: dearest.get(skuId) ?? null }))
  const { priceConfirmed } = row
  requireNoLoss(prices, { priceConfirmed, field: kind === 'single' ? 'priceFen' : 'skus' }, by)
}

/** Puts a listing with a fixed price on sale again, with the phones of it that are still free. */
export async function relistCurated(tx: Tx, listing: Listing, row: OperateRow, by: By): Promise<void> {
  const { listingId } = listing
  await requireUsableShop(tx, listing.shopAccountId, 'curated', by.now)
  const changed = await saneChanges(tx, listing, row, by)
  await requireNoLossAt(tx, listing, { row, changed }, by)
  await writePrices(tx, listing, changed, by.now)
  const units = await unitsOfListing(tx, listingId)
  let held = units.filter((unit) => unit.holding).length
  for (const unit of units.filter((one) => isLeft(one) && isReportValid(one.inspectedAt, by.now))) {
    const { unitId, inspectionId, skuId } = unit
    if (await holdStockUnit(tx, listingId, { unitId, inspectionId, skuId })) {
      await markListed(tx, [inspectionId], by.who, by.now)
      held += 1
    } else if (listing.kind === 'single') {
      return refuse('UNIT_ALREADY_LISTED', { code: unit.barCode })
    }
  }
  if (held === 0) {
    const message = units.some(isLeft)
      ? `手机的质检已超过${REPORT_DAYS}天，请先重检，或补货后再上架`
      : '没有可上架的手机，请先补货，或另行发布'
    if (listing.kind === 'stock') return refuse('STOCK_INVALID', { message }, { field: 'inspectionIds' })
    const code = listing.barCode
    // on sale, but not by this listing
    if (units.some((unit) => unit.inspectionState === 'listed')) return refuse('UNIT_ALREADY_LISTED', { code })
    const state = units.some(isLeft) ? `质检已超过${REPORT_DAYS}天，请先重检` : '不可上架'
    return refuse('UNIT_NOT_LISTABLE', { code, state })
  }
  await moveListing(tx, listingId, 'publish', by, { failure: null })
  await requestListing(tx, listingId, { want: 'on_sale' }, by)
}

/** Adds phones to a listing of stock, at other prices where they are asked for; the marketplace is told once its orders were read. */
export async function restock(tx: Tx, { listing }: Operable, row: OperateRow, by: By): Promise<void> {
  const { listingId, modelId } = listing
  const ids = row.inspectionIds ?? []
  const field = { field: 'inspectionIds' }
  if (ids.length === 0) return refuse('STOCK_INVALID', { message: '请选择要补货的手机' }, field)
  const units = await requireListable(tx, ids, 'curated', by.now)
  const grade = listing.grade ?? refuse('NOT_FOUND')
  const batch = listing.batchId === null ? null : await findBatch(tx, listing.batchId)
  const batchIds = new Set(batch ? await recordsOfBatch(tx, batch.batchId, ids) : [])
  requireSameGoods(
    units.filter((unit) => !batchIds.has(unit.inspectionId)),
    { modelId, grade },
    (one) => one === grade,
  )
  const known = new Set((await skusOfListing(tx, listingId)).map((sku) => sku.skuId))
  for (const unit of units) {
    const skuId = skuIdOf(unit.sku)
    if (!known.has(skuId)) {
      const message = `手机${codeOf(unit)}的规格“${unit.skuText}”不在本商品中，请移出后另行发布`
      refuse('STOCK_INVALID', { message }, field)
    }
    const { unitId, inspectionId } = unit
    const isHeld = await holdStockUnit(tx, listingId, { unitId, inspectionId, skuId })
    if (!isHeld) return refuse('UNIT_ALREADY_LISTED', { code: codeOf(unit) })
  }
  const prices = await saneChanges(tx, listing, row, by)
  await requireNoLossAt(tx, listing, { row, changed: prices }, by)
  await markUnitsListed(tx, units, by)
  if (prices.length > 0) {
    const skus = prices.map(({ skuId, priceFen }) => ({ skuId, priceFen }))
    await requestListing(tx, listingId, { want: 'change_price', skus }, by)
  }
  await setListingFacts(tx, listingId, { unitCount: listing.unitCount + units.length }, by.now)
  await requestStock(tx, listingId, by.now)
}
