import { COUNT_CAP, TAB_COUNT_CAP } from '@huanji/contract/constants'
import {
  type Expression,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  type StringReference,
  sql,
} from 'kysely'
import type { Tx } from './database.ts'
import { countUpTo } from './list-count.ts'
import type { AnyQuery } from './list-place.ts'

/** Values of a filter, as a subselect of one column. */
export type Options = RawBuilder<string>

/** So many rows are read at most to be grouped: one more than what counts as a short list. */
export const READ_MAX = COUNT_CAP + 1

/** The words that a column may hold. */
export const wordsAsOptions = (words: readonly string[]): Options =>
  sql<string>`(select word from unnest(${words}::text[]) as word)`

/**
 * The values that a column has in some rows, whatever their number of rows: it jumps from value to value over an index
 * that begins with what `rows` is filtered by, and then the column.
 */
export function optionsIn<DB, TB extends keyof DB>(
  rows: SelectQueryBuilder<DB, TB, object>,
  column: StringReference<DB, TB>,
): Options {
  const value = sql.ref<string>(String(column))
  const next = (rows as unknown as AnyQuery).clearSelect().select(value.as('value')).orderBy(value).limit(1)
  return sql<string>`(
    with recursive found as (
      ${next} union all
      select ${next.where(sql<boolean>`${value} > found.value`)} from found where found.value is not null)
    select value from found where value is not null)`
}

/**
 * How many rows of a list have each value of a column, each count stopping at TAB_COUNT_CAP, in one statement. The rows
 * of a list of up to COUNT_CAP are grouped. Of a longer one each value's rows are counted up to the cap where an index
 * has them together; else only that is known which the first COUNT_CAP rows show, and values with fewer than the cap
 * among them are left out.
 *
 * @param query tables and conditions of the list but the one for this column
 * @param options the values that there may be
 * @param isIndexed whether an index begins with all that the list is filtered by and the column
 */
export function countByValue<DB, TB extends keyof DB, Row>(
  tx: Tx,
  query: SelectQueryBuilder<DB, TB, Row>,
  column: StringReference<DB, TB>,
  { options, isIndexed }: { readonly options: Options; readonly isIndexed: boolean },
): Promise<Record<string, number>> {
  const value = sql.ref<string>(String(column))
  const rows = query as unknown as AnyQuery
  const first = rows.clearSelect().select(value.as('value')).limit(READ_MAX)
  const each = countUpTo(rows.toOperationNode(), TAB_COUNT_CAP, sql<boolean>`${value} = choice.value`)
  const ofLong = isIndexed
    ? sql<Counted>`select choice.value::text, ${each} from ${options} as choice(value) where not (select is_all from length)`
    : sql<Counted>`select value::text, count from grouped where count = ${TAB_COUNT_CAP} and not (select is_all from length)`
  return counted(
    tx,
    sql<Counted>`
    with first as materialized ${first},
      length as materialized (select count(*) <= ${COUNT_CAP} as is_all from first),
      grouped as (select value, least(count(*), ${TAB_COUNT_CAP}) as count from first group by value)
    select choice.value::text, coalesce(grouped.count, 0) as count
    from ${options} as choice(value) left join grouped on grouped.value = choice.value
    where (select is_all from length)
    union all ${ofLong}`,
  )
}

/** The same where a value is not in a column of the list: `matches` says of a row whether it has `choice.value`. */
export function countByMatch<DB, TB extends keyof DB, Row>(
  tx: Tx,
  query: SelectQueryBuilder<DB, TB, Row>,
  matches: Expression<SqlBool>,
  options: Options,
): Promise<Record<string, number>> {
  const count = countUpTo(query.toOperationNode(), TAB_COUNT_CAP, matches)
  return counted(tx, sql<Counted>`select choice.value::text, ${count} as count from ${options} as choice(value)`)
}

interface Counted {
  readonly value: string
  readonly count: number
}

async function counted(tx: Tx, statement: RawBuilder<Counted>): Promise<Record<string, number>> {
  const rows = await tx.rows(statement)
  return Object.fromEntries(rows.map(({ value, count }) => [value, count]))
}
