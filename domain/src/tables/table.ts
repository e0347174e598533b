/** A line of a table: its place in the file, counted from 1, and its cells as texts. */
export interface TableLine {
  readonly line: number
  readonly cells: readonly string[]
}

/** What a file or a pasted text holds: its lines that are not empty, and what a person should know of how it was read. */
export interface Table {
  readonly lines: readonly TableLine[]
  readonly notes: readonly string[]
}

/** A text that a formula gives, as programs write codes that a spreadsheet must keep: `="860…"`. */
const FORMULA_GUARD = /^="((?:[^"]|"")*)"$/
/** The sign of a spreadsheet for “this is a text”; one that belongs to a pair of marks is none. */
const APOSTROPHE_GUARD = /^'(?=[\d=+\-@＝＋－＠A-Za-z])(?!.*'$)/

/**
 * What a cell says, without the guards that programs put before codes so that spreadsheets keep them (a tab, an
 * apostrophe, `="…"`), and without line breaks and other signs that nobody sees.
 */
export function plainCell(raw: string): string {
  const text = raw.replace(/\p{Cc}+/gu, ' ').trim()
  const inner = FORMULA_GUARD.exec(text)?.[1]
  return inner === undefined ? text.replace(APOSTROPHE_GUARD, '') : inner.replaceAll('""', '"').trim()
}

/** The lines that hold something, each cell as it reads and each line with its place. */
export const linesOf = (rows: readonly (readonly string[])[]): TableLine[] =>
  rows
    .map((cells, at) => ({ line: at + 1, cells: cells.map(plainCell) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
