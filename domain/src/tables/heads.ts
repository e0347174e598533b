/** What a column of a table may hold. */
const COLUMN_FIELDS = [
  'imei',
  'imei2',
  'sn',
  'barCode',
  'bagCode',
  'orderNo',
  'waybill',
  'carrier',
  'model',
  'storage',
  'colour',
  'grade',
  'stockedOn',
  'supplier',
  'remark',
] as const

export type ColumnField = (typeof COLUMN_FIELDS)[number] | 'cost'

/** What a column is called: outright, and where the words stand in a longer head. */
interface Names {
  readonly exact: readonly string[]
  readonly within: RegExp | null
}

/** In upper case, without blanks, colons, stars and what stands in brackets. */
const NAMES: Readonly<Record<(typeof COLUMN_FIELDS)[number], Names>> = {
  imei: {
    exact: ['IMEI', 'IMEI1', 'IMEI号', 'IMEI/MEID', 'IMEI/SN', 'MEID', '串号', '串码', '主IMEI', '机身码', '设备编码'],
    within: /^(?!.*(?:副|2|第二)).*(?:IMEI|串号|串码|MEID|机身码)/,
  },
  imei2: { exact: ['副IMEI', 'IMEI2', '副串号', '第二IMEI', '副串码'], within: /IMEI2|副(?:IMEI|串)|第二(?:IMEI|串)/ },
  sn: { exact: ['序列号', 'SN', 'SN码', 'SERIAL', 'SERIALNUMBER', 'S/N'], within: /序列号|^SN/ },
  barCode: {
    exact: ['条码', '设备条码', '库存条码', '设备编号', '手机编号', '编号'],
    within: /^(?!.*(?:商品|69)).*条码/,
  },
  bagCode: { exact: ['封袋码', '封袋', '封袋号', '袋码'], within: /封袋/ },
  orderNo: { exact: ['订单号', '订单编号', '订单'], within: /订单(?:编)?号/ },
  waybill: { exact: ['运单号', '快递单号', '物流单号', '单号'], within: /^(?!.*退).*(?:运单|快递单|物流单)/ },
  carrier: { exact: ['快递公司', '物流公司', '快递', '物流', '承运商'], within: /^(?!.*退).*(?:快递|物流|承运)/ },
  model: {
    exact: ['型号', '机型', '手机型号', '机型规格', '品名', '商品名称', '名称', '商品', '产品', '机型名称', 'MODEL'],
    within: /型号|机型|品名|商品名|产品名/,
  },
  storage: { exact: ['内存', '规格', '容量', '存储', '存储容量', '内存规格'], within: /内存|容量|规格|存储/ },
  colour: { exact: ['颜色', '机身颜色', '色', 'COLOR', 'COLOUR'], within: /颜色/ },
  grade: { exact: ['成色', '等级', '新旧', '成色等级', '级别'], within: /成色|等级|新旧/ },
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

const PRICE = /成本|价|金额|费用/
/** Of several prices these are what a phone cost. */
const COST = /成本|采购|进价|进货|收购|回收|入库价|收货价/
/** What it is or may be sold for is never its cost. */
const SELLING = /售|卖|成交|拍|参考/
/** A price without a word of whose it is: what was paid, where it stands alone. */
const PLAIN_PRICE = /^(?:手机)?(?:价格?|单价|价钱|总价|金额|费用)$/
const DAY = /日期|时间/

/** So much of a cell is looked at for its name: a head with a note in brackets is shorter, and looking for each bracket's end takes the square of the length. */
const LOOKED_AT = 500

/** A head as it is compared: upper case, half width, without blanks, colons, stars and brackets with their words. */
export const plainHead = (head: string): string =>
  head
    .slice(0, LOOKED_AT)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s*：:]|[（(].*?[)）]/g, '')

/** No head is longer, and none holds a number: such a cell is a sentence or a code. */
const isSentence = (cell: string): boolean =>
  cell.length > LOOKED_AT || plainHead(cell).length > 20 || /\d{5}/.test(cell)

/** True for a cell that names a column of any table that is known here. */
export function isHeadName(cell: string): boolean {
  const plain = plainHead(cell)
  if (plain === '' || isSentence(cell)) return false
  const isNamed = Object.values(NAMES).some(({ exact, within }) => exact.includes(plain) || within?.test(plain))
  return isNamed || PRICE.test(plain)
}

/** True for a cell that names a column outright. */
export const isExactHead = (cell: string): boolean => {
  const plain = plainHead(cell)
  return Object.values(NAMES).some(({ exact }) => exact.includes(plain)) || /^(?:成本|进|采购|收购)价?$/.test(plain)
}

const isNamed = <Field extends ColumnField>(field: Field): field is Exclude<Field, 'cost'> => field !== 'cost'

/** What a table holds, by its heads. */
export interface HeadFields<Field extends ColumnField> {
  /** One column a field, and null for a column that holds none. */
  readonly fields: readonly (Field | null)[]
  /** The heads of the columns between which nobody can choose what a phone cost; empty where it is clear. */
  readonly rivalCosts: readonly string[]
}

/**
 * Which column holds what phones cost: of several prices the one that is called so, a selling price never.
 * @param plain the heads as they are compared, each with the head that stands above it
 */
function costColumn(plain: readonly string[], isFree: (at: number) => boolean) {
  const prices = plain.flatMap((head, at) => (isFree(at) && PRICE.test(head) && !DAY.test(head) ? [{ head, at }] : []))
  const costs = prices.filter(({ head }) => COST.test(head) && !SELLING.test(head))
  const candidates = costs.length > 0 ? costs : prices
  const [only, ...others] = candidates
  const isCost = (head: string) => costs.length > 0 || PLAIN_PRICE.test(head)
  if (only === undefined || (others.length === 0 && !isCost(only.head))) return { at: -1, rivals: [] }
  return others.length > 0 ? { at: -1, rivals: candidates.map(({ at }) => at) } : { at: only.at, rivals: [] }
}

/**
 * What each column holds by its head: one that is named outright before one that only speaks of it.
 * @param asked the fields that the table is read for, the likelier first
 * @param above the heads that stand above these, over several columns; empty without
 */
export function fieldsOfHeads<Field extends ColumnField>(
  heads: readonly string[],
  asked: readonly Field[],
  above: readonly string[] = [],
): HeadFields<Field> {
  const plain = heads.map((head) => (isSentence(head) ? '' : plainHead(head)))
  const fields: (Field | null)[] = heads.map(() => null)
  const isFree = (at: number) => fields[at] === null
  const place = (field: Field, fits: (head: string) => boolean) => {
    if (fields.includes(field)) return
    const at = plain.findIndex((head, index) => head !== '' && isFree(index) && fits(head))
    if (at >= 0) fields[at] = field
  }
  const named = asked.flatMap((field) => (isNamed(field) ? [{ field, names: NAMES[field] }] : []))
  for (const { field, names } of named) for (const name of names.exact) place(field, (head) => head === name)
  for (const { field, names } of named) place(field, (head) => names.within?.test(head) === true)
  const cost = asked.find((field) => field === 'cost')
  if (cost === undefined) return { fields, rivalCosts: [] }
  const { at, rivals } = costColumn(
    plain.map((head, index) => (head === '' ? '' : plainHead(above[index] ?? '') + head)),
    isFree,
  )
  if (at >= 0) fields[at] = cost
  return { fields, rivalCosts: rivals.map((index) => heads[index] ?? '') }
}
