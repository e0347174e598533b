import { type ColumnField, fieldsOfHeads, type HeadFields, isExactHead, isHeadName, plainHead } from './heads.ts'
import type { Table, TableLine } from './table.ts'

/** The heads of a table are among its first lines: above them stand titles and notes. */
const HEAD_WITHIN = 20

/** What a table is read for. */
export interface Asked<Field extends ColumnField> {
  /** The likelier first. */
  readonly fields: readonly Field[]
  /** Those of them by which a line is known: without one there are no heads. */
  readonly codes: readonly Field[]
}

/** A table with what its columns hold. */
export interface Sheet<Field extends ColumnField> extends Table, HeadFields<Field> {
  /** As they stand in the table, empty where a column has none; null for a table without heads. */
  readonly heads: readonly string[] | null
}

const filled = (cells: readonly string[]): string[] => cells.filter((cell) => cell !== '')

/** A line that holds a code or a number as long as one is no head. */
const isData = (cells: readonly string[]): boolean => cells.some((cell) => /\d{11,}/.test(cell))

/** True for a cell that is called outright what a line is known by. */
const namesCode = <Field extends ColumnField>(cell: string, { codes }: Asked<Field>): boolean =>
  isExactHead(cell) && fieldsOfHeads([cell], codes).fields[0] !== null

/** True for a line that names columns; with `needsCode` one of them by which a line is known. */
function namesColumns<Field extends ColumnField>(cells: readonly string[], asked: Asked<Field>, needsCode: boolean) {
  if (isData(cells)) return false
  const some = filled(cells)
  const names = some.filter(isHeadName)
  if (!needsCode) return names.length === some.length && some.some(isExactHead)
  const { fields } = fieldsOfHeads(cells, asked.fields)
  const hasCode = asked.codes.some((code) => fields.includes(code))
  return hasCode && (names.length >= 2 || some.some((cell) => namesCode(cell, asked)))
}

/** The place of the head line among the lines; -1 for none. One that names no code is a head where nothing better is. */
function headPlace<Field extends ColumnField>(lines: readonly TableLine[], asked: Asked<Field>): number {
  const first = lines.slice(0, HEAD_WITHIN)
  const data = first.findIndex(({ cells }) => isData(cells))
  const best = first.findIndex(({ cells }) => namesColumns(cells, asked, true))
  if (best >= 0) return best
  return (data < 0 ? first : first.slice(0, data)).findIndex(({ cells }) => namesColumns(cells, asked, false))
}

/** Heads that stand over several columns reach to the next one. */
function spread(heads: readonly string[], width: number): string[] {
  let last = ''
  return Array.from({ length: width }, (_, at) => {
    last = heads[at] || last
    return last
  })
}

/** A second line of heads below the first: names where the first has gaps or a name for several, none of them a code's. */
function isSecondHead(cells: readonly string[], heads: readonly string[], codes: readonly number[]): boolean {
  if (isData(cells) || codes.some((at) => (cells[at] ?? '') !== '')) return false
  const names = cells.flatMap((cell, at) => (cell === '' ? [] : [{ cell, at }]))
  const isInGap = names.some(({ at }) => (heads[at] ?? '') === '')
  return isInGap && names.every(({ cell }) => !/\d{3}/.test(cell)) && names.some(({ cell }) => isHeadName(cell))
}

/** A line of names for several columns each, such as 手机信息 and 价格, above the heads. */
const isGroupLine = (cells: readonly string[]): boolean =>
  filled(cells).length > 1 && filled(cells).every((cell) => cell.length <= 8 && !/[\d:：]/.test(cell))

interface Head {
  readonly heads: readonly string[]
  /** What stands above each head. */
  readonly above: readonly string[]
  /** The place of the first line below. */
  readonly below: number
}

function headAt<Field extends ColumnField>(lines: readonly TableLine[], at: number, asked: Asked<Field>): Head {
  const cells = lines[at]?.cells ?? []
  const next = lines[at + 1]
  const { fields } = fieldsOfHeads(cells, asked.fields)
  const codes = fields.flatMap((field, index) => (field !== null && asked.codes.includes(field) ? [index] : []))
  if (next && next.line === (lines[at]?.line ?? 0) + 1 && isSecondHead(next.cells, cells, codes)) {
    const width = Math.max(cells.length, next.cells.length)
    const groups = spread(cells, width)
    const heads = Array.from({ length: width }, (_, index) => next.cells[index] || cells[index] || '')
    return { heads, above: groups.map((group, index) => (next.cells[index] ? group : '')), below: at + 2 }
  }
  const before = lines[at - 1]
  const hasGroups = before !== undefined && isGroupLine(before.cells)
  return { heads: cells, above: hasGroups ? spread(before.cells, cells.length) : [], below: at + 1 }
}

const SUM = /^(?:合计|总计|小计|共计|总数|总金额|汇总|合計|TOTAL|共\s*\d+\s*[台部条行单件])/i
const NOTE = /^(?:备注|说明|注意?|附注|制表|制单|填表|审核|复核|经手|签字|签名|打印)[^:：]{0,6}[:：]/

/** True for a line that sums the others up or says something of the table, and holds no code. */
function isBeside(cells: readonly string[]): boolean {
  const [first = '', ...others] = filled(cells)
  if (isData(others) || /\d{11,}/.test(first)) return false
  return SUM.test(first) || (NOTE.test(first) && others.length < 3)
}

/** Some of these lines in words. */
function beside(lines: readonly TableLine[]): string[] {
  if (lines.length === 0) return []
  const some = lines.slice(0, 3).map(({ line, cells }) => `第${line}行“${filled(cells)[0]?.slice(0, 20) ?? ''}”`)
  return [`已略过不是明细的行：${some.join('、')}${lines.length > 3 ? `等${lines.length}行` : ''}`]
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  filled(one).map(plainHead).join('\n') === filled(other).map(plainHead).join('\n')

/**
 * Finds the heads of a table below titles and notes, in one line or two, and what its columns hold; leaves out sums, notes
 * and heads that are repeated. A table without heads keeps all its lines, and its columns hold nothing yet.
 */
export function readSheet<Field extends ColumnField>({ lines, notes }: Table, asked: Asked<Field>): Sheet<Field> {
  const at = headPlace(lines, asked)
  const head = at < 0 ? null : headAt(lines, at, asked)
  const rest = head === null ? lines : lines.slice(head.below)
  const repeated = head === null ? [] : lines.slice(at, head.below)
  const mine = rest.filter(({ cells }) => !repeated.some((one) => isSame(one.cells, cells)))
  const left = mine.filter(({ cells }) => isBeside(cells))
  const kept = { lines: mine.filter((line) => !left.includes(line)), notes: [...notes, ...beside(left)] }
  if (head === null) return { ...kept, heads: null, fields: [], rivalCosts: [] }
  return { ...kept, heads: head.heads, ...fieldsOfHeads(head.heads, asked.fields, head.above) }
}

/** What a cell says of a field; empty where no column holds it. */
export function cellOf<Field extends ColumnField>(
  cells: readonly string[],
  fields: readonly (Field | null)[],
  field: Field,
): string {
  const at = fields.indexOf(field)
  return at < 0 ? '' : (cells[at] ?? '')
}
