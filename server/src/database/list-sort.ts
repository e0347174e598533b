import type { SortedColumns, SortWord } from '@huanji/contract/columns/column'
import type { Actor } from '../platform/actor.ts'
import { mayReadAll } from '../platform/field-rights.ts'

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
 * A list's filter with the order that is asked for, where the list has it: without one where the column has none under the
 * list's tab, and for whoever may not read the column, since an order tells what is larger.
 *
 * @param tab the value of the list's tab filter
 */
export function withPermittedSort<
  Sorted extends string,
  Filter extends { readonly sort?: SortWord<Sorted> | undefined },
>(
  columns: SortedColumns<Sorted>,
  filter: Filter,
  tab: string | undefined,
  reader: Pick<Actor, 'grants' | 'isOwner'>,
): Filter {
  if (filter.sort === undefined) return filter
  const { sort, rights = [] } = columns[sortParts(filter.sort).key] ?? {}
  const isThere = sort !== undefined && (sort.in === undefined || (tab !== undefined && sort.in.includes(tab)))
  return isThere && mayReadAll(reader, rights) ? filter : { ...filter, sort: undefined }
}
