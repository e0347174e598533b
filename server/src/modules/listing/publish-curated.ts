import type { ParsedOf } from '@huanji/contract/call'
import { SKUS_MAX, STOCK_UNITS_MAX } from '@huanji/contract/constants'
import type { goods } from '@huanji/contract/features/listing/goods'
import { mapGrade } from '@huanji/domain/grading/map'
import { skuIdOf, skuPartsOf } from '@huanji/domain/listing/sku-id'
import { skusProblem, skuTextsOf } from '@huanji/domain/listing-texts'
import { reportsValidFrom } from '@huanji/domain/orders/delivery-stock'
import type { Grade } from '@huanji/domain/template/types'
import type { AuditEntry } from '../../audit/entry.ts'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import type { By } from '../../platform/actor.ts'
import { newId } from '../../platform/ids.ts'
import { type Batch, findBatch } from '../inspection/batch/store.ts'
import { requireUsableShop } from '../shop/commands.ts'
import { fixedPricePublication } from './audit-entries.ts'
import { costedUnits } from './costs.ts'
import { type ListableUnit, requireListable, requireShipAddress } from './listable.ts'
import { dearestBySku, requireSaneFixedPrices } from './prices.ts'
import { addListing, firstUnitFacts, markUnitsListed, requireTitle } from './publish.ts'
import { requestListing } from './request.ts'
import { insertSku, listableOfBatch } from './stock-store.ts'
import { moveListing } from './store.ts'
import { buildDescription, buildStockDescription, buildStockTitle, buildTitle } from './texts.ts'

type Publish = ParsedOf<typeof goods.publish>
type CuratedRow = Extract<Publish, { channel: 'curated' }>['listings'][number]
type StockRow = Extract<CuratedRow, { kind: 'stock' }>
type SingleRow = Extract<CuratedRow, { kind: 'single' }>

/** A SKU with its price and its words at the marketplace. */
export interface PricedSku {
  readonly skuId: string
  readonly skuText: string
  readonly priceFen: number
}

/** Publishes one row in the curated channel; refuses with the row's own reason, and the caller undoes the row alone. */
export const publishCuratedRow = (tx: Tx, row: CuratedRow, by: By): Promise<AuditEntry> =>
  row.kind === 'single' ? publishSingle(tx, row, by) : publishStock(tx, row, by)

async function publishSingle(tx: Tx, row: SingleRow, by: By): Promise<AuditEntry> {
  const units = await requireListable(tx, row.inspectionIds, 'curated', by.now)
  const [unit] = units
  if (!unit) return refuse('NOT_FOUND', {}, { field: 'inspectionIds' })
  const { shopName } = await requireUsableShop(tx, row.shopAccountId, 'curated', by.now)
  await requireShipAddress(tx)
  const { modelId, grade } = unit
  const [costed] = await costedUnits(tx, units)
  const costFen = costed?.costPriceFen ?? null
  const price = { skuId: skuIdOf(unit.sku), priceFen: row.priceFen, oldPriceFen: null, costFen }
  const asked = { prices: [price], priceConfirmed: row.priceConfirmed, field: 'priceFen' }
  await requireSaneFixedPrices(tx, { listingId: null, channel: 'curated', modelId, grade }, asked, by)
  const title = requireTitle(row.title === '' ? buildTitle(units, 'curated') : row.title, units)
  const listingId = newId()
  const listing = {
    ...firstUnitFacts(unit),
    listingId,
    title,
    shopAccountId: row.shopAccountId,
    channel: 'curated',
    kind: 'single',
    priceFen: row.priceFen,
    batchId: null,
    batchVersion: null,
    description: buildDescription(units, 'curated'),
  } as const
  await addListing(tx, listing, units, by)
  const skus = [{ skuId: price.skuId, skuText: unit.skuText, priceFen: row.priceFen }]
  await putOnItsWay(tx, listingId, skus, by)
  await markUnitsListed(tx, units, by)
  return fixedPricePublication({ listingId, title, shopName, skus, unitCount: 1 })
}

/** The phones of a row of stock: those that are named, or all of its batch that can be offered. */
async function unitsOfRow(tx: Tx, row: StockRow, batch: Batch | null, now: Date): Promise<ListableUnit[]> {
  const chosen = row.inspectionIds ?? []
  const ofBatch = (one: Batch) => listableOfBatch(tx, one.batchId, reportsValidFrom(now), STOCK_UNITS_MAX)
  const all = chosen.length > 0 || !batch ? chosen : await ofBatch(batch)
  if (all.length === 0) {
    const message = batch ? '该批次没有可上架的手机，请先完成拍摄' : '请选择要上架的手机'
    return refuse('STOCK_INVALID', { message }, { field: batch ? 'batchId' : 'inspectionIds' })
  }
  return requireListable(tx, all, 'curated', now)
}

/**
 * Refuses STOCK_INVALID for phones that cannot be offered as one: of another model, or of a grade that buyers are not
 * promised. A batch promises its own grade, which no phone of it stands below.
 */
export function requireSameGoods(
  units: readonly Pick<ListableUnit, 'modelId' | 'modelName' | 'grade' | 'barCode' | 'imei'>[],
  of: { readonly modelId: string; readonly grade: Grade },
  isAmong: (grade: Grade) => boolean,
): void {
  const field = { field: 'inspectionIds' }
  for (const unit of units) {
    const code = unit.imei === '' ? unit.barCode : unit.imei
    if (unit.modelId !== of.modelId) {
      refuse(
        'STOCK_INVALID',
        { message: `手机${code}是${unit.modelName}，多台一起卖的商品只能是同一机型，请移出` },
        field,
      )
    }
    if (!isAmong(unit.grade)) {
      const [is, wanted] = [mapGrade(unit.grade).auctionLabel, mapGrade(of.grade).auctionLabel]
      refuse('STOCK_INVALID', { message: `手机${code}成色为${is}，本商品为${wanted}，请移出后单独上架` }, field)
    }
  }
}

/** The SKUs of these phones with the prices asked for them. Refuses PRICE_INVALID where one has none. */
function pricedSkus(units: readonly ListableUnit[], prices: StockRow['skus']): PricedSku[] {
  const bySku = new Map(units.map((unit) => [skuIdOf(unit.sku), unit.skuText]))
  if (bySku.size > SKUS_MAX) {
    refuse('STOCK_INVALID', { message: `规格最多${SKUS_MAX}种，请拆分为多个商品` }, { field: 'skus' })
  }
  const words = [...bySku.keys()].map((id) => {
    const { ram, storage, colour } = skuPartsOf(id)
    return { storage: ram === '' ? storage : `${ram}+${storage}`, colour }
  })
  const fault = skusProblem(words)
  if (fault !== null) refuse('STOCK_INVALID', { message: fault }, { field: 'skus' })
  const texts = skuTextsOf(words)
  return [...bySku].map(([skuId, skuText], index) => {
    const price = prices.find((one) => one.skuId === skuId)
    if (!price) return refuse('PRICE_INVALID', { message: `请填写“${skuText}”的售价` }, { field: 'skus' })
    return { skuId, skuText: texts[index] || skuText, priceFen: price.priceFen }
  })
}

async function publishStock(tx: Tx, row: StockRow, by: By): Promise<AuditEntry> {
  const batch = row.batchId === undefined ? null : await findBatch(tx, row.batchId)
  if (row.batchId !== undefined && batch?.channel !== 'curated') {
    return refuse('NOT_FOUND', {}, { field: 'batchId' })
  }
  const units = await unitsOfRow(tx, row, batch, by.now)
  const [first] = units
  if (!first) return refuse('NOT_FOUND', {}, { field: 'inspectionIds' })
  const grade = batch?.grade ?? first.grade
  requireSameGoods(units, { modelId: batch?.modelId ?? first.modelId, grade }, (one) => batch !== null || one === grade)
  const { shopName } = await requireUsableShop(tx, row.shopAccountId, 'curated', by.now)
  await requireShipAddress(tx)
  const skus = pricedSkus(units, row.skus)
  const dearest = dearestBySku(await costedUnits(tx, units))
  const prices = skus.map(({ skuId, priceFen }) => {
    const costFen = dearest.get(skuId) ?? null
    return { skuId, priceFen, oldPriceFen: null, costFen }
  })
  const of = { listingId: null, channel: 'curated', modelId: first.modelId, grade } as const
  await requireSaneFixedPrices(tx, of, { prices, priceConfirmed: row.priceConfirmed, field: 'skus' }, by)
  const sample = { ...first, grade }
  const texts = [...new Set(units.map((unit) => unit.skuText))]
  const title = requireTitle(row.title === '' ? buildStockTitle([sample], texts) : row.title, units)
  const listingId = newId()
  const listing = {
    ...firstUnitFacts(sample),
    listingId,
    title,
    shopAccountId: row.shopAccountId,
    channel: 'curated',
    kind: 'stock',
    priceFen: Math.min(...skus.map((sku) => sku.priceFen)),
    batchId: batch?.batchId ?? null,
    batchVersion: batch?.batchVersion ?? null,
    description: buildStockDescription(sample, texts),
    skuText: texts.length === 1 ? (texts[0] ?? '') : `${texts.length}种规格`,
  } as const
  await addListing(tx, listing, units, by)
  await putOnItsWay(tx, listingId, skus, by)
  await markUnitsListed(tx, units, by)
  return fixedPricePublication({ listingId, title, shopName, skus, unitCount: units.length })
}

/** Writes the SKUs of a new listing and sends it on its way to the marketplace: state, history and request. */
async function putOnItsWay(tx: Tx, listingId: string, skus: readonly PricedSku[], by: By): Promise<void> {
  for (const [position, sku] of skus.entries()) await insertSku(tx, listingId, { ...sku, position })
  await moveListing(tx, listingId, 'publish', by, { failure: null })
  await requestListing(tx, listingId, { want: 'on_sale' }, by)
}
