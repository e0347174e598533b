import type { RawBuilder } from 'kysely'
import { anyOf } from './query.ts'

/** What a list's filter was given: one value, or several of which a row has any. */
export type Given<Value> = Value | readonly Value[]

/** The values of a filter, each once; none of one that is not set. */
export function valuesOf<Value extends string>(given: Given<Value> | undefined): readonly Value[] {
  if (given === undefined || given === '') return []
  return typeof given === 'string' ? [given] : [...new Set(given as readonly Value[])]
}

/** What a filter's column is compared with: `where('b.channel', '=', oneOf(filter.channel))`. */
export function oneOf<Value extends string>(given: Given<Value>): Value | RawBuilder<Value> {
  const values = valuesOf(given)
  const [first, ...others] = values
  return first === undefined || others.length > 0 ? anyOf(values) : first
}

/** A filter's column, and what its values are in the database. */
export interface FilterColumn<Column> {
  readonly column: Column
  readonly type: 'uuid' | 'text'
}

/** A filter with several values, each of which has its own place in an index that ends in the list's order. */
export interface Several<Column> extends FilterColumn<Column> {
  readonly values: readonly string[]
}

/**
 * Takes the first filter with several values out of a list's filters, for `listPage` to merge their rows. The ones that
 * have an index in the list's order are named in `columns`, most telling first; null where none has several values.
 */
export function takeSeveral<Filter extends object, Column extends string>(
  filter: Filter,
  columns: Readonly<Record<string, FilterColumn<Column>>>,
): { readonly filter: Filter; readonly several: Several<Column> } | null {
  for (const [name, column] of Object.entries(columns)) {
    const values = valuesOf((filter as Readonly<Record<string, Given<string> | undefined>>)[name])
    if (values.length > 1) return { filter: { ...filter, [name]: undefined }, several: { ...column, values } }
  }
  return null
}
