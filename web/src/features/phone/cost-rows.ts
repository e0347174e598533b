import { COST_ROWS_MAX } from '@huanji/contract/constants'
import { type Asked, readSheet, type Sheet } from '@huanji/domain/tables/sheet'
import type { Table } from '@huanji/domain/tables/table'

/** A line of a list of costs as it was written, with its place in the list. */
export interface CostRow {
  readonly line: number
  readonly code: string
  readonly price: string
}

/** What came of a table: its lines, or why none can be read. */
export type CostRows =
  | { readonly ok: true; readonly rows: readonly CostRow[]; readonly notes: readonly string[] }
  | { readonly ok: false; readonly message: string }

const CODES = ['imei', 'barCode', 'sn'] as const
type Field = (typeof CODES)[number] | 'imei2' | 'cost'

/** The second IMEI is asked for so that the first is not taken for it. */
const ASKED: Asked<Field> = { fields: [...CODES, 'imei2', 'cost'], codes: CODES }

/** So long are the fields of the call: a longer cell is no code and no price, and is refused as it was cut. */
const CODE_MAX = 64
const PRICE_MAX = 40

/** What is wrong with a head line as a sentence, or null. */
function faultOf({ heads, fields, rivalCosts }: Sheet<Field>): string | null {
  if (heads === null) return null
  if (rivalCosts.length > 0) {
    const names = rivalCosts.map((name) => `“${name}”`).join('')
    return `表头中有多个价格列（${names}），请只保留成本价一列，并命名为“成本价”`
  }
  const hasBoth = CODES.some((field) => fields.includes(field)) && fields.includes('cost')
  return hasBoth ? null : '表头中要有“IMEI”（或“条码”“序列号”）和“成本价”两列'
}

/** A line of one cell, such as from a chat, is parted at its last blank. */
const cellsOf = (cells: readonly string[]): readonly string[] => {
  const [only = '', ...others] = cells.filter((cell) => cell !== '')
  const parted = others.length === 0 ? /^(.*\S)\s+(\S+)$/.exec(only) : null
  return parted ? [parted[1] ?? '', parted[2] ?? ''] : cells
}

/** A line with more cells than there are columns, such as of a price that its comma parted, has no price: all are shown. */
function priceOf(cells: readonly string[], price: number, width: number): string {
  const beyond = cells.slice(width)
  const written = cells[price] ?? ''
  return beyond.some((cell) => cell !== '') ? [written, ...beyond].join(' | ') : written
}

/** How lines are read: where the code is, which may stand in one of several columns, and where the price. */
function readerOf({ heads, fields }: Sheet<Field>): (cells: readonly string[]) => { code: string; price: string } {
  if (heads === null) {
    return (line) => {
      const cells = cellsOf(line)
      return { code: cells[0] ?? '', price: priceOf(cells, 1, 2) }
    }
  }
  const codes = fields.flatMap((field, at) => (CODES.some((code) => code === field) ? [at] : []))
  const width = heads.findLastIndex((head) => head !== '') + 1
  return (cells) => ({
    code: codes.map((at) => cells[at] ?? '').find((cell) => cell !== '') ?? '',
    price: priceOf(cells, fields.indexOf('cost'), width),
  })
}

/**
 * The lines of a table with a code and a price each. Without a head line the first column is the code and the second the
 * price. Refuses a table without lines, one whose head line lacks one of the two columns or names several prices, and one
 * that is too long.
 */
export function costRowsOf(table: Table): CostRows {
  const sheet = readSheet(table, ASKED)
  const { lines, notes } = sheet
  if (lines.length === 0) return { ok: false, message: '没有可导入的行：每行写手机编号和成本价两列' }
  const fault = faultOf(sheet)
  if (fault !== null) return { ok: false, message: fault }
  if (lines.length > COST_ROWS_MAX) {
    const many = COST_ROWS_MAX.toLocaleString('en-US')
    return { ok: false, message: `一次最多导入 ${many} 行，共 ${lines.length} 行，请分批导入` }
  }
  const read = readerOf(sheet)
  const rows = lines.map(({ line, cells }) => {
    const { code, price } = read(cells)
    return { line, code: code.slice(0, CODE_MAX), price: price.slice(0, PRICE_MAX) }
  })
  return { ok: true, rows, notes }
}
