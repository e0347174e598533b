import {
  type CellForm,
  lettersOf,
  SHEET_CELLS,
  SHEET_PART,
  sheetHead,
  sheetTail,
  workbookParts,
} from '@huanji/contract/columns/sheet-xml'
import { strToU8, zipSync } from 'fflate'

/** A column of a file that is made in the browser. */
export interface SheetColumn {
  readonly title: string
  readonly form: CellForm
}

/** An .xlsx file of one sheet; an empty cell has an empty text. */
export function workbookOf(
  name: string,
  columns: readonly SheetColumn[],
  rows: readonly (readonly string[])[],
): Uint8Array {
  const lines = rows.map((cells, at) => {
    const inner = columns.map(({ form }, column) => {
      const value = cells[column] ?? ''
      return value === '' ? '' : SHEET_CELLS[form](`${lettersOf(column)}${at + 2}`, value)
    })
    return `<row r="${at + 2}">${inner.join('')}</row>`
  })
  const tail = sheetTail(columns, { headRows: 1, rows: rows.length })
  const parts = { ...workbookParts(name, 1), [SHEET_PART]: `${sheetHead(columns)}${lines.join('')}${tail}` }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([part, xml]) => [part, strToU8(xml)])))
}
