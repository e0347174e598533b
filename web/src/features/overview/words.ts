import { type Fen, formatFen } from '@huanji/domain/money'
import { growthOf, shareOf } from '@huanji/domain/overview/period'

/** What stands where there is no number. */
export const NONE = '—'

export const countText = (count: number): string => count.toLocaleString('zh-CN')

export const fenText = (fen: Fen | null): string => (fen === null ? NONE : formatFen(fen))

/** A share as `12.3%`. */
export const percentText = (share: number | null): string => (share === null ? NONE : `${(share * 100).toFixed(1)}%`)

export const rateText = (part: number, whole: number): string => percentText(shareOf(part, whole))

/** A part of a whole in percent, for a chart; null where there is no whole. */
export const ratePercent = (part: number, whole: number): number | null => {
  const share = shareOf(part, whole)
  return share === null ? null : Math.round(share * 1000) / 10
}

const WAN = 10_000

/** A number of an axis: short, in 万 from ten thousand on. */
export const axisText = (value: number): string =>
  Math.abs(value) >= WAN ? `${Math.round((value / WAN) * 10) / 10}万` : String(Math.round(value * 10) / 10)

/** How a number stands to the one of the period before. */
export interface Change {
  readonly text: string
  readonly direction: 'up' | 'down' | 'same'
}

/** More than ten times as much says nothing beside a period in which there was next to nothing. */
const MOST_TENTHS = 9_990

/** `+12.3%` against the period before; null where there was nothing to compare with. */
export function changeOf(now: number | null, before: number | null): Change | null {
  const growth = now === null || before === null ? null : growthOf(now, before)
  if (growth === null) return null
  const tenths = Math.round(growth * 1000)
  if (tenths === 0) return { text: '0.0%', direction: 'same' }
  if (tenths > MOST_TENTHS) return { text: '+999%以上', direction: 'up' }
  const text = `${tenths > 0 ? '+' : ''}${(tenths / 10).toFixed(1)}%`
  return { text, direction: tenths > 0 ? 'up' : 'down' }
}

/** Why there is no change to tell (`changeOf`). */
export function noChangeText(now: number | null, before: number | null): string {
  if (before === null) return '上期无数据'
  return now === null ? '本期无数据' : '上期为0'
}
