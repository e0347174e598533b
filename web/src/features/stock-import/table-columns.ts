import { STOCK_ROWS_MAX } from '@huanji/contract/constants'
import { checkImei } from '@huanji/domain/codes/imei'
import { STOCK_FIELDS, type StockField } from '@huanji/domain/stock/stock-row'

/** A table as it was read: its heads, and its lines with their places in the file. */
export interface StockTable {
  readonly heads: readonly string[]
  readonly lines: readonly { readonly line: number; readonly cells: readonly string[] }[]
}

/** What came of a file: a table, or why it cannot be one. */
export type ReadTable =
  | { readonly ok: true; readonly table: StockTable }
  | { readonly ok: false; readonly message: string }

/** The heads of a file are among its first lines: above them stand titles and notes. */
const HEAD_WITHIN = 20
const COLUMNS_MAX = 60
/** So long are the cells of the call. */
const CELL_MAX = 200

/** What merchants call a column: outright, and where the words stand in a longer head. */
const NAMES: Readonly<Record<StockField, { readonly exact: readonly string[]; readonly within: RegExp | null }>> = {
  imei: {
    exact: ['IMEI', 'IMEI1', 'IMEI号', 'IMEI/MEID', 'IMEI/SN', 'MEID', '串号', '串码', '主IMEI', '机身码', '设备编码'],
    within: /^(?!.*(?:副|2|第二)).*(?:IMEI|串号|串码|MEID)/,
  },
  imei2: { exact: ['副IMEI', 'IMEI2', '副串号', '第二IMEI', '副串码'], within: /IMEI2|副(?:IMEI|串)|第二(?:IMEI|串)/ },
  sn: { exact: ['序列号', 'SN', 'SN码', 'SERIAL', 'SERIALNUMBER', 'S/N'], within: /序列号|^SN/ },
  model: {
    exact: ['型号', '机型', '手机型号', '品名', '商品名称', '名称', '商品', '产品', '机型名称', 'MODEL'],
    within: /型号|机型|品名|商品名|产品名/,
  },
  storage: { exact: ['内存', '规格', '容量', '存储', '存储容量', '内存规格'], within: /内存|容量|规格|存储/ },
  colour: { exact: ['颜色', '机身颜色', '色', 'COLOR', 'COLOUR'], within: /颜色/ },
  grade: { exact: ['成色', '等级', '新旧', '成色等级', '级别'], within: /成色|等级|新旧/ },
  cost: {
    exact: [
      '进价',
      '成本',
      '成本价',
      '收购价',
      '采购价',
      '进货价',
      '回收价',
      '入库价',
      '收货价',
      '采购成本',
      '单价',
      '价格',
    ],
    within: /^(?!.*(?:售|卖|拍|成交|参考|零售)).*(?:成本|进价|进货价|收购价|采购价|回收价)/,
  },
  stockedOn: {
    exact: ['入库日期', '入库时间', '日期', '进货日期', '采购日期', '收货日期', '收购日期', '时间'],
    within: /(?:入库|进货|采购|收货|收购|回收).*(?:日期|时间)/,
  },
  supplier: {
    exact: ['供应商', '来源', '供货商', '上家', '货源', '进货渠道', '渠道来源', '卖家'],
    within: /供应商|供货|来源|货源|上家/,
  },
  remark: { exact: ['备注', '说明', '描述', '机况', 'REMARK', '备注说明'], within: /备注|说明|机况/ },
}

const plainHead = (head: string): string =>
  head
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s*：:]|[（(].*?[)）]/g, '')

/** What each column holds by its head: one column a field, one that is named outright before one that only speaks of it. */
export function fieldsOfHeads(heads: readonly string[]): (StockField | null)[] {
  const plain = heads.map(plainHead)
  const fields: (StockField | null)[] = heads.map(() => null)
  const isFree = (at: number) => fields[at] === null
  const place = (field: StockField, fits: (head: string) => boolean) => {
    if (fields.includes(field)) return
    const at = plain.findIndex((head, index) => head !== '' && isFree(index) && fits(head))
    if (at >= 0) fields[at] = field
  }
  for (const field of STOCK_FIELDS) {
    for (const name of NAMES[field].exact) place(field, (head) => head === name)
  }
  for (const field of STOCK_FIELDS) place(field, (head) => NAMES[field].within?.test(head) === true)
  return fields
}

const hasCode = (fields: readonly (StockField | null)[]): boolean => fields.includes('imei') || fields.includes('sn')

/** The line of the heads: the first that names a code and something beside; -1 for none. */
function headLine(rows: readonly (readonly string[])[]): number {
  return rows.slice(0, HEAD_WITHIN).findIndex((cells) => {
    const fields = fieldsOfHeads(cells)
    const isData = cells.some((cell) => /\d{11,}/.test(cell))
    return !isData && hasCode(fields) && fields.filter((field) => field !== null).length >= 2
  })
}

/** The column in which most cells are IMEIs, of a table without heads; -1 for none. */
function codeColumn(rows: readonly (readonly string[])[], width: number): number {
  const share = (at: number) => rows.filter((cells) => checkImei(cells[at] ?? '').ok).length / Math.max(1, rows.length)
  const shares = Array.from({ length: width }, (_, at) => share(at))
  const best = Math.max(0, ...shares)
  return best >= 0.5 ? shares.indexOf(best) : -1
}

/**
 * The heads and lines of a table of stock: heads are found by themselves below titles and notes; empty lines are passed
 * over, and each other keeps the number that it has in the file. Columns of a table without heads are numbered.
 * Refuses a table without lines, and one that is too long.
 */
export function readStockTable(rows: readonly (readonly string[])[]): ReadTable {
  const all = rows.map((cells, at) => ({
    line: at + 1,
    cells: cells.slice(0, COLUMNS_MAX).map((cell) => cell.trim().slice(0, CELL_MAX)),
  }))
  const at = headLine(all.map(({ cells }) => cells))
  const lines = all.slice(at + 1).filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (lines.length === 0) return { ok: false, message: '没有可导入的行：第一行是表头，下面每行一台手机' }
  if (lines.length > STOCK_ROWS_MAX) {
    const many = STOCK_ROWS_MAX.toLocaleString('en-US')
    return { ok: false, message: `一次最多导入 ${many} 行，共 ${lines.length} 行，请分批导入` }
  }
  const width = Math.max(...lines.map(({ cells }) => cells.length))
  const named = at < 0 ? [] : (all[at]?.cells ?? [])
  const heads = Array.from({ length: Math.max(width, named.length) }, (_, index) => named[index] || `第${index + 1}列`)
  return { ok: true, table: { heads, lines } }
}

/** What the columns of a table hold, as far as that can be seen. */
export function guessFields({ heads, lines }: StockTable): (StockField | null)[] {
  const fields = fieldsOfHeads(heads)
  if (hasCode(fields)) return fields
  const code = codeColumn(
    lines.map(({ cells }) => cells),
    heads.length,
  )
  return fields.map((field, at) => (at === code ? 'imei' : field))
}

/** Why the columns do not do yet; null where they do. */
export function fieldsFault(fields: readonly (StockField | null)[]): string | null {
  const twice = STOCK_FIELDS.find((field) => fields.filter((one) => one === field).length > 1)
  if (twice !== undefined) return '有两列对应同一项，请只保留一列'
  if (!hasCode(fields)) return '请指出哪一列是 IMEI（或序列号）'
  return null
}
