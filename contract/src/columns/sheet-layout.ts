import type { CellForm } from './sheet-xml.ts'

/** A column as a sheet lays it out. */
export interface LaidOutColumn {
  readonly form: CellForm
  /** It holds one of a few words. */
  readonly isNarrow?: boolean
  /** How many characters wide it is, where that is less than its form mostly wants. */
  readonly chars?: number | undefined
}

/** Widths in characters. */
const WIDTHS: Readonly<Record<CellForm, number>> = { text: 24, code: 21, money: 14, count: 8, moment: 17 }
/** One of a few words needs no more. */
const NARROW_WIDTH = 12

/** How many characters wide a column is; a Chinese one takes the place of two. */
export const widthOf = ({ form, isNarrow, chars }: LaidOutColumn): number =>
  chars ?? (isNarrow ? NARROW_WIDTH : WIDTHS[form])

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}]/u
/** What stands at a cell's sides, in characters. */
const PADDING = 1

/** How many lines a text takes in a column. */
export function linesIn(column: LaidOutColumn, text: string): number {
  if (column.form !== 'text') return 1
  const room = widthOf(column) - PADDING
  let lines = 0
  for (const line of text.split('\n')) {
    let taken = 0
    for (const character of line) taken += WIDE.test(character) ? 2 : 1
    lines += Math.max(1, Math.ceil(taken / room))
  }
  return lines
}

/** A line's height in points, and that of a row of so many. */
const LINE_POINTS = 17
/** No row is higher in Excel. */
const ROW_POINTS_MAX = 409
export const rowPoints = (lines: number): number => Math.min(ROW_POINTS_MAX, lines * LINE_POINTS)

/** So wide is a table that stands well on an upright page. */
const UPRIGHT_CHARS = 130
/** So many rows are still read well when they are drawn together onto one upright page. */
const PAGE_ROWS = 64

/** How a table is printed: never more than one page wide, and a short one on one page. */
export function pageSetup(columns: readonly LaidOutColumn[], rows: number): string {
  const isUpright = columns.reduce((sum, column) => sum + widthOf(column), 0) <= UPRIGHT_CHARS
  const orientation = isUpright ? 'portrait' : 'landscape'
  const high = isUpright && rows <= PAGE_ROWS ? 1 : 0
  return `<pageSetup paperSize="9" orientation="${orientation}" fitToWidth="1" fitToHeight="${high}"/>`
}
