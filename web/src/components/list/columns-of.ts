import { joined } from '@huanji/contract/columns/cell-text'
import { type Columns, type Column as DeclaredColumn, valuesOf } from '@huanji/contract/columns/column'
import { can } from '../../session/session.ts'
import { KIND_LOOKS } from './kinds.tsx'
import type { Cell, Cells, Column } from './list-types.ts'

const NO_TONES = {}
const NONE: readonly string[] = []

/** How a column of the contract is shown: as its kind says, but for what the list says of it. */
function shown<Row>(key: string, column: DeclaredColumn, said: Cell<Row>, isHidden: boolean): Column<Row> {
  const look = KIND_LOOKS[column.kind]
  const tones = said.tones ?? NO_TONES
  const copied = look.isCopied ? (row: Row) => joined(valuesOf(column, row)) : null
  const copy = said.copy === undefined ? copied : said.copy
  return {
    key,
    title: column.title,
    declared: column,
    widthPx: said.widthPx ?? look.widthPx,
    cell: said.cell ?? ((row) => look.cell({ values: valuesOf(column, row), column, tones })),
    shows: said.shows ?? NONE,
    ...(said.grows ? { grows: said.grows } : {}),
    ...(look.align ? { align: look.align } : {}),
    ...(said.text ? { text: said.text } : {}),
    ...(copy ? { copy } : {}),
    ...(isHidden ? { hidden: true } : {}),
  }
}

/**
 * The columns of the contract as a list shows them; those whose rights the signed-in person lacks are not there, and
 * those that another cell shows are hidden at first.
 */
export function columnsOf<Row>(columns: Columns<Row>, cells: Cells<Row> = {}): readonly Column<Row>[] {
  const elsewhere = new Set(Object.values<Cell<Row> | undefined>(cells).flatMap((cell) => cell?.shows ?? NONE))
  return Object.entries<DeclaredColumn>(columns)
    .filter(([, { rights = [] }]) => rights.every(can))
    .map(([key, column]) => shown(key, column, cells[key] ?? {}, column.hidden === true || elsewhere.has(key)))
}
