import {
  type CellForm,
  lettersOf,
  SHEET_CELLS,
  SHEET_PART,
  SHEET_TAIL,
  sheetHead,
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
  const parts = { ...workbookParts(name), [SHEET_PART]: `${sheetHead(columns)}${lines.join('')}${SHEET_TAIL}` }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([part, xml]) => [part, strToU8(xml)])))
}
