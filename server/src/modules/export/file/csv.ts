import { formatShanghai } from '@huanji/domain/time'
import type { CellForm, FileColumn } from './file-column.ts'
import type { FileWriter } from './writer.ts'

/** Tells a spreadsheet that the text is UTF-8. */
const BOM = '\uFEFF'

/** What a spreadsheet would begin to calculate with, in its wide forms too. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/** A leading apostrophe keeps a spreadsheet from taking a text for a formula. */
export const withoutFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** Digits that a spreadsheet would shorten to a power of ten, or whose zeros it would drop. */
const LONG_NUMBER = /^(?:0\d+|\d{12,})$/

/** A tab behind its digits keeps a code a text; no program shows it. */
const codeText = (text: string): string => (LONG_NUMBER.test(text) ? `${text}\t` : withoutFormula(text))

const quoted = (text: string): string => (/["\r\n,\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const CELLS: Readonly<Record<CellForm, (value: string) => string>> = {
  text: (value) => quoted(withoutFormula(value)),
  code: (value) => quoted(codeText(value)),
  money: (value) => value,
  count: (value) => value,
  moment: (value) => (value === '' ? '' : formatShanghai(value, true)),
}

const lineOf = (cells: readonly string[]): string => `${cells.join(',')}\r\n`

/** Writes the columns as CSV (RFC 4180) in UTF-8. */
export function csvWriter(columns: readonly FileColumn[]): FileWriter {
  return {
    contentType: 'text/csv; charset=utf-8',
    head: BOM + lineOf(columns.map(({ title }) => CELLS.text(title))),
    row: (row) => lineOf(columns.map(({ form, read }) => CELLS[form](read(row)))),
    tail: '',
    pack: async (text, state) => ({ bytes: Buffer.from(text), state }),
  }
}
