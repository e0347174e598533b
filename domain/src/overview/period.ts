import { addDays, daysBetween } from '../time.ts'

/** Shanghai days from the first to the last, both included, as `yyyy-MM-dd`. */
export interface Period {
  readonly from: string
  readonly to: string
}

/** The longest period that the overview answers: a leap year. */
export const PERIOD_DAYS_MAX = 366

/** How many days a period has; below 1 for one that ends before it begins. */
export const daysOf = ({ from, to }: Period): number => daysBetween(from, to) + 1

/** The period of as many days that ends where this one begins. */
export function periodBefore({ from, to }: Period): Period {
  return { from: addDays(from, -daysOf({ from, to })), to: addDays(from, -1) }
}

/** The last days up to a day, that day included. */
export const lastDays = (today: string, days: number): Period => ({ from: addDays(today, 1 - days), to: today })

/** Every day of a period, in order. */
export function eachDay(period: Period): string[] {
  return Array.from({ length: Math.max(0, daysOf(period)) }, (_, index) => addDays(period.from, index))
}

/** Up to so many days a trend has a point a day, up to so many a point a week, beyond that a point a month. */
const DAILY_MAX = 31
const WEEKLY_MAX = 120

/** Whether a period is so long that it is drawn month by month. */
export const isDrawnByMonth = (period: Period): boolean => daysOf(period) > WEEKLY_MAX

/** The first day of the stretch of a period that a day's figures are drawn in. */
export function stretchOf(period: Period, day: string): string {
  if (daysOf(period) <= DAILY_MAX) return day
  if (isDrawnByMonth(period)) return day.slice(0, 7) === period.from.slice(0, 7) ? period.from : `${day.slice(0, 7)}-01`
  const index = Math.floor(daysBetween(period.from, day) / 7)
  return addDays(period.from, index * 7)
}

/** A part of a whole, 0 to 1 and more; null where there is no whole. */
export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

/** How much more there is than before, as a share of what was before; null where that was nothing. */
export const growthOf = (now: number, before: number): number | null =>
  before === 0 ? null : (now - before) / Math.abs(before)
