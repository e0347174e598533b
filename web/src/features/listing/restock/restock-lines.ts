import type { Fen } from '@huanji/domain/money'
import { judgeFixedPrice, judgeStanding } from '../prices.ts'
import { saleTerms } from '../sale-terms.ts'
import { likeOf, type PricedGoods, type PriceSpan, type SheetLine, spanOfWorth } from '../sheet/lines.ts'
import type { ListableUnit, ListingDetail } from '../types.ts'

/** A variant of a listing of stock while phones are added to it. */
export interface RestockLine extends SheetLine {
  readonly skuId: string
  readonly skuText: string
  /** How many lie here now, and how many come to them. */
  readonly free: number
  readonly added: number
  /** Null for a variant that the listing did not have. */
  readonly beforeFen: Fen | null
}

const spanOfUnit = (unit: ListableUnit): PriceSpan | null =>
  spanOfWorth({
    referenceFen: unit.referencePriceFen,
    source: unit.referenceSource,
    lowFen: unit.bandLowFen,
    highFen: unit.bandHighFen,
  })

/** The variants of the listing and those that come with the chosen phones, with the prices that a person typed. */
export function restockLines(
  listing: ListingDetail,
  units: readonly ListableUnit[],
  typed: ReadonlyMap<string, Fen | null>,
  spans: ReadonlyMap<string, PriceSpan>,
): RestockLine[] {
  const bySku = Map.groupBy(units, ({ skuId }) => skuId)
  const ids = [...new Set([...listing.skus.map(({ skuId }) => skuId), ...bySku.keys()])]
  return ids.map((skuId) => {
    const sku = listing.skus.find((one) => one.skuId === skuId)
    const own = bySku.get(skuId) ?? []
    const [first] = own
    const span = (first ? spanOfUnit(first) : null) ?? spans.get(skuId) ?? null
    const beforeFen = sku?.priceFen ?? null
    const typedFen = typed.get(skuId)
    const priceFen = typedFen === undefined ? (beforeFen ?? first?.referencePriceFen ?? null) : typedFen
    const goods: PricedGoods | null =
      listing.grade === null
        ? null
        : { modelId: listing.modelId, skuId, grade: listing.grade, channel: listing.channel }
    const costFen = first?.costPriceFen ?? listing.costPriceFen
    const terms = saleTerms(listing.channel, 1)
    const isAsked = typedFen !== undefined || beforeFen === null
    return {
      key: skuId,
      skuId,
      skuText: sku?.skuText || first?.skuText || '默认规格',
      name: `${listing.modelName} ${sku?.skuText || first?.skuText || ''}`.trim(),
      like: likeOf(listing.modelName, sku?.skuText || first?.skuText || ''),
      amounts: { priceFen },
      span,
      costFen,
      terms,
      goods,
      // a price that stands is not judged anew
      verdict: isAsked
        ? judgeFixedPrice(priceFen, { referenceFen: span?.referenceFen ?? null, beforeFen, costFen, terms })
        : judgeStanding(priceFen, { costFen, terms }),
      failure: '',
      free: sku?.free ?? 0,
      added: own.length,
      beforeFen,
    }
  })
}

/** The prices to send: of variants that are new, or whose price changed. */
export const changedPrices = (lines: readonly RestockLine[]): { skuId: string; priceFen: Fen }[] =>
  lines.flatMap(({ skuId, amounts: { priceFen }, beforeFen, added }) =>
    priceFen && priceFen !== beforeFen && (beforeFen !== null || added > 0) ? [{ skuId, priceFen }] : [],
  )
