import { COST_ROWS_MAX } from '@huanji/contract/constants'

/** A line of a list of costs as it was written. */
export interface CostRow {
  readonly code: string
  readonly price: string
}

/** What came of a table: its lines, or why none can be read. */
export type CostRows =
  | { readonly ok: true; readonly rows: readonly CostRow[] }
  | { readonly ok: false; readonly message: string }

const CODE_NAMES = /IMEI|MEID|串号|条码|编号|序列号|^SN|机身码/i
const PRICE_NAMES = /成本|价|金额|费用/

/** So long are the fields of the call: a longer cell is no code and no price, and is refused as it was cut. */
const CODE_MAX = 64
const PRICE_MAX = 40

/** Which columns hold the code and the price, by a head line; null where the first line is none. */
function headOf(first: readonly string[]): { readonly code: number; readonly price: number } | null {
  if (first.some((cell) => /\d{5}/.test(cell))) return null
  const code = first.findIndex((cell) => CODE_NAMES.test(cell))
  const price = first.findIndex((cell, index) => index !== code && PRICE_NAMES.test(cell))
  return code < 0 && price < 0 ? null : { code, price }
}

/** A line of one cell, such as from a chat, is parted at its last blank. */
const cellsOf = (cells: readonly string[]): readonly string[] => {
  const filled = cells.map((cell) => cell.trim())
  const [only = '', ...others] = filled.filter((cell) => cell !== '')
  const parted = others.length === 0 ? /^(.*\S)\s+(\S+)$/.exec(only) : null
  return parted ? [parted[1] ?? '', parted[2] ?? ''] : filled
}

/**
 * The lines of a table with a code and a price each; empty lines are passed over. Without a head line the first column is
 * the code and the second the price. Refuses a table without lines, one whose head line lacks one of the two columns, and
 * one that is too long.
 */
export function costRowsOf(table: readonly (readonly string[])[]): CostRows {
  const lines = table.map(cellsOf).filter((cells) => cells.some((cell) => cell !== ''))
  const head = headOf(lines[0] ?? [])
  const rows = head ? lines.slice(1) : lines
  if (rows.length === 0) return { ok: false, message: '没有可导入的行：每行写手机编号和成本价两列' }
  if (head && (head.code < 0 || head.price < 0)) {
    return { ok: false, message: '表头中要有“IMEI”（或“条码”“序列号”）和“成本价”两列' }
  }
  if (rows.length > COST_ROWS_MAX) {
    const many = COST_ROWS_MAX.toLocaleString('en-US')
    return { ok: false, message: `一次最多导入 ${many} 行，共 ${rows.length} 行，请分批导入` }
  }
  const { code, price } = head ?? { code: 0, price: 1 }
  const cell = (cells: readonly string[], at: number, max: number) => (cells[at] ?? '').slice(0, max)
  return {
    ok: true,
    rows: rows.map((cells) => ({ code: cell(cells, code, CODE_MAX), price: cell(cells, price, PRICE_MAX) })),
  }
}
