import type { SortedColumns, SortWord } from '@huanji/contract/columns/column'
import type { Actor } from '../platform/actor.ts'
import { mayRead } from '../platform/field-rights.ts'

/** An order of a list in its parts. */
export interface SortParts<Sorted extends string> {
  readonly key: Sorted
  readonly direction: 'asc' | 'desc'
}

export function sortParts<Sorted extends string>(word: SortWord<Sorted>): SortParts<Sorted> {
  const dot = word.lastIndexOf('.')
  return { key: word.slice(0, dot) as Sorted, direction: word.endsWith('.asc') ? 'asc' : 'desc' }
}

/**
 * The order that a list is asked for, where it has it: undefined where nothing was asked, where the column has no order
 * under the list's tab, and for whoever may not read the column, since an order tells what is larger.
 *
 * @param tab the value of the list's tab filter
 */
export function permittedSort<Sorted extends string>(
  columns: SortedColumns<Sorted>,
  word: SortWord<Sorted> | undefined,
  tab: string | undefined,
  reader: Pick<Actor, 'grants' | 'isOwner'>,
): SortWord<Sorted> | undefined {
  if (word === undefined) return undefined
  const { sort, right } = columns[sortParts(word).key] ?? {}
  if (sort === undefined || (right !== undefined && !mayRead(reader, right))) return undefined
  return sort.in === undefined || (tab !== undefined && sort.in.includes(tab)) ? word : undefined
}
