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
  const [first, ...others] = valuesOf(given)
  return first === undefined || others.length > 0 ? anyOf(valuesOf(given)) : first
}
