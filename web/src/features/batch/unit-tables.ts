import { downloadWorkbook } from '../tables/download-workbook.ts'

export { TableUnreadable, tableOfFile, tableOfText } from '../tables/read-table.ts'
export { unitsOfTable } from './table-units.ts'

/** The template: its columns of codes are texts, so that no spreadsheet makes numbers of what is typed there. */
export function downloadTemplate(): void {
  const codes = ['IMEI', '副IMEI', '序列号', '封袋码'].map((title) => ({ title, form: 'code' as const }))
  downloadWorkbook('多台质检模板', [...codes, { title: '备注', form: 'text' }], [])
}
