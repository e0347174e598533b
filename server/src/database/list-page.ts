import { createHmac, timingSafeEqual } from 'node:crypto'
import { COUNT_CAP } from '@huanji/contract/constants'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './database.ts'

export interface ListQuery {
  /** The select list, with aliases in the contract's names. */
  readonly columns: RawBuilder<unknown>
  /** The tables and joins, without the word `from`. */
  readonly from: RawBuilder<unknown>
  /** All of them must hold; `merchant_id = …` is the first. */
  readonly where: readonly RawBuilder<unknown>[]
  /**
   * The order: a column that is never null, then an id that is unique among the rows. Both must end an index that
   * starts with merchant_id, or deep pages will cost more than the first.
   */
  readonly sort: {
    readonly column: RawBuilder<unknown>
    readonly idColumn: RawBuilder<unknown>
    readonly direction: 'asc' | 'desc'
  }
  readonly paging: { readonly page: number; readonly pageSize: number; readonly cursor?: string | undefined }
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

interface Position {
  readonly way: 'next' | 'previous'
  readonly value: string
  readonly id: string
}

type Found<R> = R & { page_total: number; page_value: string | null; page_id: string | null; page_row: number | null }

/**
 * One page of a list in one statement, with a count that stops at COUNT_CAP. A cursor of an earlier answer makes any
 * depth cost what the first page costs; a page number without one is found by a scan of ids alone. A cursor that is
 * damaged or was made for another order is ignored, which gives the first page.
 */
export async function listPage<R>(tx: Tx, query: ListQuery): Promise<ListPage<R>> {
  const { page, pageSize, cursor } = query.paging
  const order = fingerprint(query)
  const position = cursor === undefined ? null : openCursor(tx.cursorKey, order, cursor)
  const firstPage = cursor !== undefined && position === null
  const found = await tx.rows<Found<R>>(statement<Found<R>>(query, position, firstPage ? 1 : page))
  const total = found[0]?.page_total ?? 0
  const rows = found.filter((row) => row.page_id !== null)
  const hasMore = rows.length > pageSize
  if (hasMore) rows.pop()
  const isBack = position?.way === 'previous'
  if (isBack) rows.reverse()
  const at = firstPage ? 1 : page
  const sign = (way: Position['way'], row: Found<R> | undefined) =>
    row === undefined
      ? null
      : sealCursor(tx.cursorKey, order, { way, value: row.page_value ?? '', id: row.page_id ?? '' })
  return {
    list: rows.map(withoutPosition),
    total: Math.min(total, COUNT_CAP),
    totalIsCapped: total > COUNT_CAP,
    page: at,
    pageSize,
    nextCursor: hasMore || isBack ? sign('next', rows.at(-1)) : null,
    previousCursor: (isBack ? hasMore : position !== null || at > 1) ? sign('previous', rows[0]) : null,
  }
}

/**
 * How many rows of a filter stand in each of the given states, each count stopping at COUNT_CAP: the numbers on a
 * list's tabs, in one statement.
 */
export async function countByState<State extends string>(
  tx: Tx,
  query: Pick<ListQuery, 'from' | 'where'> & { readonly state: RawBuilder<unknown>; readonly states: readonly State[] },
): Promise<Record<State, number>> {
  const { from, state, states } = query
  const rows = await tx.rows<{ state: State; count: number }>(sql`
    select wanted.state, (
      select count(*) from (
        select 1 from ${from} where ${allOf(query.where)} and ${state} = wanted.state limit ${COUNT_CAP}
      ) as capped
    ) as count
    from unnest(${states}::text[]) as wanted (state)`)
  return Object.fromEntries(rows.map((row) => [row.state, row.count])) as Record<State, number>
}

/** Text as a pattern of LIKE that finds it anywhere; its own `%`, `_` and `\` mean themselves. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

const allOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql.join(
    conditions.map((one) => sql`(${one})`),
    sql` and `,
  )

function statement<Row>(query: ListQuery, position: Position | null, page: number): RawBuilder<Row> {
  const { columns, from, sort } = query
  const { pageSize } = query.paging
  const where = allOf(query.where)
  const forward = position?.way !== 'previous'
  const descends = (sort.direction === 'desc') === forward
  const direction = descends ? sql`desc` : sql`asc`
  const order = sql`order by ${sort.column} ${direction}, ${sort.idColumn} ${direction}`
  const offset = (page - 1) * pageSize
  const after =
    position === null
      ? sql``
      : sql` and (${sort.column}, ${sort.idColumn}) ${descends ? sql`<` : sql`>`} (${position.value}, ${position.id})`
  const place =
    position === null && offset > 0
      ? sql`${sort.idColumn} in (select ${sort.idColumn} from ${from} where ${where} ${order} limit ${pageSize + 1} offset ${offset}) and ${where}`
      : sql`${where}${after}`
  return sql<Row>`
    with page as (
      select ${columns}, (${sort.column})::text as page_value, (${sort.idColumn})::text as page_id,
             row_number() over (${order}) as page_row
      from ${from} where ${place} ${order} limit ${pageSize + 1}
    ), counted as (
      select count(*) as page_total from (select 1 from ${from} where ${where} limit ${COUNT_CAP + 1}) as capped
    )
    select counted.page_total, page.* from counted left join page on true order by page.page_row`
}

function withoutPosition<R>(row: Found<R>): R {
  const { page_total, page_value, page_id, page_row, ...rest } = row
  return rest as unknown as R
}

/** Tells orders apart, so that a cursor made for one is not used for another. */
function fingerprint(query: ListQuery): string {
  return `${JSON.stringify(query.sort.column.toOperationNode())} ${query.sort.direction}`
}

function signature(key: string, order: string, body: string): Buffer {
  return createHmac('sha256', key).update(order).update('\n').update(body).digest().subarray(0, 12)
}

function sealCursor(key: string, order: string, position: Position): string {
  const body = JSON.stringify([position.way, position.value, position.id])
  return Buffer.concat([signature(key, order, body), Buffer.from(body)]).toString('base64url')
}

function openCursor(key: string, order: string, cursor: string): Position | null {
  const bytes = Buffer.from(cursor, 'base64url')
  if (bytes.length < 14) return null
  const body = bytes.subarray(12).toString()
  if (!timingSafeEqual(bytes.subarray(0, 12), signature(key, order, body))) return null
  const [way, value, id]: [Position['way'], string, string] = JSON.parse(body)
  return { way, value, id }
}
