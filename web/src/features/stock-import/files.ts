import { STOCK_FIELD_LABELS } from '@huanji/contract/features/stock-import/labels'
import { STOCK_FIELDS, type StockField } from '@huanji/domain/stock/stock-row'
import { can } from '../../session/session.ts'
import { downloadWorkbook } from '../tables/download-workbook.ts'
import type { SheetColumn } from '../tables/workbook.ts'
import type { StockTable } from './table-columns.ts'

/** Who may not know costs has no column for them. */
export const offeredFields = (): StockField[] =>
  STOCK_FIELDS.filter((field) => field !== 'cost' || can('field:costPrice'))

const CODES: readonly StockField[] = ['imei', 'imei2', 'sn']

/** The template: its columns of codes are text, so that no spreadsheet makes numbers of them. */
export function downloadTemplate(): void {
  const fields = offeredFields()
  const columns = fields.map((field) => ({
    title: STOCK_FIELD_LABELS[field],
    form: CODES.includes(field) ? ('code' as const) : ('text' as const),
  }))
  const example: Partial<Record<StockField, string>> = {
    imei: '490154203237518',
    model: '苹果 iPhone 13',
    storage: '128GB',
    colour: '午夜色',
    grade: '95新',
    cost: '1850',
    stockedOn: '2026-11-01',
    supplier: '示例供应商',
    remark: '示例，导入前请删除这一行',
  }
  downloadWorkbook('库存导入模板', columns, [fields.map((field) => example[field] ?? '')])
}

const textColumn = (title: string): SheetColumn => ({ title, form: 'text' })

/** The lines of a file that cannot be taken, as they were, each with why: to be mended and imported again. */
export function downloadFaults(name: string, { heads, lines }: StockTable, faults: ReadonlyMap<number, string>): void {
  const wrong = lines.filter(({ line }) => faults.has(line))
  const rows = wrong.map(({ line, cells }) => [
    ...heads.map((_, at) => cells[at] ?? ''),
    String(line),
    faults.get(line) ?? '',
  ])
  const columns = [...heads.map(textColumn), { title: '原行号', form: 'count' as const }, textColumn('错误原因')]
  downloadWorkbook(`${name.replace(/\.[^.]*$/, '')}-错误行`, columns, rows)
}
