import { type Columns, valuesOf } from '@huanji/contract/columns/column'
import { Code } from '../code/code.tsx'
import type { Fact } from '../detail/detail.tsx'
import { columnsOf } from './columns-of.ts'
import { joined } from './kinds.tsx'
import type { Cell } from './list-types.ts'

/** What a page says of a fact where the look of its kind does not do. */
interface FactLook<Row> extends Pick<Cell<Row>, 'cell' | 'tones'> {
  /** Takes the whole line. */
  readonly wide?: boolean
  /** Left out where there is nothing to say. */
  readonly optional?: boolean
}

type FactLooks<Row, Key extends string = string> = { readonly [K in Key]?: FactLook<Row> }

/**
 * What the page of one thing says of it: the fields that the contract declares, shown as in lists, and none that the
 * signed-in person has no right to.
 */
export const factsOf = <Row, Key extends string>(
  columns: Columns<Row, Key>,
  row: Row,
  looks: FactLooks<Row, Key> = {},
): Fact[] => facts(columns, row, looks)

function facts<Row>(columns: Columns<Row>, row: Row, looks: FactLooks<Row>): Fact[] {
  return columnsOf(columns, looks).flatMap(({ key, title, cell, copy }) => {
    const { optional = false, wide = false } = looks[key] ?? {}
    const column = columns[key]
    if (optional && column && joined(valuesOf(column, row)) === '') return []
    return [{ label: title, value: copy ? <Code text={copy(row)} what={title} /> : cell(row), wide }]
  })
}
