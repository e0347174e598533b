import { type Fen, formatFen } from './money.ts'

/** A change by more than this share asks for a second look, of a price and of a cost alike (docs/domain.md §6.2). */
export const JUMP_PERCENT = 30

/** True for an amount that changes so much that it is more likely a slip, or meant for other goods. False where nothing was before. */
export const isJump = (beforeFen: Fen | null, afterFen: Fen): boolean =>
  beforeFen !== null && beforeFen > 0 && Math.abs(afterFen - beforeFen) * 100 > beforeFen * JUMP_PERCENT

/**
 * The question to confirm before an amount changes by more than 30 %, with both amounts; null without a jump.
 * @param what whose amount it is: `价格`, `成本价`
 */
export function jumpQuestion(what: string, beforeFen: Fen | null, afterFen: Fen): string | null {
  if (beforeFen === null || !isJump(beforeFen, afterFen)) return null
  const percent = Math.round((Math.abs(afterFen - beforeFen) / beforeFen) * 100)
  const change = `${afterFen < beforeFen ? '降' : '涨'}了${percent}%`
  return `${what}由${formatFen(beforeFen)}改为${formatFen(afterFen)}，${change}，请核对没有多输或少输一位`
}

/** The same for somebody who may not know one of the amounts. */
export const jumpWithoutAmounts = (what: string): string => `${what}变化超过${JUMP_PERCENT}%，请核对没有多输或少输一位`
