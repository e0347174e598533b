import { checkAuctionPrices, priceChangeConfirmation } from '@huanji/domain/auction/pricing'
import { findModel } from '@huanji/domain/catalogue/models'
import { referencePriceFen } from '@huanji/domain/catalogue/reference-price'
import type { Channel } from '@huanji/domain/channel'
import { checkPrice } from '@huanji/domain/listing/price-rules'
import { skuIdOf, storageOfSku } from '@huanji/domain/listing/sku-id'
import type { Fen } from '@huanji/domain/money'
import type { Grade } from '@huanji/domain/template/types'
import { shanghaiDate } from '@huanji/domain/time'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import type { ListableInspection } from '../inspection/store.ts'
import { pricesOnSale } from './price-store.ts'

/** The prices of a run, both in fen, and whether the person has confirmed one that looks wrong. */
export interface RunPrices {
  readonly startPriceFen: Fen
  readonly reservePriceFen: Fen
  readonly priceConfirmed: boolean
}

/** What a phone of this model, SKU and grade is worth by the catalogue's formula, in fen; null where it says nothing. */
export function referenceOfSku(modelId: string, skuId: string, grade: Grade | null, now: Date): Fen | null {
  const model = findModel(modelId)
  if (!model || grade === null) return null
  return referencePriceFen(model, storageOfSku(skuId), grade, shanghaiDate(now.toISOString()))
}

/** What a unit is worth by the catalogue's formula, in fen, or null where it says nothing. */
export const referenceOf = (unit: Pick<ListableInspection, 'modelId' | 'sku' | 'grade'>, now: Date): Fen | null =>
  referenceOfSku(unit.modelId, skuIdOf(unit.sku), unit.grade, now)

/** What units are worth together, or null where one is not known. */
export function referenceOfLot(units: readonly ListableInspection[], now: Date): Fen | null {
  let sum = 0
  for (const unit of units) {
    const reference = referenceOf(unit, now)
    if (reference === null) return null
    sum += reference
  }
  return sum
}

/** A run before, and whether whoever asks may read its reserve price. */
export interface RunBefore {
  readonly prices: { readonly reservePriceFen: Fen } | null
  readonly isReserveOpen: boolean
}

/**
 * Refuses PRICE_INVALID for prices that cannot be, PRICE_NEEDS_CONFIRMATION for ones that look wrong and are not
 * confirmed (docs/domain.md §6.2): far below the reference, or far from the price before.
 */
export function requireSanePrices(
  prices: RunPrices,
  referenceFen: Fen | null,
  { prices: before, isReserveOpen }: RunBefore = { prices: null, isReserveOpen: true },
): void {
  const { startPriceFen: startFen, reservePriceFen: reserveFen } = prices
  const problems = checkAuctionPrices({ startFen, reserveFen, buyNowFen: null, referenceFen })
  const block = problems.find((problem) => problem.level === 'block')
  if (block) refuse('PRICE_INVALID', { message: block.message }, { field: priceField(block.field) })
  if (prices.priceConfirmed) return
  const [doubt] = problems
  if (doubt) {
    const message = isReserveOpen ? doubt.message : '保底价比参考价低10%以上，请确认'
    refuse('PRICE_NEEDS_CONFIRMATION', { message }, { field: priceField(doubt.field) })
  }
  const change = before && priceChangeConfirmation(before.reservePriceFen, reserveFen)
  if (change) {
    const message = isReserveOpen ? change : '保底价变动超过30%，请确认'
    refuse('PRICE_NEEDS_CONFIRMATION', { message }, { field: 'reservePriceFen' })
  }
}

const priceField = (field: string): string => (field === 'startFen' ? 'startPriceFen' : 'reservePriceFen')

/** A fixed price that somebody asks for. */
export interface FixedPrice {
  readonly skuId: string
  readonly priceFen: Fen
  /** What it was until now; null for a new one. */
  readonly oldPriceFen: Fen | null
}

/** Whose prices are asked for. */
export interface PricedListing {
  /** Null for one that is not there yet. */
  readonly listingId: string | null
  readonly modelId: string
  readonly grade: Grade | null
  readonly channel: Channel
}

/**
 * Refuses PRICE_INVALID for a fixed price out of its band, PRICE_NEEDS_CONFIRMATION for one that looks wrong and is not
 * confirmed: far below the reference, far from before, or upside down beside what is on sale and asked for with it.
 */
export async function requireSaneFixedPrices(
  tx: Tx,
  of: PricedListing,
  asked: { readonly prices: readonly FixedPrice[]; readonly priceConfirmed: boolean; readonly field: string },
  now: Date,
): Promise<void> {
  const { grade, modelId, channel } = of
  if (grade === null) return
  const mine = asked.prices.map(({ skuId, priceFen }) => ({ modelId, skuId, grade, channel, priceFen }))
  const others = [...mine, ...(await pricesOnSale(tx, [modelId], of.listingId))]
  for (const price of asked.prices) {
    const referenceFen = referenceOfSku(modelId, price.skuId, grade, now)
    const question = { modelId, grade, channel, referenceFen, costPriceFen: null, ...price }
    const [problem] = checkPrice(question, others)
    if (!problem) continue
    const where = { field: asked.field }
    if (problem.level === 'block') refuse('PRICE_INVALID', { message: problem.message }, where)
    if (!asked.priceConfirmed) refuse('PRICE_NEEDS_CONFIRMATION', { message: problem.message }, where)
  }
}
