import type { OutputOf, ParsedOf } from '@huanji/contract/call'
import type { goods } from '@huanji/contract/features/listing/goods'
import { levelRow } from '@huanji/contract/features/listing/goods-prices'
import { leftOfPrice } from '@huanji/domain/fees/left-of-price'
import { isSoldOn } from '@huanji/domain/grading/map'
import { checkPrice, priceBand } from '@huanji/domain/listing/price-rules'
import type { Grade } from '@huanji/domain/template/types'
import type { CallContext } from '../../gateway/handler.ts'
import { later } from '../../platform/clock.ts'
import { rowOf } from '../../platform/field-rights.ts'
import { requireModel } from '../catalogue/known.ts'
import { dealsOf, pricesOnSale } from './price-store.ts'
import { pieceOf } from './prices.ts'
import { worthsOf } from './references.ts'

type Goods = typeof goods

/** So many deals of a model and SKU are read, over all grades; the newest ten of each grade are shown. */
const DEALS_READ = 500
const DEALS_SHOWN = 10
const DAYS_MS = 30 * 24 * 3_600_000
const GRADES: readonly Grade[] = ['NEW', '99', '95', '90', '80', '70', 'E']

const levelAsRead = rowOf(levelRow)

/** What phones of a model and SKU are worth and went for, one row a grade that the channel takes. Refuses MODEL_UNKNOWN. */
export async function levelPrices(
  { tx, actor, now }: CallContext,
  { modelId, skuId, channel }: ParsedOf<Goods['levelPrices']>,
): Promise<OutputOf<Goods['levelPrices']>> {
  await requireModel(tx, modelId)
  const deals = await dealsOf(tx, { modelId, skuId, channel }, DEALS_READ)
  const since = later(now, -DAYS_MS).toISOString()
  const grades = GRADES.filter((grade) => isSoldOn(grade, channel))
  const goods = grades.map((grade) => ({ channel, modelId, skuId, grade }))
  const worthOf = await worthsOf(tx, goods, { who: actor, now })
  const levels = grades.map((grade) => {
    const mine = deals.filter((deal) => deal.grade === grade)
    const recent = mine.filter((deal) => deal.at >= since)
    const sum = recent.reduce((total, deal) => total + deal.priceFen, 0)
    const { referenceFen, source } = worthOf({ channel, modelId, skuId, grade })
    const band = referenceFen === null ? null : priceBand(referenceFen)
    return levelAsRead(
      {
        grade,
        suggestedFen: referenceFen,
        source,
        lowFen: band?.lowFen ?? null,
        highFen: band?.highFen ?? null,
        dealCount30d: recent.length,
        dealAverageFen: recent.length === 0 ? null : Math.round(sum / recent.length),
        deals: mine.slice(0, DEALS_SHOWN).map(({ at, priceFen }) => ({ at, priceFen })),
      },
      actor,
    )
  })
  return { levels }
}

/** Between what each of these prices may be. */
export async function priceRanges(
  { tx, actor, now }: CallContext,
  { rows }: ParsedOf<Goods['priceRange']>,
): Promise<OutputOf<Goods['priceRange']>> {
  const worthOf = await worthsOf(tx, rows, { who: actor, now })
  return {
    rows: rows.map((row) => {
      const { referenceFen, source } = worthOf(row)
      const band = referenceFen === null ? null : priceBand(referenceFen)
      return { ...row, referenceFen, source, lowFen: band?.lowFen ?? null, highFen: band?.highFen ?? null }
    }),
  }
}

/** What is wrong with these prices, each beside the others and beside what is on sale. */
export async function priceRules(
  { tx, actor, now }: CallContext,
  { rows }: ParsedOf<Goods['priceRule']>,
): Promise<OutputOf<Goods['priceRule']>> {
  const models = [...new Set(rows.map((row) => row.modelId))]
  const others = [...rows, ...(await pricesOnSale(tx, models, null))]
  const worthOf = await worthsOf(tx, rows, { who: actor, now })
  return {
    rows: rows.map((row) => {
      const { oldPriceFen = null, costPriceFen = null } = row
      const { referenceFen, source } = worthOf(row)
      const terms = pieceOf(row.channel, now)
      const problems = checkPrice({ ...row, ...terms, referenceFen, oldPriceFen, costPriceFen }, others)
      const { fen, percent } = leftOfPrice(row.priceFen, costPriceFen, terms)
      return { problems, referenceFen, source, marginFen: fen, marginPercent: percent }
    }),
  }
}
