import { type RawBuilder, sql } from 'kysely'
import type { Several } from './list-filter.ts'
import { type AnyQuery, isBeyond, type Ordered, type Place } from './list-place.ts'

/** That a row has one of the values. */
export const hasAny = ({ column, values }: Several<string>): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = any(${values})`

/**
 * The ids of one page of the rows that have any of several values, as a subselect: the first rows of each value, which
 * lie together in an index, are read and merged. Asked for all values at once, the database would read either all their
 * rows or all rows of the list.
 *
 * @param query tables and conditions of the list, without the one for these values
 */
export function pageOfSeveral(
  query: AnyQuery,
  several: Several<string>,
  sort: Ordered,
  place: Place,
): RawBuilder<string> {
  const { position, direction, limit, offset } = place
  const way = direction === 'desc' ? sql`desc` : sql`asc`
  let rows = query
    .clearSelect()
    .select([sort.column.as('place'), sort.idColumn.as('id')])
    .where(sql<boolean>`${sql.ref(several.column)} = one.value`)
    .orderBy(sort.column, direction)
    .orderBy(sort.idColumn, direction)
    .limit(limit + offset)
  if (position !== null) rows = rows.where(isBeyond(sort, position, direction))
  return sql<string>`(select id from (
    select entry.place, entry.id from unnest(${several.values}::${sql.raw(several.type)}[]) as one(value)
      cross join lateral ${rows} as entry
    order by entry.place ${way}, entry.id ${way} limit ${limit} offset ${offset}) as page)`
}
