import { percentOff, type RepostPrices, repostPrices } from '@huanji/domain/auction/repost'
import { formatFen } from '@huanji/domain/money'
import type { RepostSettings } from './types.ts'

/** The numbers that a day's sessions can have, by the hour. */
export const SESSION_NUMBERS: readonly string[] = Array.from({ length: 24 }, (_, index) =>
  String(index + 1).padStart(2, '0'),
)

const EXAMPLE_FEN = 100_000

/** What a phone first offered at ¥1000 would be offered at each time, as a sentence. */
export function ladderText(settings: RepostSettings): string {
  const first: RepostPrices = { startPriceFen: EXAMPLE_FEN, reservePriceFen: EXAMPLE_FEN }
  const steps: string[] = []
  for (let times = 1; times <= settings.maxTimes; times += 1) {
    const isLowest = settings.stepPercent > 0 && percentOff(settings, times) === 100 - settings.floorPercent
    const price = formatFen(repostPrices(settings, first, times).startPriceFen)
    steps.push(`第${times}次 ${price}${isLowest ? '（最低价）' : ''}`)
    if (isLowest) break
  }
  return `例：首次 ${formatFen(EXAMPLE_FEN)} → ${steps.join(' → ')}，仍流拍则停止`
}

/** True where two settings come to the same. */
export const isSame = (one: RepostSettings, other: RepostSettings): boolean =>
  JSON.stringify(ordered(one)) === JSON.stringify(ordered(other))

const ordered = ({ enabled, maxTimes, stepPercent, floorPercent, sessionNumbers }: RepostSettings) => [
  enabled,
  maxTimes,
  stepPercent,
  floorPercent,
  sessionNumbers.toSorted(),
]

/** What a select offers, with the present value among it. */
export const choicesWith = (choices: readonly number[], present: number): number[] =>
  [...new Set([...choices, present])].toSorted((one, other) => one - other)
