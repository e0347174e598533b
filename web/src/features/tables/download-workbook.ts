import { type SheetColumn, workbookOf } from './workbook.ts'

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Hands an .xlsx file of one sheet to the person; `name` is without its ending. */
export function downloadWorkbook(
  name: string,
  columns: readonly SheetColumn[],
  rows: readonly (readonly string[])[],
): void {
  const url = URL.createObjectURL(new Blob([new Uint8Array(workbookOf(name, columns, rows))], { type: TYPE }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}.xlsx`
  link.click()
  // the browser has begun to read it by then
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
