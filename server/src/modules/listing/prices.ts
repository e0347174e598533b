import { checkAuctionPrices, priceChangeConfirmation } from '@huanji/domain/auction/pricing'
import type { Channel } from '@huanji/domain/channel'
import { worthTogether } from '@huanji/domain/listing/price-reference'
import { checkPrice } from '@huanji/domain/listing/price-rules'
import type { Fen } from '@huanji/domain/money'
import type { Grade } from '@huanji/domain/template/types'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import type { ListableInspection } from '../inspection/store.ts'
import { pricesOnSale } from './price-store.ts'
import { goodsOf, worthsOf } from './references.ts'

/** The prices of a run, both in fen, and whether the person has confirmed one that looks wrong. */
export interface RunPrices {
  readonly startPriceFen: Fen
  readonly reservePriceFen: Fen
  readonly priceConfirmed: boolean
}

/** What units of a lot are worth together, in fen, or null where one is not known. */
export async function referenceOfLot(
  tx: Tx,
  units: readonly Pick<ListableInspection, 'modelId' | 'sku' | 'grade'>[],
  by: Parameters<typeof worthsOf>[2],
): Promise<Fen | null> {
  const goods = units.map((unit) => goodsOf(unit, 'auction'))
  const worthOf = await worthsOf(tx, goods, by)
  return worthTogether(goods.map(worthOf)).referenceFen
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
 * Refuses PRICE_NEEDS_CONFIRMATION for a fixed price that looks wrong and is not confirmed: out of the band that the
 * reference makes, far below the reference, far from before, or upside down beside what is on sale and asked for with it.
 */
export async function requireSaneFixedPrices(
  tx: Tx,
  of: PricedListing,
  asked: { readonly prices: readonly FixedPrice[]; readonly priceConfirmed: boolean; readonly field: string },
  by: Parameters<typeof worthsOf>[2],
): Promise<void> {
  const { grade, modelId, channel } = of
  if (grade === null) return
  const mine = asked.prices.map(({ skuId, priceFen }) => ({ modelId, skuId, grade, channel, priceFen }))
  const worthOf = await worthsOf(tx, mine, by)
  const others = [...mine, ...(await pricesOnSale(tx, [modelId], of.listingId))]
  for (const price of asked.prices) {
    const { referenceFen } = worthOf({ channel, modelId, grade, skuId: price.skuId })
    const question = { modelId, grade, channel, referenceFen, costPriceFen: null, ...price }
    const [problem] = checkPrice(question, others)
    if (!problem || asked.priceConfirmed) continue
    refuse('PRICE_NEEDS_CONFIRMATION', { message: problem.message }, { field: asked.field })
  }
}
