import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Position } from './list-cursor.ts'

/** A list's query, whatever its tables: they were checked where it was built. */
export type AnyQuery = SelectQueryBuilder<Record<string, Record<string, unknown>>, string, object>

/** What a list is ordered by, as it is written. */
export interface Ordered {
  readonly column: RawBuilder<string>
  readonly idColumn: RawBuilder<string>
  readonly direction: 'asc' | 'desc'
}

/** A page before it is read: a number of rows from the start, or those beyond a position. */
export interface Place {
  readonly position: Position | null
  /** The direction to read in: backwards from a position that goes back. */
  readonly direction: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

/** That a row lies beyond a position, read in this direction. */
export const isBeyond = (
  { column, idColumn }: Ordered,
  { value, id }: Position,
  direction: 'asc' | 'desc',
): RawBuilder<boolean> =>
  sql<boolean>`(${column}, ${idColumn}) ${direction === 'desc' ? sql`<` : sql`>`} (${value}, ${id})`
