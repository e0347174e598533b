import { lowPriceConfirmation } from '../auction/pricing.ts'
import type { Channel } from '../channel.ts'
import type { SaleTerms } from '../fees/left-of-price.ts'
import { GRADE_LABELS } from '../grading/ladder.ts'
import { asOneText, jumpQuestion, referenceQuestion } from '../jump.ts'
import { type Fen, formatFen } from '../money.ts'
import type { Grade } from '../template/types.ts'
import { lossQuestion } from './cost-floor.ts'
import { skuPartsOf, storageOfSku } from './sku-id.ts'

/** Without data of the marketplace a price stands between 70 % and 130 % of the reference (docs/domain.md §6.2). */
const LOW_PERCENT = 70
const HIGH_PERCENT = 130
const YUAN_FEN = 100

/** Between what a price usually is, both ends included. */
export interface PriceBand {
  readonly lowFen: Fen
  readonly highFen: Fen
}

/** The band of a price by what the phone is worth, in whole yuan. */
export function priceBand(referenceFen: Fen): PriceBand {
  return {
    lowFen: Math.ceil((referenceFen * LOW_PERCENT) / 100 / YUAN_FEN) * YUAN_FEN,
    highFen: Math.floor((referenceFen * HIGH_PERCENT) / 100 / YUAN_FEN) * YUAN_FEN,
  }
}

/** One price that is asked about, or that stands on sale. */
export interface PricedItem {
  readonly modelId: string
  readonly skuId: string
  readonly grade: Grade
  readonly channel: Channel
  readonly priceFen: Fen
}

/** A price with what it is judged by. */
export interface PriceQuestion extends PricedItem, SaleTerms {
  /** What it is worth; null where nothing says. */
  readonly referenceFen: Fen | null
  /** What it was until now; null for a new one. */
  readonly oldPriceFen: Fen | null
  readonly costPriceFen: Fen | null
}

export interface PriceRuleProblem {
  readonly code: 'RANGE' | 'MONOTONIC_GRADE' | 'MONOTONIC_STORAGE' | 'ALARM' | 'MARGIN'
  /** `confirm` needs a second yes; `note` is only said. */
  readonly level: 'confirm' | 'note'
  readonly message: string
}

/** The ladder of grades from the best down; fault and unsellable phones have no place in it. */
const LADDER: readonly Grade[] = ['NEW', '99', '95', '90', '80', '70']

function rangeProblem({ priceFen, referenceFen }: PriceQuestion): PriceRuleProblem | null {
  if (referenceFen === null) return null
  const { lowFen, highFen } = priceBand(referenceFen)
  if (priceFen >= lowFen && priceFen <= highFen) return null
  return { code: 'RANGE', level: 'confirm', message: referenceQuestion(priceFen, referenceFen) }
}

function alarmProblems({ priceFen, referenceFen, oldPriceFen }: PriceQuestion): PriceRuleProblem[] {
  const low = referenceFen === null ? null : lowPriceConfirmation(priceFen, referenceFen)
  const messages = [low, jumpQuestion('价格', oldPriceFen, priceFen)].filter((one) => one !== null)
  return messages.map((message) => ({ code: 'ALARM', level: 'confirm', message }))
}

/** Bytes of a storage such as `12GB+256GB`, of which the second counts; null where it cannot be read. */
export function storageGb(skuId: string): number | null {
  const parts = /(\d+(?:\.\d+)?)(GB|TB)$/i.exec(storageOfSku(skuId))
  if (!parts?.[1]) return null
  return Number(parts[1]) * (parts[2]?.toUpperCase() === 'TB' ? 1024 : 1)
}

const isSameGoods = (a: PricedItem, b: PricedItem) => a.modelId === b.modelId && a.channel === b.channel

function gradeProblem(one: PricedItem, others: readonly PricedItem[]): PriceRuleProblem | null {
  const rank = LADDER.indexOf(one.grade)
  if (rank < 0) return null
  for (const other of others) {
    const otherRank = LADDER.indexOf(other.grade)
    if (otherRank < 0 || otherRank === rank || !isSameGoods(one, other) || other.skuId !== one.skuId) continue
    const isUpsideDown = rank < otherRank ? one.priceFen < other.priceFen : one.priceFen > other.priceFen
    if (!isUpsideDown) continue
    const relation = rank < otherRank ? '低于' : '高于'
    const [mine, theirs] = [GRADE_LABELS[one.grade], GRADE_LABELS[other.grade]]
    const message = `同规格${mine}${formatFen(one.priceFen)}${relation}${theirs}的${formatFen(other.priceFen)}，成色越好价格应越高`
    return { code: 'MONOTONIC_GRADE', level: 'confirm', message }
  }
  return null
}

function storageProblem(one: PricedItem, others: readonly PricedItem[]): PriceRuleProblem | null {
  const size = storageGb(one.skuId)
  if (size === null) return null
  const { colour, ram } = skuPartsOf(one.skuId)
  for (const other of others) {
    const otherSize = storageGb(other.skuId)
    const otherParts = skuPartsOf(other.skuId)
    if (otherSize === null || otherSize === size || !isSameGoods(one, other) || other.grade !== one.grade) continue
    if (otherParts.colour !== colour || otherParts.ram !== ram) continue
    const isUpsideDown = size > otherSize ? one.priceFen < other.priceFen : one.priceFen > other.priceFen
    if (!isUpsideDown) continue
    const relation = size > otherSize ? '低于' : '高于'
    const message = `${storageOfSku(one.skuId)}${formatFen(one.priceFen)}${relation}${storageOfSku(other.skuId)}的${formatFen(other.priceFen)}，容量越大价格应越高`
    return { code: 'MONOTONIC_STORAGE', level: 'confirm', message }
  }
  return null
}

function marginProblem(one: PriceQuestion): PriceRuleProblem | null {
  const message = lossQuestion(one.priceFen, one.costPriceFen, one)
  return message === null ? null : { code: 'MARGIN', level: 'confirm', message }
}

/** What of several problems has to be confirmed, each sentence once; null without a doubt. */
export const questionOf = (problems: readonly PriceRuleProblem[]): string | null =>
  asOneText(problems.flatMap(({ level, message }) => (level === 'confirm' ? [message] : []))) || null

/**
 * What is wrong with a price (docs/domain.md §6.2): out of its band, below a worse grade's or a smaller storage's among
 * the `others`, far below the reference or far from what it was, at a loss after the fees. The worst comes first.
 */
export function checkPrice(one: PriceQuestion, others: readonly PricedItem[]): PriceRuleProblem[] {
  const problems = [
    rangeProblem(one),
    gradeProblem(one, others),
    storageProblem(one, others),
    ...alarmProblems(one),
    marginProblem(one),
  ].filter((problem) => problem !== null)
  const order = ['confirm', 'note']
  return problems.sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level))
}
