import { keptText, quotedCell } from '@huanji/contract/columns/csv-text'
import type { CellForm } from '@huanji/contract/columns/sheet-xml'
import { formatShanghai } from '@huanji/domain/time'
import type { FileColumn } from './file-column.ts'
import type { FileWriter } from './writer.ts'

/** Tells a spreadsheet that the text is UTF-8. */
const BOM = '\uFEFF'

const CELLS: Readonly<Record<CellForm, (value: string) => string>> = {
  text: (value) => quotedCell(keptText(value, false)),
  code: (value) => quotedCell(keptText(value, true)),
  money: (value) => value,
  count: (value) => value,
  moment: (value) => (value === '' ? '' : formatShanghai(value, true)),
}

const lineOf = (cells: readonly string[]): string => `${cells.join(',')}\r\n`

/** Writes the columns as CSV (RFC 4180) in UTF-8. */
export function csvWriter(columns: readonly FileColumn[]): FileWriter {
  return {
    contentType: 'text/csv; charset=utf-8',
    columns,
    // a bare table, for programs
    head: () => BOM + lineOf(columns.map(({ title }) => CELLS.text(title))),
    row: (row) => lineOf(columns.map(({ form, read }) => CELLS[form](read(row)))),
    tail: () => '',
    pack: async (text, state) => ({ bytes: Buffer.from(text), state }),
  }
}
