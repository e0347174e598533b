import { type UnzipFileInfo, unzipSync, zipSync } from 'fflate'
import Papa from 'papaparse'
import { readSheet } from 'read-excel-file/universal'

/** A larger file is no list of phones. */
const FILE_MAX_BYTES = 10 * 1024 * 1024
/** So much may come out of it, unpacked. */
const UNPACKED_MAX_BYTES = 120 * 1024 * 1024

const READ_MAX_MS = 15_000

/** A file that cannot be read, with what to do. */
export class TableUnreadable extends Error {}

/**
 * The lines of a text: columns parted by tabs, commas or semicolons, cells in quotes where they need them.
 * @param keepsEmpty true where each line must stay in its place
 */
export function tableOfText(text: string, keepsEmpty = false): string[][] {
  const delimiter = text.includes('\t') ? '\t' : ''
  const { data } = Papa.parse<string[]>(keepsEmpty ? text.replace(/^\uFEFF/, '').trimEnd() : text.trim(), {
    delimiter,
    delimitersToGuess: [',', ';', '\t', '|'],
    skipEmptyLines: keepsEmpty ? false : 'greedy',
  })
  return data
}

/** The text of a CSV file: UTF-8, UTF-16 as “Unicode 文本”, or GB18030, in which Excel writes CSV in China. */
export function decodeText(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength))
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** A cell as it was written; a date, which no code is, as one that says so. */
function textOfCell(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell)
}

/** A workbook's tables are text; pictures are not asked for. */
const isText = ({ name }: UnzipFileInfo): boolean => /\.(xml|rels)$/i.test(name)

/**
 * The same workbook with its parts as they are: the library unpacks large ones in a worker of its own, which our security
 * headers forbid.
 * @throws RangeError where more comes out than any table of phones holds
 */
async function unpacked(file: File): Promise<Blob> {
  let bytes = 0
  const filter = (part: UnzipFileInfo) => {
    if (!isText(part)) return false
    bytes += part.originalSize
    if (bytes > UNPACKED_MAX_BYTES) throw new RangeError('a workbook holds too much')
    return true
  }
  const parts = unzipSync(new Uint8Array(await file.arrayBuffer()), { filter })
  return new Blob([new Uint8Array(zipSync(parts, { level: 0 }))])
}

/**
 * The lines of the first sheet of an .xlsx file, or of a CSV or text file.
 * @param keepsEmpty true where each line must stay in its place
 * @throws TableUnreadable for another kind of file, one that is damaged, or one of more than 10 MiB
 */
export async function tableOfFile(file: File, keepsEmpty = false): Promise<string[][]> {
  if (file.size > FILE_MAX_BYTES) throw new TableUnreadable('文件超过 10MB，请分批导入')
  if (/\.(csv|txt|tsv)$/i.test(file.name)) return tableOfText(decodeText(await file.arrayBuffer()), keepsEmpty)
  if (!/\.xlsx$/i.test(file.name)) {
    throw new TableUnreadable(
      /\.xls$/i.test(file.name) ? '请将 .xls 另存为 .xlsx 后导入' : '只能导入 .xlsx 或 .csv 文件',
    )
  }
  const tooLong = new Promise<never>((_, reject) => setTimeout(reject, READ_MAX_MS))
  try {
    const sheet = await Promise.race([readSheet(await unpacked(file)), tooLong])
    return sheet.map((cells) => cells.map(textOfCell))
  } catch {
    throw new TableUnreadable('文件无法读取，请用 Excel 另存为 .xlsx 后重试')
  }
}
