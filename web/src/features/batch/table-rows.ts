import type { NewUnit } from './batch-state.ts'
import { readUnit, type WrittenUnit } from './read-unit.ts'

/** How many lines are read at a time. */
export const ROWS_MAX = 500

/** The columns of the template, in their order; a table without a head line has them so. */
export const TABLE_COLUMNS = ['IMEI', '副IMEI', '序列号', '封袋码', '备注'] as const

const FIELDS = ['imei', 'imei2', 'sn', 'bagCode', 'remark'] as const satisfies readonly (keyof WrittenUnit)[]

/** What a column may be called, in upper case and without blanks. */
const NAMES: Readonly<Record<keyof WrittenUnit, readonly string[]>> = {
  imei: ['IMEI', 'IMEI1', '串号', '主IMEI', 'IMEI/MEID', 'MEID', 'IMEI号'],
  imei2: ['副IMEI', 'IMEI2', '副串号', '第二IMEI'],
  sn: ['序列号', 'SN', 'SERIAL', 'SERIALNUMBER', 'SN码'],
  bagCode: ['封袋码', '封袋', '封袋号', '袋码'],
  remark: ['备注', '说明', 'REMARK'],
}

/** What came of a table: its phones, or why none can be read. */
export type TableRows =
  | { readonly ok: true; readonly units: readonly NewUnit[] }
  | { readonly ok: false; readonly message: string }

const fieldNamed = (title: string): keyof WrittenUnit | null => {
  const name = title
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s*：:]/g, '')
  return FIELDS.find((field) => NAMES[field].includes(name)) ?? null
}

/** Which field each column holds: by the head line where there is one, else in the template's order. */
function columnsOf(first: readonly string[]): { fields: readonly (keyof WrittenUnit | null)[]; hasHead: boolean } {
  const named = first.map(fieldNamed)
  return named.some((field) => field !== null) ? { fields: named, hasHead: true } : { fields: FIELDS, hasHead: false }
}

function writtenOf(cells: readonly string[], fields: readonly (keyof WrittenUnit | null)[]): WrittenUnit {
  const at = (field: keyof WrittenUnit): string => cells[fields.indexOf(field)] ?? ''
  const [imei, imei2, sn, bagCode, remark] = FIELDS.map((field) => (fields.includes(field) ? at(field) : ''))
  return { imei: imei ?? '', imei2: imei2 ?? '', sn: sn ?? '', bagCode: bagCode ?? '', remark: remark ?? '' }
}

/**
 * The phones of a table's lines; empty lines are passed over. Refuses a table without lines, one of more than
 * `ROWS_MAX`, and one whose head line names no column of IMEIs or serial numbers.
 * @param table lines of cells, as texts
 */
export function unitsOfTable(table: readonly (readonly string[])[]): TableRows {
  const lines = table
    .map((cells) => cells.map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ''))
  const { fields, hasHead } = columnsOf(lines[0] ?? [])
  const rows = hasHead ? lines.slice(1) : lines
  if (rows.length === 0) return { ok: false, message: '没有可导入的数据' }
  if (hasHead && !fields.includes('imei') && !fields.includes('sn')) {
    return { ok: false, message: '表头中没有“IMEI”或“序列号”列，请使用模板' }
  }
  if (rows.length > ROWS_MAX) {
    return { ok: false, message: `一次最多导入 ${ROWS_MAX} 行，共 ${rows.length} 行，请分批导入` }
  }
  return { ok: true, units: rows.map((cells) => readUnit(writtenOf(cells, fields))) }
}
