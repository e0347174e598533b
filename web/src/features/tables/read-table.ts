import { fileFault, fileKindOf, SAVE_AS_XLSX } from '@huanji/domain/tables/file-kind'
import { linesOf, type Table } from '@huanji/domain/tables/table'
import { tableOfText, textOfTable } from '@huanji/domain/tables/text-table'
import { readSheet } from 'read-excel-file/universal'
import { decodeText } from './decode-text.ts'
import { TableUnreadable } from './unreadable.ts'
import { type Workbook, workbookOf } from './workbook-parts.ts'

export { tableOfText } from '@huanji/domain/tables/text-table'
export { TableUnreadable } from './unreadable.ts'

/** A larger file is no list of phones. */
const FILE_MAX_BYTES = 10 * 1024 * 1024

const READ_MAX_MS = 15_000

/** A number as it stands in the file: whole ones with all their digits, which a code may have more of than a number keeps. */
const parseNumber = (text: string): string => (/^-?\d+$/.test(text) ? text : String(Number(text)))

/** A cell as it was written; a day, and a moment to the second. */
function textOfCell(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (!(cell instanceof Date)) return String(cell)
  // the fraction of a day that a spreadsheet keeps is no whole second
  const [day = '', time = ''] = new Date(Math.round(cell.getTime() / 1000) * 1000).toISOString().split(/[T.]/)
  return time === '00:00:00' ? day : `${day} ${time}`
}

/** What a person should know of how a workbook was read. */
function notesOn({ sheetName, otherSheets, hidden }: Workbook, lines: Table['lines']): string[] {
  const places = new Set(hidden)
  const hiddenLines = lines.filter(({ line }) => places.has(line)).map(({ line }) => line)
  const some = `第${hiddenLines.slice(0, 5).join('、')}行`
  return [
    ...(otherSheets > 0 ? [`只读取了第一个工作表“${sheetName}”，另有${otherSheets}个工作表没有读取`] : []),
    ...(hiddenLines.length > 0
      ? [`有${hiddenLines.length}行在表格里是隐藏的（${some}${hiddenLines.length > 5 ? '…' : ''}），也在其中`]
      : []),
  ]
}

/** The work, unless it takes too long. */
async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('a workbook takes too long')), READ_MAX_MS)
  })
  try {
    return await Promise.race([work, tooLong])
  } finally {
    clearTimeout(timer)
  }
}

async function tableOfWorkbook(bytes: ArrayBuffer): Promise<Table> {
  try {
    const workbook = workbookOf(new Uint8Array(bytes))
    const rows = await inTime(readSheet(workbook.blob, workbook.sheet, { parseNumber }))
    const lines = linesOf(rows.map((cells) => cells.map(textOfCell)))
    return { lines, notes: notesOn(workbook, lines) }
  } catch (error) {
    throw error instanceof TableUnreadable ? error : new TableUnreadable(`文件无法读取，${SAVE_AS_XLSX}`)
  }
}

/** A workbook that only its password opens is packed as old ones are. */
const isLocked = (bytes: Uint8Array): boolean =>
  new TextDecoder('utf-16le').decode(bytes.subarray(0, bytes.length - (bytes.length % 2))).includes('EncryptedPackage')

/**
 * What a file holds: a text, or the table of a workbook.
 * @throws TableUnreadable for another kind of file, one that is damaged, or one of more than 10 MiB, with how to save it
 */
async function contentOf(file: File): Promise<string | Table> {
  if (file.size > FILE_MAX_BYTES) throw new TableUnreadable('文件超过 10MB，请分批导入')
  const bytes = await file.arrayBuffer()
  const kind = fileKindOf(new Uint8Array(bytes))
  if (kind === 'ole' && isLocked(new Uint8Array(bytes))) {
    throw new TableUnreadable('这个工作簿有打开密码，请去掉密码另存为 .xlsx 后再导入')
  }
  const fault = fileFault(file.name, kind)
  if (fault !== null) throw new TableUnreadable(fault)
  if (kind === 'zip') return tableOfWorkbook(bytes)
  const text = decodeText(bytes)
  if (text.includes('\0')) throw new TableUnreadable(`文件内容不是表格，${SAVE_AS_XLSX}`)
  return text
}

/**
 * The lines of the first sheet of an .xlsx file that a person sees, or of a CSV or text file.
 * @throws TableUnreadable as `contentOf` does
 */
export async function tableOfFile(file: File): Promise<Table> {
  const content = await contentOf(file)
  return typeof content === 'string' ? tableOfText(content) : content
}

/**
 * A file as a text: as it is, or the table of a workbook with commas.
 * @throws TableUnreadable as `contentOf` does
 */
export async function textOfFile(file: File): Promise<string> {
  const content = await contentOf(file)
  return typeof content === 'string' ? content : textOfTable(content)
}
