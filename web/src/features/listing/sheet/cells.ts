import { type Fen, parseYuan } from '@huanji/domain/money'

/** Where a box of a sheet stands, counted from nought. */
export interface Cell {
  readonly row: number
  readonly column: number
}

/** How many rows a sheet has, and how many boxes each. */
export interface SheetSize {
  readonly rows: number
  readonly columns: number
}

/** An amount that a box is to hold. */
export interface SheetEdit extends Cell {
  readonly fen: Fen | null
}

/** Boxes of one column, one below the other, both ends included. */
export interface SheetRange {
  readonly column: number
  readonly from: number
  readonly to: number
}

const STEPS: Readonly<Record<string, Cell>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
}

/** The box that Tab comes to: the next one of the row, then the first of the next row; null past the last. */
function tabbed({ row, column }: Cell, { rows, columns }: SheetSize, isBack: boolean): Cell | null {
  const at = row * columns + column + (isBack ? -1 : 1)
  return at < 0 || at >= rows * columns ? null : { row: Math.floor(at / columns), column: at % columns }
}

/** Where a key leads from a box, as in a spreadsheet; null where the sheet ends, or the key leads nowhere. */
export function cellAfter(key: string, at: Cell, size: SheetSize, isShifted: boolean): Cell | null {
  if (key === 'Tab') return tabbed(at, size, isShifted)
  const step = key === 'Enter' ? { row: isShifted ? -1 : 1, column: 0 } : STEPS[key]
  if (!step) return null
  const row = at.row + step.row
  const column = at.column + step.column
  return row < 0 || row >= size.rows || column < 0 || column >= size.columns ? null : { row, column }
}

/** The range that Shift and an arrow make of another, or of one box. */
export function extended(range: SheetRange | null, at: Cell, by: number, { rows }: SheetSize): SheetRange {
  const from = range?.column === at.column ? range : { column: at.column, from: at.row, to: at.row }
  return { ...from, to: Math.min(rows - 1, Math.max(0, from.to + by)) }
}

/** True for a box in the range. */
export const isWithin = (range: SheetRange | null, { row, column }: Cell): boolean =>
  range !== null &&
  range.column === column &&
  row >= Math.min(range.from, range.to) &&
  row <= Math.max(range.from, range.to)

/** The rows of a range, from above. */
export function rowsOf({ from, to }: SheetRange): number[] {
  const first = Math.min(from, to)
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => first + index)
}

/** The amount of a box goes into those below it: to the end of the range, else to the last row. */
export function fillDown(at: Cell, fen: Fen | null, range: SheetRange | null, size: SheetSize): SheetEdit[] {
  const isRange = range !== null && range.column === at.column && range.from !== range.to
  const rows = isRange
    ? rowsOf(range)
    : Array.from({ length: size.rows - at.row - 1 }, (_, index) => at.row + 1 + index)
  return rows.filter((row) => row !== at.row).map((row) => ({ row, column: at.column, fen }))
}

/** An amount as a spreadsheet writes it: `¥3,680.00`, `3680元`, `３６８０`. Null for an empty cell, undefined for anything else. */
export function amountOfText(text: string): Fen | null | undefined {
  const plain = text
    .normalize('NFKC')
    .replace(/[\s￥¥元,]/g, '')
    .trim()
  if (plain === '') return null
  const fen = parseYuan(plain)
  return fen === null || fen < 0 ? undefined : fen
}

/** What became of a text that was pasted: its amounts, how many did not fit, and how many were no amounts. */
export interface Pasted {
  readonly edits: readonly SheetEdit[]
  readonly beyond: number
  readonly unread: number
}

/** The lines of a copied part of a spreadsheet, put into the boxes from `at` to the right and below. Empty cells leave what stands there. */
export function pasted(text: string, at: Cell, size: SheetSize): Pasted {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n')
  const edits: SheetEdit[] = []
  let beyond = 0
  let unread = 0
  for (const [down, line] of lines.entries()) {
    for (const [right, cell] of line.split('\t').entries()) {
      const fen = amountOfText(cell)
      const [row, column] = [at.row + down, at.column + right]
      if (fen === null) continue
      if (fen === undefined) unread += 1
      else if (row >= size.rows || column >= size.columns) beyond += 1
      else edits.push({ row, column, fen })
    }
  }
  return { edits, beyond, unread }
}

/** True for a text of several cells; a single amount is pasted as any box takes it. */
export const isTable = (text: string): boolean => /[\n\t]/.test(text.trim())

/** An amount raised or lowered by percent, in whole yuan; at least one yuan. */
export const byPercent = (fen: Fen, percent: number): Fen =>
  Math.max(100, Math.round((fen * (100 + percent)) / 10_000) * 100)
