import type { Column } from '@huanji/contract/columns/column'

export type SortWay = 'asc' | 'desc'

const OTHER: Readonly<Record<SortWay, SortWay>> = { asc: 'desc', desc: 'asc' }

interface SortableColumn {
  readonly key: string
  readonly declared: Pick<Column, 'sort'>
}

const known = new WeakMap<object, readonly string[]>()

/** Every order that a list's columns can put it in, as its address says it; the same array for the same columns. */
export function sortWords(columns: Readonly<Record<string, Column>>): readonly string[] {
  const found = known.get(columns)
  if (found) return found
  const keys = Object.keys(columns).filter((key) => columns[key]?.sort)
  const words = keys.flatMap((key) => [`${key}.asc`, `${key}.desc`])
  known.set(columns, words)
  return words
}

/**
 * How a list is sorted by a column: its way, null where it is not, undefined where it cannot be.
 * @param sort the list's, `orderedAt.asc`; empty for its own order
 * @param tab the value of its tabs' filter: some columns can be sorted in some tabs only
 */
export function sortedBy({ key, declared }: SortableColumn, sort: string, tab: string): SortWay | null | undefined {
  if (!declared.sort || (declared.sort.in && !declared.sort.in.includes(tab))) return undefined
  if (sort === `${key}.asc`) return 'asc'
  return sort === `${key}.desc` ? 'desc' : null
}

/** The sort that a click on a column's title asks for: its first way, then the other, then the list's own order. */
export function nextSort(key: string, now: SortWay | null, first: SortWay): string {
  if (now === null) return `${key}.${first}`
  return now === first ? `${key}.${OTHER[first]}` : ''
}
