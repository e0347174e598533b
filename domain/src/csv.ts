/** One record of a CSV text, and the line that it begins in, counted from 1. */
export interface CsvRecord {
  readonly line: number
  readonly cells: readonly string[]
}

/**
 * Reads a CSV text (RFC 4180): commas, cells in quotes with doubled quotes and line breaks in them, CR LF or LF, with or
 * without a byte order mark. Lines without any content are left out. Gives null where a quote is never closed.
 */
export function parseCsv(text: string): CsvRecord[] | null {
  const records: CsvRecord[] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let line = 1
  let begun = 1
  const endRecord = () => {
    cells.push(cell)
    if (cells.some((one) => one !== '')) records.push({ line: begun, cells })
    cells = []
    cell = ''
  }
  const plain = text.replace(/^\uFEFF/, '')
  for (let at = 0; at < plain.length; at += 1) {
    const sign = plain[at] ?? ''
    if (sign === '\n') line += 1
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (plain[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (sign === '"' && cell === '') isQuoted = true
    else if (sign === ',') {
      cells.push(cell)
      cell = ''
    } else if (sign === '\n') {
      endRecord()
      begun = line
    } else if (sign !== '\r') cell += sign
  }
  if (isQuoted) return null
  endRecord()
  return records
}
