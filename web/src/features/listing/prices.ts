import { checkAuctionPrices, isPriceInRange } from '@huanji/domain/auction/pricing'
import type { Channel } from '@huanji/domain/channel'
import { checkPrice } from '@huanji/domain/listing/price-rules'
import type { Fen } from '@huanji/domain/money'
import type { AmountKey, LineVerdict } from './sheet/lines.ts'

/** What a person typed for one run, in fen; null while a box is empty or holds no amount. */
export interface TypedPrices {
  readonly startFen: Fen | null
  readonly reserveFen: Fen | null
}

/** What a price is judged by, whatever the goods are: the catalogue's worth, what it was, what the goods cost. */
export interface DealMeasure {
  readonly referenceFen: Fen | null
  readonly beforeFen: Fen | null
  readonly costFen: Fen | null
}

/** What the rules say of the price that goods go away at; how it stands beside other goods only the server knows. */
function dealProblems(channel: Channel, priceFen: Fen, { referenceFen, beforeFen, costFen }: DealMeasure) {
  const goods = { modelId: '', skuId: '', grade: '99', channel, priceFen } as const
  return checkPrice({ ...goods, referenceFen, oldPriceFen: beforeFen, costPriceFen: costFen }, [])
}

/** What has to be confirmed; null without a doubt. */
const questionOf = (problems: ReturnType<typeof dealProblems>): string | null =>
  problems
    .filter((problem) => problem.level === 'confirm')
    .map(({ message }) => message)
    .join('；') || null

/** Judges the prices of a run by the server's own rules (domain `auction/pricing`, `listing/price-rules`). */
export function judgePrices({ startFen, reserveFen }: TypedPrices, measure: DealMeasure): LineVerdict {
  const wrong = (key: AmountKey, error: string): LineVerdict => ({ errors: { [key]: error }, question: null })
  if (startFen === null) return wrong('startFen', '请填写起拍价')
  if (reserveFen === null) return wrong('reserveFen', '请填写保底价')
  const problems = checkAuctionPrices({ startFen, reserveFen, buyNowFen: null, referenceFen: null })
  const blocked = problems.find((problem) => problem.level === 'block')
  if (blocked) return wrong(blocked.field === 'startFen' ? 'startFen' : 'reserveFen', blocked.message)
  return { errors: {}, question: questionOf(dealProblems('auction', reserveFen, measure)) }
}

/** Judges a fixed price by the server's own rules: what cannot be is refused, what looks wrong is asked about. */
export function judgeFixedPrice(priceFen: Fen | null, measure: DealMeasure): LineVerdict {
  const wrong = (error: string): LineVerdict => ({ errors: { priceFen: error }, question: null })
  if (priceFen === null) return wrong('请填写售价')
  if (!isPriceInRange(priceFen)) return wrong('售价须在0.01元到99,999,999元之间，请重新填写')
  return { errors: {}, question: questionOf(dealProblems('curated', priceFen, measure)) }
}
