import { joined } from '@huanji/contract/columns/cell-text'
import { type Columns, valuesOf } from '@huanji/contract/columns/column'
import type { ReactNode } from 'react'
import { Code } from '../code/code.tsx'
import { CopyButton } from '../copy/copy-button.tsx'
import type { Fact } from '../detail/detail.tsx'
import { columnsOf } from './columns-of.ts'
import type { Cell } from './list-types.ts'

/** What a page says of a fact where the look of its kind does not do. */
interface FactLook<Row> extends Pick<Cell<Row>, 'cell' | 'tones' | 'copy'> {
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
    const content = copy && !looks[key]?.cell ? null : cell(row)
    return [{ label: title, value: copy ? withCopy(copy(row), title, content) : content, wide }]
  })
}

/** A fact that people paste elsewhere: what the page shows for it, else the code itself. */
function withCopy(text: string, what: string, content: ReactNode): ReactNode {
  if (content === null) return <Code text={text} what={what} />
  return (
    <>
      {content}
      {text === '' ? null : <CopyButton text={text} what={what} />}
    </>
  )
}
