import { STOCK_ROWS_MAX } from '@huanji/contract/constants'
import { codesInCell } from '@huanji/domain/codes/cell-codes'
import { checkImei } from '@huanji/domain/codes/imei'
import { STOCK_FIELDS, type StockField } from '@huanji/domain/stock/stock-row'
import { type Asked, readSheet } from '@huanji/domain/tables/sheet'
import type { Table, TableLine } from '@huanji/domain/tables/table'

/** A table as it was read: its heads, and its lines with their places in the file. */
export interface StockTable {
  readonly heads: readonly string[]
  /** What the columns hold, as far as that can be seen. */
  readonly guessed: readonly (StockField | null)[]
  readonly lines: readonly TableLine[]
  /** What a person should know of how it was read. */
  readonly notes: readonly string[]
}

/** What came of a file: a table, or why it cannot be one. */
export type ReadTable =
  | { readonly ok: true; readonly table: StockTable }
  | { readonly ok: false; readonly message: string }

const COLUMNS_MAX = 60
/** So long are the cells of the call. */
const CELL_MAX = 200

const ASKED: Asked<StockField> = { fields: STOCK_FIELDS, codes: ['imei', 'sn'] }

const hasCode = (fields: readonly (StockField | null)[]): boolean => fields.includes('imei') || fields.includes('sn')

const hasImei = (cell: string): boolean => codesInCell(cell).some((code) => checkImei(code).ok)

/** The column in which most cells are IMEIs, of a table whose heads name none; -1 for none. */
function codeColumn(lines: readonly TableLine[], width: number): number {
  const share = (at: number) => lines.filter(({ cells }) => hasImei(cells[at] ?? '')).length / Math.max(1, lines.length)
  const shares = Array.from({ length: width }, (_, at) => share(at))
  const best = Math.max(0, ...shares)
  return best >= 0.5 ? shares.indexOf(best) : -1
}

const cut = ({ line, cells }: TableLine): TableLine => ({
  line,
  cells: cells.slice(0, COLUMNS_MAX).map((cell) => cell.slice(0, CELL_MAX)),
})

/**
 * The heads and lines of a table of stock, and what its columns hold. Columns of a table without heads are numbered.
 * Refuses a table without lines, and one that is too long.
 */
export function readStockTable(table: Table): ReadTable {
  const sheet = readSheet(table, ASKED)
  const lines = sheet.lines.map(cut)
  if (lines.length === 0) return { ok: false, message: '没有可导入的行：第一行是表头，下面每行一台手机' }
  if (lines.length > STOCK_ROWS_MAX) {
    const many = STOCK_ROWS_MAX.toLocaleString('en-US')
    return { ok: false, message: `一次最多导入 ${many} 行，共 ${lines.length} 行，请分批导入` }
  }
  const named = (sheet.heads ?? []).slice(0, COLUMNS_MAX)
  const width = Math.max(named.length, ...lines.map(({ cells }) => cells.length))
  const heads = Array.from({ length: width }, (_, at) => named[at]?.slice(0, CELL_MAX) || `第${at + 1}列`)
  const fields = heads.map((_, at) => sheet.fields[at] ?? null)
  const code = hasCode(fields) ? -1 : codeColumn(lines, width)
  const guessed = fields.map((field, at) => (at === code ? ('imei' as const) : field))
  const rivals = sheet.rivalCosts.map((name) => `“${name}”`).join('')
  const asks = rivals === '' ? [] : [`有多个价格列（${rivals}），请指出哪一列是进价`]
  return { ok: true, table: { heads, guessed, lines, notes: [...sheet.notes, ...asks] } }
}

/** Why the columns do not do yet; null where they do. */
export function fieldsFault(fields: readonly (StockField | null)[]): string | null {
  const twice = STOCK_FIELDS.find((field) => fields.filter((one) => one === field).length > 1)
  if (twice !== undefined) return '有两列对应同一项，请只保留一列'
  if (!hasCode(fields)) return '请指出哪一列是 IMEI（或序列号）'
  return null
}
