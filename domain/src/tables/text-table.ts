import { isHeadName } from './heads.ts'
import { plainCell, type Table, type TableLine } from './table.ts'

/** A text as a table; `openQuoteLine` is the line of a quote that the text never closes, null without one. */
export interface TextTable extends Table {
  readonly openQuoteLine: number | null
}

/** What may part the columns of a text, likeliest first. */
const DELIMITERS = ['\t', ',', ';', '|'] as const
type Delimiter = (typeof DELIMITERS)[number]

/** The heads of a table are among its first lines: above them stand titles and notes. */
const HEAD_WITHIN = 20
/** A text with more quotes than these that close nowhere is none in which quotes mark cells. */
const BROKEN_QUOTES_MAX = 1_000
/** No spreadsheet has a longer cell. */
const CELL_MAX = 32_767
/** A line of its own that names what parts the columns, for spreadsheets. */
const SEPARATOR_LINE = /^"?sep=(.)"?\n?/i

/** One line end for all, however many programs have put the text together. */
const withPlainEnds = (text: string): string => text.replace(/^\uFEFF/, '').replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')

/** A text that is parted into cells. */
interface Source {
  readonly text: string
  readonly delimiter: Delimiter
  /** How many cells the lines have, as far as that is known. */
  width: number
  brokenQuotes: number
  /** Where the next of each sign stands that ends a cell, as far as the text has been read. */
  readonly ends: { delimiter: number; line: number }
}

const sourceOf = (text: string, delimiter: Delimiter): Source => ({
  text,
  delimiter,
  width: 1,
  brokenQuotes: 0,
  ends: { delimiter: -1, line: -1 },
})

/** Where the cell ends that reaches as far as `from`: its delimiter, the end of its line or of the text. Each sign is sought once. */
function endOfCell({ text, delimiter, ends }: Source, from: number): number {
  const next = (sign: string, known: number): number => {
    if (known >= from) return known
    const at = text.indexOf(sign, from)
    return at < 0 ? text.length : at
  }
  ends.delimiter = next(delimiter, ends.delimiter)
  ends.line = next('\n', ends.line)
  return Math.min(ends.delimiter, ends.line)
}

/** Where the quotes of a cell that begins at `at` close, before a delimiter or the end of the line; -1 for nowhere. */
function closingQuote({ text, delimiter, brokenQuotes }: Source, at: number): number {
  if (text[at] !== '"' || brokenQuotes > BROKEN_QUOTES_MAX) return -1
  for (let from = at + 1; ; from += 2) {
    from = text.indexOf('"', from)
    if (from < 0 || from - at > CELL_MAX) return -1
    if (text[from + 1] === '"') continue
    const behind = /^ *(.|\n)?/.exec(text.slice(from + 1, from + 40))?.[1]
    return behind === undefined || behind === delimiter || behind === '\n' ? from : -1
  }
}

/**
 * True where what stands between two quotes is no cell with line breaks but further lines of the table: two cells that only
 * happen to begin and to end with a quote. Such lines have codes, and as many cells as the table.
 */
function holdsLines({ delimiter, width }: Source, content: string): boolean {
  const [, ...further] = content.split('\n')
  return further.some((line) => {
    const count = line.split(delimiter).length - 1
    return count > 0 && (delimiter === '\t' || /\d{12}/.test(line) || (width > 2 && count >= width - 1))
  })
}

interface Cell {
  readonly text: string
  /** Where the next cell or line begins: behind what ended this one. */
  readonly next: number
  readonly endsLine: boolean
  /** True for a quote that nothing closes. */
  readonly isOpen: boolean
}

function cellAt(source: Source, at: number): Cell {
  const { text } = source
  const closes = closingQuote(source, at)
  const content = closes < 0 ? '' : text.slice(at + 1, closes)
  const isQuoted = closes >= 0 && !holdsLines(source, content)
  if (text[at] === '"' && !isQuoted) source.brokenQuotes += 1
  const end = endOfCell(source, isQuoted ? closes + 1 : at)
  return {
    text: isQuoted ? content.replaceAll('""', '"') : text.slice(at, end),
    next: end + 1,
    endsLine: end >= text.length || text[end] === '\n',
    isOpen: text[at] === '"' && !isQuoted && text.indexOf('"', at + 1) < 0,
  }
}

/** The cells of the line that begins at `at`. */
function cellsAt(source: Source, at: number) {
  const cells: string[] = []
  for (let next = at; ; ) {
    const cell = cellAt(source, next)
    cells.push(cell.text)
    next = cell.next
    if (cell.endsLine) return { cells, next, isOpen: cell.isOpen }
  }
}

/** A code with its guard: such a tab parts nothing. */
const withoutGuards = (line: string): string => (line.includes(',') ? line.replace(/(^|,)\t+/g, '$1') : line)

/** How likely a sign parts a line: by the names that it leaves, or by the codes and cells. */
function worthOf(line: string, delimiter: Delimiter): { readonly names: number; readonly cells: number } {
  const { cells } = cellsAt(sourceOf(line, delimiter), 0)
  if (cells.length < 2) return { names: 0, cells: 0 }
  const plain = cells.map(plainCell)
  const codes = plain.filter((cell) => /^[\w-]{8,40}$/.test(cell)).length
  return { names: plain.filter(isHeadName).length, cells: codes * 100 + cells.length }
}

/** What parts the columns: what parts the head line, and of a table without heads most of its first lines. */
function delimiterOf(text: string): Delimiter {
  const lines = text
    .split('\n', HEAD_WITHIN * 2)
    .filter((line) => line.trim() !== '')
    .slice(0, HEAD_WITHIN)
    .map(withoutGuards)
  const candidates = DELIMITERS.map((delimiter) => {
    const worths = lines.map((line) => worthOf(line, delimiter))
    const names = Math.max(0, ...worths.map((worth) => worth.names))
    return { delimiter, names, cells: worths.reduce((sum, worth) => sum + worth.cells, 0) }
  })
  const hasNames = candidates.some(({ names }) => names > 0)
  const best = candidates.reduce((first, one) =>
    (hasNames ? one.names > first.names : one.cells > first.cells) ? one : first,
  )
  return best.cells === 0 ? ',' : best.delimiter
}

const isDelimiter = (sign: string | undefined): sign is Delimiter => DELIMITERS.some((one) => one === sign)

/**
 * The lines of a text with columns parted by tabs, commas, semicolons or bars, with line ends of any kind. A quote opens a
 * cell only where it closes before a delimiter or the end of a line: what is copied from a page has quotes that quote
 * nothing. Empty lines are left out, the others keep their places.
 */
export function tableOfText(given: string): TextTable {
  const text = withPlainEnds(given).trimEnd()
  const separator = SEPARATOR_LINE.exec(text)
  const begins = separator ? separator[0].length : 0
  const delimiter = isDelimiter(separator?.[1]) ? separator[1] : delimiterOf(text.slice(begins))
  const source = sourceOf(text, delimiter)
  const lines: TableLine[] = []
  let openQuoteLine: number | null = null
  let line = begins === 0 ? 1 : 2
  for (let at = begins; at < text.length; ) {
    const record = cellsAt(source, at)
    const cells = record.cells.map(plainCell)
    if (record.isOpen) openQuoteLine ??= line
    if (cells.some((cell) => cell !== '')) lines.push({ line, cells })
    if (source.width === 1) source.width = cells.length
    line += text.slice(at, record.next).split('\n').length - 1
    at = record.next
  }
  return { lines, notes: [], openQuoteLine }
}

/** A table as a text with commas that reads as it does, each line in its place. */
export function textOfTable({ lines }: Table): string {
  const texts: string[] = []
  for (const { line, cells } of lines) {
    while (texts.length < line - 1) texts.push('')
    texts.push(cells.map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','))
  }
  return texts.join('\n')
}
