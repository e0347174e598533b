import { AUCTION_MODE_LABELS } from '@huanji/contract/features/listing/labels'
import { percentOff, type RepostPrices, repostSteps } from '@huanji/domain/auction/repost'
import { formatFen } from '@huanji/domain/money'
import { formatShanghai } from '@huanji/domain/time'
import { nowMs } from '../../platform/clock.ts'
import type { AuctionSession, RepostSettings } from './types.ts'

/** The numbers that a day's sessions can have, by the hour. */
export const SESSION_NUMBERS: readonly string[] = Array.from({ length: 24 }, (_, index) =>
  String(index + 1).padStart(2, '0'),
)

const EXAMPLE_FEN = 100_000

/** What a phone first offered at ¥1000 would be offered at each time, as a sentence. */
export function ladderText(settings: RepostSettings): string {
  const first: RepostPrices = { startPriceFen: EXAMPLE_FEN, reservePriceFen: EXAMPLE_FEN }
  // what a phone of which no cost stands in the way is offered at
  const series = { times: 0, first, costFen: null, unitCount: 1 }
  const isLowest = (times: number) =>
    settings.stepPercent > 0 && percentOff(settings, times) === 100 - settings.floorPercent
  const steps = repostSteps({ ...settings, mayLose: true }, series, new Date(nowMs())).map(
    ({ times, prices }) => `第${times}次 ${formatFen(prices.startPriceFen)}${isLowest(times) ? '（最低价）' : ''}`,
  )
  const last = isLowest(steps.length) ? '到最低价上过一次' : `上满 ${settings.maxTimes} 次`
  const end = settings.mayLose ? '' : '再降会亏的，停在不亏的价上'
  return `例：首次 ${formatFen(EXAMPLE_FEN)} → ${steps.join(' → ')}。${last}还没卖出，就不再自动上。${end}`
}

/** True where two settings come to the same. */
export const isSame = (one: RepostSettings, other: RepostSettings): boolean =>
  JSON.stringify(ordered(one)) === JSON.stringify(ordered(other))

const ordered = ({ enabled, maxTimes, stepPercent, floorPercent, mayLose, sessionNumbers }: RepostSettings) => [
  enabled,
  maxTimes,
  stepPercent,
  floorPercent,
  mayLose,
  sessionNumbers.toSorted(),
]

/** What a select offers, with the present value among it. */
export const choicesWith = (choices: readonly number[], present: number): number[] =>
  [...new Set([...choices, present])].toSorted((one, other) => one - other)

/** When a session of each number begins, and how it is bid in: `10:00 明拍`; what is not known of a number is left out. */
export function sessionTimes(
  sessions: readonly Pick<AuctionSession, 'scheduleNumber' | 'startsAt' | 'mode'>[],
): ReadonlyMap<string, string> {
  const times = new Map<string, string>()
  for (const { scheduleNumber, startsAt, mode } of sessions) {
    if (!times.has(scheduleNumber)) {
      times.set(scheduleNumber, `${formatShanghai(startsAt).slice(11)} ${AUCTION_MODE_LABELS[mode]}`)
    }
  }
  return times
}
