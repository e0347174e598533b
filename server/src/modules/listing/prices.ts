import { checkAuctionPrices } from '@huanji/domain/auction/pricing'
import type { Channel } from '@huanji/domain/channel'
import type { SaleTerms } from '@huanji/domain/fees/left-of-price'
import { asOneText, jumpQuestion, jumpWithoutAmounts } from '@huanji/domain/jump'
import { LOSS_WITHOUT_AMOUNTS, lossQuestion } from '@huanji/domain/listing/cost-floor'
import { worthTogether } from '@huanji/domain/listing/price-reference'
import { checkPrice } from '@huanji/domain/listing/price-rules'
import type { Fen } from '@huanji/domain/money'
import type { Grade } from '@huanji/domain/template/types'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import type { By } from '../../platform/actor.ts'
import { mayRead } from '../../platform/field-rights.ts'
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
  by: By,
): Promise<Fen | null> {
  const goods = units.map((unit) => goodsOf(unit, 'auction'))
  const worthOf = await worthsOf(tx, goods, by)
  return worthTogether(goods.map(worthOf)).referenceFen
}

/** What the prices of a run are judged by, in fen; null for what is not known or not there. */
export interface RunMeasure {
  readonly referenceFen: Fen | null
  /** The cost of the phones together. */
  readonly costFen: Fen | null
  /** The number of phones. */
  readonly unitCount: number
  /** The reserve price of the run before; null for a first run. */
  readonly beforeFen: Fen | null
}

/** Which of the amounts that a price is judged by may be told to whoever asks. */
interface OpenAmounts {
  readonly reserve: boolean
  readonly cost: boolean
}

/** The doubts about the price that phones can go away at, in the words that whoever asks may read. */
function doubtsOf(
  { reserveFen, what }: { readonly reserveFen: Fen; readonly what: string },
  low: string | undefined,
  { costFen, beforeFen, unitCount }: RunMeasure,
  { isOpen, now }: { readonly isOpen: OpenAmounts; readonly now: Date },
): string[] {
  const jump = jumpQuestion(what, beforeFen, reserveFen)
  const loss = lossQuestion(reserveFen, costFen, { channel: 'auction', unitCount, at: now.toISOString() })
  return [
    low && (isOpen.reserve ? low : '保底价比参考价低不少，请确认'),
    jump && (isOpen.reserve ? jump : jumpWithoutAmounts(what)),
    loss && (isOpen.reserve && isOpen.cost ? loss : LOSS_WITHOUT_AMOUNTS),
  ].filter((doubt) => typeof doubt === 'string')
}

/**
 * Refuses PRICE_INVALID for prices that cannot be, PRICE_NEEDS_CONFIRMATION for ones that look wrong and are not
 * confirmed (docs/domain.md §6.2): far below the reference, far from the price before, or at a loss. A run before may have
 * a reserve price that whoever asks may not read; no amount is told then.
 * @param what what people call the price that the phones can go away at
 */
export function requireSanePrices(prices: RunPrices, measure: RunMeasure, { who, now }: By, what = '保底价'): void {
  const { startPriceFen: startFen, reservePriceFen: reserveFen } = prices
  const { referenceFen, beforeFen } = measure
  const problems = checkAuctionPrices({ startFen, reserveFen, buyNowFen: null, referenceFen })
  const block = problems.find((problem) => problem.level === 'block')
  if (block) refuse('PRICE_INVALID', { message: block.message }, { field: priceField(block.field) })
  if (prices.priceConfirmed) return
  const isOpen = {
    reserve: beforeFen === null || mayRead(who, 'field:reservePrice'),
    cost: mayRead(who, 'field:costPrice'),
  }
  const doubts = doubtsOf({ reserveFen, what }, problems[0]?.message, measure, { isOpen, now })
  if (doubts.length === 0) return
  refuse('PRICE_NEEDS_CONFIRMATION', { message: asOneText(doubts) }, { field: 'reservePriceFen' })
}

/** What phones cost together, in fen; null where that is not known of all of them. */
export const costTogether = (units: readonly { readonly costPriceFen: Fen | null }[]): Fen | null =>
  units.reduce<Fen | null>(
    (sum, { costPriceFen }) => (sum === null || costPriceFen === null ? null : sum + costPriceFen),
    units.length === 0 ? null : 0,
  )

/** What the dearest phone of each variant cost, by SKU: whichever of them is sold goes at the variant's price. */
export function dearestBySku(
  units: readonly { readonly skuId: string; readonly costPriceFen: Fen | null }[],
): ReadonlyMap<string, Fen> {
  const dearest = new Map<string, Fen>()
  for (const { skuId, costPriceFen } of units) {
    if (costPriceFen !== null) dearest.set(skuId, Math.max(costPriceFen, dearest.get(skuId) ?? 0))
  }
  return dearest
}

/** Goods at a fixed price go away piece by piece. */
export const pieceOf = (channel: Channel, now: Date): SaleTerms => ({ channel, unitCount: 1, at: now.toISOString() })

const priceField = (field: string): string => (field === 'startFen' ? 'startPriceFen' : 'reservePriceFen')

/** A fixed price that somebody asks for. */
export interface FixedPrice {
  readonly skuId: string
  readonly priceFen: Fen
  /** The price until now; null for a new one. */
  readonly oldPriceFen: Fen | null
  /** What the dearest phone cost that goes at it; null where nobody has said. */
  readonly costFen: Fen | null
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
 * reference makes, far below the reference, far from before, at a loss, or upside down beside what is on sale and asked for
 * with it.
 */
export async function requireSaneFixedPrices(
  tx: Tx,
  of: PricedListing,
  asked: { readonly prices: readonly FixedPrice[]; readonly priceConfirmed: boolean; readonly field: string },
  by: By,
): Promise<void> {
  const { grade, modelId, channel } = of
  if (grade === null) return
  const mine = asked.prices.map(({ skuId, priceFen }) => ({ modelId, skuId, grade, channel, priceFen }))
  const worthOf = await worthsOf(tx, mine, by)
  const others = [...mine, ...(await pricesOnSale(tx, [modelId], of.listingId))]
  for (const price of asked.prices) {
    const { referenceFen } = worthOf({ channel, modelId, grade, skuId: price.skuId })
    const { costFen, ...item } = price
    const question = { modelId, grade, referenceFen, costPriceFen: costFen, ...pieceOf(channel, by.now), ...item }
    const doubts = checkPrice(question, others).map(({ code, message }) =>
      code === 'MARGIN' && !mayRead(by.who, 'field:costPrice') ? LOSS_WITHOUT_AMOUNTS : message,
    )
    if (doubts.length === 0 || asked.priceConfirmed) continue
    refuse('PRICE_NEEDS_CONFIRMATION', { message: asOneText(doubts) }, { field: asked.field })
  }
}

/**
 * Refuses PRICE_NEEDS_CONFIRMATION where phones would go at a loss at fixed prices that stand: nobody was asked about them since
 * the phones or their costs came.
 */
export function requireNoLoss(
  prices: readonly Pick<FixedPrice, 'priceFen' | 'costFen'>[],
  asked: { readonly priceConfirmed: boolean; readonly field: string },
  { who, now }: By,
): void {
  if (asked.priceConfirmed) return
  const terms = pieceOf('curated', now)
  const losses = prices.flatMap(({ priceFen, costFen }) => lossQuestion(priceFen, costFen, terms) ?? [])
  if (losses.length === 0) return
  const message = mayRead(who, 'field:costPrice') ? asOneText(losses) : LOSS_WITHOUT_AMOUNTS
  refuse('PRICE_NEEDS_CONFIRMATION', { message }, { field: asked.field })
}
