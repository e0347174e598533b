import { type Asked, cellOf, readSheet } from '@huanji/domain/tables/sheet'
import type { Table } from '@huanji/domain/tables/table'
import type { NewUnit } from './batch-state.ts'
import { readUnit, type WrittenUnit } from './read-unit.ts'
import { ROWS_MAX } from './table-rows.ts'

/** The columns of the template, in their order; a table without a head line has them so. */
const FIELDS = ['imei', 'imei2', 'sn', 'bagCode', 'remark'] as const satisfies readonly (keyof WrittenUnit)[]

const ASKED: Asked<(typeof FIELDS)[number]> = { fields: FIELDS, codes: ['imei', 'sn'] }

/** What came of a table: its phones, or why none can be read. */
export type TableRows =
  | { readonly ok: true; readonly units: readonly NewUnit[]; readonly notes: readonly string[] }
  | { readonly ok: false; readonly message: string }

/**
 * The phones of a table's lines. Refuses a table without lines, one of more than `ROWS_MAX`, and one whose head line names
 * no column of IMEIs or serial numbers.
 */
export function unitsOfTable(table: Table): TableRows {
  const { heads, fields, lines, notes } = readSheet(table, ASKED)
  if (lines.length === 0) return { ok: false, message: '没有可导入的数据' }
  if (heads !== null && !ASKED.codes.some((code) => fields.includes(code))) {
    return { ok: false, message: '表头中没有“IMEI”或“序列号”列，请使用模板' }
  }
  if (lines.length > ROWS_MAX) {
    return { ok: false, message: `一次最多导入 ${ROWS_MAX} 行，共 ${lines.length} 行，请分批导入` }
  }
  const columns = heads === null ? FIELDS : fields
  const units = lines.map(({ cells }) => {
    const at = (field: (typeof FIELDS)[number]) => cellOf(cells, columns, field)
    return readUnit({
      imei: at('imei'),
      imei2: at('imei2'),
      sn: at('sn'),
      bagCode: at('bagCode'),
      remark: at('remark'),
    })
  })
  return { ok: true, units, notes }
}
