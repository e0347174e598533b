import { shanghaiDate } from '@huanji/domain/time'
import type { ListingRow, Session } from './types.ts'

/** What tells a session from the others: its day and its number. */
export const sessionKey = (session: Pick<Session, 'scheduleDate' | 'scheduleNumber'>): string =>
  `${session.scheduleDate} ${session.scheduleNumber}`

/** A session that closes sooner is none to begin with: there would be no time to set the prices. */
const ROOM_MS = 10 * 60_000

/** The nearest session that leaves time to set the prices, else the nearest at all; null without any. */
export const soonest = (sessions: readonly Session[], atMs: number): Session | null =>
  sessions.find(({ cutOffAt }) => Date.parse(cutOffAt) - atMs >= ROOM_MS) ?? sessions[0] ?? null

interface SessionDay {
  readonly date: string
  /** 今天 11-23, 明天 11-24, 周三 11-25 */
  readonly label: string
  readonly list: readonly Session[]
}

const WEEKDAYS = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'] as const

const DAY_MS = 24 * 3_600_000
const dayAt = (ms: number): string => shanghaiDate(new Date(ms).toISOString())

function dayWord(date: string, atMs: number): string {
  if (date === dayAt(atMs)) return '今天'
  if (date === dayAt(atMs + DAY_MS)) return '明天'
  return WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? ''
}

/** Sessions by their day, in their order. */
export function sessionDays(sessions: readonly Session[], atMs: number): SessionDay[] {
  const byDay = Map.groupBy(sessions, ({ scheduleDate }) => scheduleDate)
  return [...byDay].map(([date, list]) => ({ date, label: `${dayWord(date, atMs)} ${date.slice(5)}`, list }))
}

/** How many phones of ours wait or are bid for, by the number of their session, on one day. */
export function ownCounts(rows: readonly Pick<ListingRow, 'entry' | 'unitCount'>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { entry, unitCount } of rows) {
    if (entry === null || (entry.state !== 'scheduled' && entry.state !== 'bidding')) continue
    counts.set(entry.scheduleNumber, (counts.get(entry.scheduleNumber) ?? 0) + unitCount)
  }
  return counts
}
