import { addDays, formatShanghai, shanghaiDate } from '@huanji/domain/time'
import type { Tx } from '../../database/database.ts'
import type { ExportSource } from '../export-source/source.ts'
import { merchantRow } from '../tenant/store.ts'
import { filterWords } from './filter-words.ts'
import type { ExportTask } from './store.ts'

type Fields = Readonly<Record<string, unknown>>

/** The first pair of a filter that says from when to when: `occurredFrom` and `occurredTo`. */
function periodKeys(filter: Fields): readonly [from: string, to: string] | null {
  const name = Object.keys(filter).find((key) => /(?:From|To)$/.test(key) && typeof filter[key] === 'string')
  const stem = name?.replace(/(?:From|To)$/, '')
  return stem === undefined ? null : [`${stem}From`, `${stem}To`]
}

const isMonth = (from: string, to: string): boolean =>
  from.endsWith('-01') && to.slice(0, 7) === from.slice(0, 7) && addDays(to, 1).endsWith('-01')

/** From when to when, as people say it: 2026-11 for a whole month. */
export function periodText(from: string | null, to: string | null): string {
  const [first, last] = [from, to].map((at) => (at === null ? '' : shanghaiDate(at)))
  if (!first) return last ? `到${last}` : ''
  if (!last) return `${first}起`
  if (isMonth(first, last)) return first.slice(0, 7)
  return first === last ? first : `${first}至${last}`
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** What a file says of itself above its titles: whose it is, what it holds and of which time. */
export async function captionOf(
  tx: Tx,
  source: ExportSource | undefined,
  { filter, createdAt }: Pick<ExportTask, 'filter' | 'createdAt'>,
): Promise<string> {
  if (source === undefined) return ''
  const keys = periodKeys(filter)
  const { sort: _, month, ...asked } = filter
  const rest = Object.fromEntries(Object.entries(asked).filter(([name]) => keys === null || !keys.includes(name)))
  const period = textOf(month) ?? (keys === null ? '' : periodText(textOf(filter[keys[0]]), textOf(filter[keys[1]])))
  const whose = (await merchantRow(tx))?.name ?? ''
  const words = await filterWords(tx, source, rest)
  return [whose, source.title, period || `截至${formatShanghai(createdAt)}`, words]
    .filter((one) => one !== '')
    .join(' · ')
}
