import { COUNT_CAP, TAB_COUNT_CAP } from '@huanji/contract/constants'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './database.ts'
import type { Paging, Place, Sort } from './list-page.ts'

/** A list whose tables and conditions are fragments of text, checked by nobody: a new list is built with `db`. */
export interface TextList {
  /** The select list, with aliases in the contract's names. */
  readonly columns: RawBuilder<unknown>
  /** The tables and joins, without the word `from`. */
  readonly from: RawBuilder<unknown>
  /** All of them must hold; `merchant_id = …` is the first. */
  readonly where: readonly RawBuilder<unknown>[]
  readonly sort: Sort<RawBuilder<unknown>>
  readonly paging: Paging
}

export type TextCount<State extends string> = Pick<TextList, 'from' | 'where'> & {
  readonly state: RawBuilder<unknown>
  readonly states: readonly State[]
}

const allOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql.join(
    conditions.map((one) => sql`(${one})`),
    sql` and `,
  )

export const textTotal = ({ from, where }: Pick<TextList, 'from' | 'where'>): RawBuilder<number> =>
  sql`(select count(*) from (select 1 from ${from} where ${allOf(where)} limit ${COUNT_CAP + 1}) as capped)`

export function textPageStatement(list: TextList, { position, direction, limit, offset }: Place): RawBuilder<unknown> {
  const { columns, from, sort } = list
  const where = allOf(list.where)
  const way = direction === 'desc' ? sql`desc` : sql`asc`
  const order = sql`order by ${sort.column} ${way}, ${sort.idColumn} ${way}`
  const beyond = direction === 'desc' ? sql`<` : sql`>`
  const after =
    position === null
      ? sql``
      : sql` and (${sort.column}, ${sort.idColumn}) ${beyond} (${position.value}, ${position.id})`
  const place =
    offset > 0
      ? sql`${sort.idColumn} in (select ${sort.idColumn} from ${from} where ${where} ${order} limit ${limit} offset ${offset}) and ${where}`
      : sql`${where}${after}`
  return sql`
    select ${columns}, (${sort.column})::text as page_value, (${sort.idColumn})::text as page_id,
           ${textTotal(list)} as page_total
    from ${from} where ${place} ${order} limit ${limit}`
}

export async function countTextByState<State extends string>(
  tx: Tx,
  { from, where, state, states }: TextCount<State>,
): Promise<Record<State, number>> {
  const counts = states.map(
    (one) => sql`
      (select count(*) from (
        select 1 from ${from} where ${allOf(where)} and ${state} = ${one} limit ${TAB_COUNT_CAP}) as capped
      ) as ${sql.raw(one)}`,
  )
  return ((await tx.one(sql`select ${sql.join(counts)}`)) ?? {}) as Record<State, number>
}
