import { COUNT_CAP, TAB_COUNT_CAP } from '@huanji/contract/constants'
import { type RawBuilder, type SelectQueryBuilder, type StringReference, sql } from 'kysely'
import type { Tx } from './database.ts'
import { countUpTo } from './list-count.ts'
import { openCursor, type Position, sealCursor } from './list-cursor.ts'
import type { Several } from './list-filter.ts'
import { hasAny, pageOfSeveral } from './list-merge.ts'
import { type AnyQuery, isBeyond, type Ordered, type Place } from './list-place.ts'
import { db, type Statement } from './query.ts'
import { countOfEntries, pageOfEntries, type SearchEntries } from './search.ts'

export interface Paging {
  readonly page: number
  readonly pageSize: number
  readonly cursor?: string | undefined
  /** How far the rows are counted instead of COUNT_CAP, by work that reads a whole list; no caller can ask for it. */
  readonly countTo?: number
}

/** Whether work reads a list for its rows alone: nobody sees the numbers on its tabs. */
export const isReadThrough = ({ countTo }: Paging): boolean => countTo !== undefined

/**
 * The order of a list: a column that is never null, then an id that is unique among the rows. Both must end an index
 * that starts with merchant_id, or deep pages will cost more than the first.
 */
export interface Sort<Column> {
  /** A column, or what is made of one, by a key of its own. */
  readonly column: Column | { readonly key: string; readonly value: RawBuilder<string> }
  readonly idColumn: Column
  readonly direction: 'asc' | 'desc'
}

/** How a list is ordered and which page of it is asked for. */
export interface ListOptions<Column> {
  readonly sort: Sort<Column>
  readonly paging: Paging
  /**
   * What a keyword finds, when the list is in the order of its entries and filtered by nothing else but these states:
   * its page and its count are read from there, and the query has no condition for it.
   */
  readonly search?: (SearchEntries & { readonly states: readonly string[] }) | undefined
  /** A filter with several values, for which the query has no condition: their rows are merged. */
  readonly several?: Several<Column> | undefined
}

export interface ListPage<R> {
  list: R[]
  total: number
  totalIsCapped: boolean
  page: number
  pageSize: number
  nextCursor: string | null
  previousCursor: string | null
}

/** A page, and the order that it is in: null for the list's own. */
export type SortedPage<R, Word> = ListPage<R> & { readonly sort: NonNullable<Word> | null }

/** A row with the count and its place in the order. */
export type Found<R> = R & { page_total: number; page_value: string; page_id: string }

/**
 * One page of a list in one statement, with a count that stops at COUNT_CAP. A cursor of an earlier answer makes any
 * depth cost what the first page costs; a page number without one is found by a scan of ids alone. A cursor that is
 * damaged or was made for another order is ignored, which gives the first page.
 *
 * @param query tables, conditions and columns, without order and limit; the merchant is its first condition. A left join
 *   adds columns and never rows, and is left out of the count where no condition reads it
 */
export function listPage<DB, TB extends keyof DB, Row>(
  tx: Tx,
  query: SelectQueryBuilder<DB, TB, Row>,
  options: ListOptions<StringReference<DB, TB>>,
): Promise<ListPage<Row>> {
  const several = options.several && { ...options.several, column: String(options.several.column) }
  const apart = query as unknown as AnyQuery
  const rows = several === undefined ? apart : apart.where(hasAny(several))
  const { direction, column } = options.sort
  const { key, value } = typeof column === 'object' && 'key' in column ? column : plainColumn(String(column))
  const sort = { column: value, idColumn: sql.ref<string>(String(options.sort.idColumn)), direction }
  const { search, paging } = options
  const cap = paging.countTo ?? COUNT_CAP
  const most = cap + 1
  const total = search === undefined ? countUpTo(rows.toOperationNode(), most) : countOfEntries(tx, search, most)
  const found = (place: Place) => {
    if (search !== undefined) return pageOfEntries(tx, search, place)
    return several === undefined ? null : pageOfSeveral(apart, several, sort, place)
  }
  const list = { order: `${key} ${direction}`, sort, paging, total, cap }
  return readPage(tx, list, (place) => pageStatement(rows, list, place, found(place)))
}

const plainColumn = (name: string) => ({ key: name, value: sql.ref<string>(name) })

interface List {
  /** Tells orders apart, so that a cursor made for one is not used for another. */
  readonly order: string
  readonly sort: Ordered
  readonly paging: Paging
  readonly total: RawBuilder<number>
  /** Where the count stops. */
  readonly cap: number
}

async function readPage<Row>(
  tx: Tx,
  { order, sort, paging, total: count, cap }: List,
  statement: (place: Place) => Statement<object>,
): Promise<ListPage<Row>> {
  const { pageSize, cursor } = paging
  const position = cursor === undefined ? null : openCursor(tx.cursorKey, order, cursor)
  const page = cursor !== undefined && position === null ? 1 : paging.page
  const isBack = position?.way === 'previous'
  const direction = (sort.direction === 'desc') === !isBack ? 'desc' : 'asc'
  const offset = position === null ? (page - 1) * pageSize : 0
  const rows = (await tx.rows<unknown>(statement({ position, direction, limit: pageSize + 1, offset }))) as Found<Row>[]
  const isFirst = page === 1 && position === null
  const total = rows[0]?.page_total ?? (isFirst ? 0 : await totalAlone(tx, count))
  const hasMore = rows.length > pageSize
  if (hasMore) rows.pop()
  if (isBack) rows.reverse()
  const sign = (way: Position['way'], row: Found<Row> | undefined) =>
    row === undefined ? null : sealCursor(tx.cursorKey, order, { way, value: row.page_value, id: row.page_id })
  return {
    list: rows.map(withoutPlace),
    total: Math.min(total, cap),
    totalIsCapped: total > cap,
    page,
    pageSize,
    nextCursor: hasMore || isBack ? sign('next', rows.at(-1)) : null,
    previousCursor: (isBack ? hasMore : !isFirst) ? sign('previous', rows[0]) : null,
  }
}

/** The count of a page without rows, which carries none. */
async function totalAlone(tx: Tx, count: RawBuilder<number>): Promise<number> {
  return (await tx.one(db.selectNoFrom(count.as('total'))))?.total ?? 0
}

function pageStatement(
  query: AnyQuery,
  { sort, total }: { readonly sort: Ordered; readonly total: RawBuilder<number> },
  place: Place,
  found: RawBuilder<string> | null,
): Statement<object> {
  const { position, direction, limit, offset } = place
  const ordered = (rows: AnyQuery) => rows.orderBy(sort.column, direction).orderBy(sort.idColumn, direction)
  let rows = query.select([
    sql<string>`${sort.column}::text`.as('page_value'),
    sql<string>`${sort.idColumn}::text`.as('page_id'),
    total.as('page_total'),
  ])
  if (found !== null) rows = rows.where(sql<boolean>`${sort.idColumn} in ${found}`)
  else if (position !== null) rows = rows.where(isBeyond(sort, position, direction))
  else if (offset > 0) {
    const ids = ordered(query.clearSelect().select(sort.idColumn.as('id')))
      .limit(limit)
      .offset(offset)
    rows = rows.where(sql<boolean>`${sort.idColumn} in ${ids}`)
  }
  return ordered(rows).limit(limit)
}

/**
 * How many rows of a list stand in each of the given states, each count stopping at TAB_COUNT_CAP: the numbers on a
 * list's tabs, in one statement.
 *
 * @param query tables and conditions of the list but the state
 * @param search what a keyword finds, when nothing else filters the list
 */
export async function countByState<DB, TB extends keyof DB, Row, State extends string>(
  tx: Tx,
  query: SelectQueryBuilder<DB, TB, Row>,
  column: StringReference<DB, TB>,
  states: readonly State[],
  search?: SearchEntries,
): Promise<Record<State, number>> {
  const rows = query.toOperationNode()
  const countOf = (state: State) =>
    search === undefined
      ? countUpTo(rows, TAB_COUNT_CAP, sql<boolean>`${sql.ref(String(column))} = ${state}`)
      : countOfEntries(tx, { ...search, states: [state] }, TAB_COUNT_CAP)
  const counts = states.map((state) => countOf(state).as(state))
  return ((await tx.one(db.selectNoFrom(counts))) ?? {}) as Record<State, number>
}

function withoutPlace<R>(row: Found<R>): R {
  const { page_total, page_value, page_id, ...rest } = row
  return rest as unknown as R
}
