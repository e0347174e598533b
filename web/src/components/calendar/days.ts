import { addDays } from '@huanji/domain/time'

/** A span of calendar days `yyyy-MM-dd`, both ends included; an empty text leaves that end open. */
export interface Days {
  readonly first: string
  readonly last: string
}

/** Days that are told by a word, so that what was kept yesterday means today's days. */
export interface Preset {
  /** As the address says it. */
  readonly word: string
  readonly label: string
  readonly of: (today: string) => Days
}

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/** Some engines read the 30th of February as a day in March: only what reads back the same is a day. */
export function isDay(text: string): boolean {
  const ms = DAY.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}

const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`

const oneDay = (day: string): Days => ({ first: day, last: day })

const lastMonthOf = (today: string): Days => {
  const last = addDays(firstOfMonth(today), -1)
  return { first: firstOfMonth(last), last }
}

const YESTERDAY: Preset = { word: 'yesterday', label: '昨天', of: (today) => oneDay(addDays(today, -1)) }
const TODAY: Preset = { word: 'today', label: '今天', of: oneDay }
const TOMORROW: Preset = { word: 'tomorrow', label: '明天', of: (today) => oneDay(addDays(today, 1)) }

/** What a span of days mostly is. */
export const SPAN_PRESETS: readonly Preset[] = [
  TODAY,
  YESTERDAY,
  { word: 'last7', label: '近7天', of: (today) => ({ first: addDays(today, -6), last: today }) },
  { word: 'last30', label: '近30天', of: (today) => ({ first: addDays(today, -29), last: today }) },
  { word: 'thisMonth', label: '本月', of: (today) => ({ first: firstOfMonth(today), last: today }) },
  { word: 'lastMonth', label: '上月', of: lastMonthOf },
]

/** What a single day mostly is. */
export const DAY_PRESETS: readonly Preset[] = [YESTERDAY, TODAY, TOMORROW]

const ALL: ReadonlyMap<string, Preset> = new Map([...SPAN_PRESETS, TOMORROW].map((preset) => [preset.word, preset]))

/** The preset that a word names. */
export const presetOf = (word: string): Preset | undefined => ALL.get(word)

/** Days in their order: of a span that ends before it begins, the ends are changed. */
export const inOrder = ({ first, last }: Days): Days =>
  first !== '' && last !== '' && first > last ? { first: last, last: first } : { first, last }

/**
 * The days that are meant on a day.
 * @param first a day, a preset's word, or empty
 */
export const daysOn = (today: string, { first, last }: Days): Days =>
  presetOf(first)?.of(today) ?? inOrder({ first, last })

/** The months of one year are told without it. */
const shortDay = (day: string, today: string): string => (day.slice(0, 4) === today.slice(0, 4) ? day.slice(5) : day)

/** What a person reads: 近7天, `11-01 至 11-05`, `11-01 起`; empty for no days at all. */
export function daysText({ first, last }: Days, today: string): string {
  const preset = presetOf(first)
  if (preset) return preset.label
  const days = inOrder({ first, last })
  if (days.first === days.last) return days.first && shortDay(days.first, today)
  if (days.last === '') return `${shortDay(days.first, today)} 起`
  if (days.first === '') return `${shortDay(days.last, today)} 止`
  return `${shortDay(days.first, today)} 至 ${shortDay(days.last, today)}`
}

/** Year, month and day in any usual writing: 2026-11-01, 2026/11/1, 2026年11月1日, 20261101; without a year this one. */
const TYPED = /^(?:(\d{4})\D{0,1})?(\d{1,2})\D?(\d{1,2})日?$/

/** The day that a person typed, empty where it is none. */
export function typedDay(text: string, today: string): string {
  const [, year = today.slice(0, 4), month = '', date = ''] = TYPED.exec(text.replace(/\s/g, '')) ?? []
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? day : ''
}
