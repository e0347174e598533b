import { checkAuctionPrices, isPriceInRange } from '@huanji/domain/auction/pricing'
import type { SaleTerms } from '@huanji/domain/fees/left-of-price'
import { lossAt, lossQuestion } from '@huanji/domain/listing/cost-floor'
import { checkPrice, questionOf } from '@huanji/domain/listing/price-rules'
import type { Fen } from '@huanji/domain/money'
import { type AmountKey, dealAmount, type LineVerdict, type SheetLine } from './sheet/lines.ts'

/** What a person typed for one run, in fen; null while a box is empty or holds no amount. */
export interface TypedPrices {
  readonly startFen: Fen | null
  readonly reserveFen: Fen | null
}

/** What a price is judged by, whatever the goods are: the catalogue's worth, what it was, what the goods cost, how they go away. */
export interface DealMeasure {
  readonly referenceFen: Fen | null
  readonly beforeFen: Fen | null
  readonly costFen: Fen | null
  readonly terms: SaleTerms
}

/** What the rules say of the price that goods go away at; how it stands beside other goods only the server knows. */
function dealProblems(priceFen: Fen, { referenceFen, beforeFen, costFen, terms }: DealMeasure) {
  const goods = { modelId: '', skuId: '', grade: '99', priceFen, ...terms } as const
  return checkPrice({ ...goods, referenceFen, oldPriceFen: beforeFen, costPriceFen: costFen }, [])
}

/** What goods would lose at a price, for the sum of what is asked about; null without. */
export const lossOfLine = ({
  amounts,
  costFen,
  terms,
}: Pick<SheetLine, 'amounts' | 'costFen' | 'terms'>): Fen | null => {
  const priceFen = dealAmount(amounts)
  return priceFen === null ? null : lossAt(priceFen, costFen, terms)
}

/** What is said of a price that stands, and that nobody is asked about: that it loses. */
export function judgeStanding(
  priceFen: Fen | null,
  { costFen, terms }: Pick<DealMeasure, 'costFen' | 'terms'>,
): LineVerdict {
  const warning = priceFen === null ? null : lossQuestion(priceFen, costFen, terms)
  return { errors: {}, question: null, ...(warning === null ? {} : { warning }) }
}

/** Judges the prices of a run by the server's own rules (domain `auction/pricing`, `listing/price-rules`). */
export function judgePrices({ startFen, reserveFen }: TypedPrices, measure: DealMeasure): LineVerdict {
  const wrong = (key: AmountKey, error: string): LineVerdict => ({ errors: { [key]: error }, question: null })
  if (startFen === null) return wrong('startFen', '请填写起拍价')
  if (reserveFen === null) return wrong('reserveFen', '请填写保底价')
  const problems = checkAuctionPrices({ startFen, reserveFen, buyNowFen: null, referenceFen: null })
  const blocked = problems.find((problem) => problem.level === 'block')
  if (blocked) return wrong(blocked.field === 'startFen' ? 'startFen' : 'reserveFen', blocked.message)
  return { errors: {}, question: questionOf(dealProblems(reserveFen, measure)) }
}

/** Judges a fixed price by the server's own rules: what cannot be is refused, what looks wrong is asked about. */
export function judgeFixedPrice(priceFen: Fen | null, measure: DealMeasure): LineVerdict {
  const wrong = (error: string): LineVerdict => ({ errors: { priceFen: error }, question: null })
  if (priceFen === null) return wrong('请填写售价')
  if (!isPriceInRange(priceFen)) return wrong('售价须在0.01元到99,999,999元之间，请重新填写')
  return { errors: {}, question: questionOf(dealProblems(priceFen, measure)) }
}
