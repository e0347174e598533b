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
/** Of several prices these are what a phone cost. */
const COST_NAMES = /成本|采购|进价|进货/
/** What it is or may be sold for is never its cost. */
const SELLING_NAMES = /售|卖|成交|拍|参考/

/** So long are the fields of the call: a longer cell is no code and no price, and is refused as it was cut. */
const CODE_MAX = 64
const PRICE_MAX = 40

/** Where a table holds the code and the price, and how many columns it names; -1 for a column that it lacks. */
interface Head {
  readonly code: number
  readonly price: number
  readonly width: number
  /** The names of the columns between which nobody can choose the price. */
  readonly rivals: readonly string[]
}

const HEADLESS: Head = { code: 0, price: 1, width: 2, rivals: [] }

/** Which columns hold the code and the price, by a head line; null where the first line is none. */
function headOf(first: readonly string[]): Head | null {
  if (first.some((cell) => /\d{5}/.test(cell))) return null
  const code = first.findIndex((cell) => CODE_NAMES.test(cell))
  const prices = first.flatMap((cell, at) => (at !== code && PRICE_NAMES.test(cell) ? [{ cell, at }] : []))
  if (code < 0 && prices.length === 0) return null
  const costs = prices.filter(({ cell }) => COST_NAMES.test(cell))
  const candidates = costs.length > 0 ? costs : prices
  const [only] = candidates
  return {
    ...{ code, width: first.findLastIndex((cell) => cell !== '') + 1 },
    price: only === undefined || (candidates.length === 1 && SELLING_NAMES.test(only.cell)) ? -1 : only.at,
    rivals: candidates.length > 1 ? candidates.map(({ cell }) => cell) : [],
  }
}

/** What is wrong with a head line as a sentence, or null. */
function faultOf({ code, price, rivals }: Head): string | null {
  if (code < 0 || price < 0) return '表头中要有“IMEI”（或“条码”“序列号”）和“成本价”两列'
  if (rivals.length === 0) return null
  return `表头中有多个价格列（${rivals.map((name) => `“${name}”`).join('')}），请只保留成本价一列，并命名为“成本价”`
}

/** A line of one cell, such as from a chat, is parted at its last blank. */
const cellsOf = (cells: readonly string[]): readonly string[] => {
  const filled = cells.map((cell) => cell.trim())
  const [only = '', ...others] = filled.filter((cell) => cell !== '')
  const parted = others.length === 0 ? /^(.*\S)\s+(\S+)$/.exec(only) : null
  return parted ? [parted[1] ?? '', parted[2] ?? ''] : filled
}

/** A line with more cells than there are columns, such as of a price that its comma parted, has no price: all are shown. */
function rowOf(cells: readonly string[], { code, price, width }: Head): CostRow {
  const hasMore = cells.slice(width).some((cell) => cell !== '')
  const written = hasMore ? [cells[price] ?? '', ...cells.slice(width)].join(' | ') : (cells[price] ?? '')
  return { code: (cells[code] ?? '').slice(0, CODE_MAX), price: written.slice(0, PRICE_MAX) }
}

/**
 * The lines of a table with a code and a price each; empty lines are passed over. Without a head line the first column is
 * the code and the second the price. Refuses a table without lines, one whose head line lacks one of the two columns or
 * names several prices, and one that is too long.
 */
export function costRowsOf(table: readonly (readonly string[])[]): CostRows {
  const lines = table.map(cellsOf).filter((cells) => cells.some((cell) => cell !== ''))
  const head = headOf(lines[0] ?? [])
  const rows = head ? lines.slice(1) : lines
  if (rows.length === 0) return { ok: false, message: '没有可导入的行：每行写手机编号和成本价两列' }
  const fault = head && faultOf(head)
  if (fault) return { ok: false, message: fault }
  if (rows.length > COST_ROWS_MAX) {
    const many = COST_ROWS_MAX.toLocaleString('en-US')
    return { ok: false, message: `一次最多导入 ${many} 行，共 ${rows.length} 行，请分批导入` }
  }
  return { ok: true, rows: rows.map((cells) => rowOf(cells, head ?? HEADLESS)) }
}
