import { type Fen, formatFen } from './money.ts'

/** A change by more than this share asks for a second look, of a price and of a cost alike (docs/domain.md §6.2). */
export const JUMP_PERCENT = 30

/** True for an amount that changes so much that it is more likely a slip, or meant for other goods. False where nothing was before. */
export const isJump = (beforeFen: Fen | null, afterFen: Fen): boolean =>
  beforeFen !== null && beforeFen > 0 && Math.abs(afterFen - beforeFen) * 100 > beforeFen * JUMP_PERCENT

/** An amount so many times another one, or so small a part of it, has rather a digit too many or too few. */
const DIGIT_FACTOR = 5

const times = (factor: number): string => String(Math.round(factor * 10) / 10)

/** How far an amount lies from another one: `少91%`, `多43%`, or from the double on `的10倍`. */
function distance(fen: Fen, fromFen: Fen): { readonly text: string; readonly isTimes: boolean } {
  if (fen >= fromFen * 2) return { text: `${times(fen / fromFen)}倍`, isTimes: true }
  // what is left of a hundred is never told as nothing
  const percent = Math.min(99, Math.round((Math.abs(fen - fromFen) / fromFen) * 100))
  return { text: `${fen < fromFen ? '少' : '多'}${percent}%`, isTimes: false }
}

/** What a person is asked about an amount by how far it lies from another one. */
function slip(fen: Fen, fromFen: Fen): string {
  if (fen >= fromFen * DIGIT_FACTOR) return '是不是多输了一位？'
  return fen * DIGIT_FACTOR <= fromFen ? '是不是少输了一位？' : '对吗？'
}

/** The question about a price far from what such goods are worth: `¥38.00比参考价¥420.00少91%，是不是少输了一位？`. */
export function referenceQuestion(priceFen: Fen, referenceFen: Fen): string {
  const { text, isTimes } = distance(priceFen, referenceFen)
  const reference = `参考价${formatFen(referenceFen)}`
  return `${formatFen(priceFen)}${isTimes ? `是${reference}的` : `比${reference}`}${text}，${slip(priceFen, referenceFen)}`
}

/**
 * The question to confirm before an amount changes by more than 30 %, with both amounts; null without a jump.
 * @param what whose amount it is: `价格`, `成本价`
 */
export function jumpQuestion(what: string, beforeFen: Fen | null, afterFen: Fen): string | null {
  if (beforeFen === null || !isJump(beforeFen, afterFen)) return null
  const { text, isTimes } = distance(afterFen, beforeFen)
  const change = isTimes ? `是原来的${text}` : text
  return `${what}由${formatFen(beforeFen)}改为${formatFen(afterFen)}，${change}，${slip(afterFen, beforeFen)}`
}

/** The same for somebody who may not know one of the amounts. */
export const jumpWithoutAmounts = (what: string): string => `${what}变化超过${JUMP_PERCENT}%，是不是多输或少输了一位？`

/** Several doubts as one text, each of them said once; a question mark ends a sentence by itself. */
export const asOneText = (doubts: readonly string[]): string => [...new Set(doubts)].join('；').replaceAll('？；', '？')
