import { dictionary } from '../dictionary.ts'

/** What a file is by its first bytes, whatever it is called. */
export type FileKind = 'zip' | 'ole' | 'html' | 'xml' | 'other' | 'text'

const startsWith = (bytes: Uint8Array, ...wanted: readonly number[]): boolean =>
  wanted.every((byte, at) => bytes[at] === byte)

/** The first bytes of files that are surely no tables: PDF, PNG, JPEG, GIF, RAR, 7z, gzip. */
const OTHERS: readonly (readonly number[])[] = [
  [0x25, 0x50, 0x44, 0x46],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x52, 0x61, 0x72, 0x21],
  [0x37, 0x7a, 0xbc, 0xaf],
  [0x1f, 0x8b],
]

/** How much of a file is looked at for the name of its markup. */
const MARKUP_WITHIN = 1_000

/** Says what a file is by what it begins with. */
export function fileKindOf(bytes: Uint8Array): FileKind {
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || startsWith(bytes, 0x50, 0x4b, 0x05, 0x06)) return 'zip'
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return 'ole'
  if (OTHERS.some((wanted) => startsWith(bytes, ...wanted))) return 'other'
  const begins = String.fromCharCode(...bytes.subarray(0, MARKUP_WITHIN)).replaceAll('\0', '')
  if (/^[^<]{0,8}\s*(?:<\?xml[^>]*>\s*)?(?:<!doctype\s+html|<html|<head|<meta|<table)/i.test(begins)) return 'html'
  return /^[^<]{0,8}\s*<\?xml/i.test(begins) ? 'xml' : 'text'
}

/** How a table is saved so that it can be read. */
export const SAVE_AS_XLSX = '请用 Excel 或 WPS 打开，另存为“Excel 工作簿（.xlsx）”后再导入'

/** What a file is called that is no workbook that can be read, by the ending of its name. */
const BY_ENDING = dictionary({
  xls: '旧版 Excel 文件（.xls）',
  et: 'WPS 表格（.et）',
  ett: 'WPS 表格模板（.ett）',
  ods: 'OpenDocument 表格（.ods）',
  xlsb: '二进制工作簿（.xlsb）',
  numbers: 'Numbers 表格',
})

const endingOf = (name: string): string => /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** What a file is that is no workbook of today; null for one that may be read. */
function whatItIs(ending: string, kind: FileKind): string | null {
  const called = BY_ENDING[ending]
  const but = (ownEndings: readonly string[]) =>
    ownEndings.includes(ending) || ending === '' ? '' : `，文件名却是 .${ending}`
  if (kind === 'ole') return called ?? `${BY_ENDING.xls}${but([])}`
  if (kind === 'html') return `网页格式的表格${but(['html', 'htm'])}`
  return kind === 'xml' ? `XML 格式的表格${but(['xml'])}` : (called ?? null)
}

/**
 * Why a file cannot be read by what it is and how it is called, with how to save it; null for one that may be read: a
 * text, or a workbook that is called one.
 */
export function fileFault(name: string, kind: FileKind): string | null {
  const ending = endingOf(name)
  const isText = ['csv', 'txt', 'tsv'].includes(ending)
  const isWorkbook = ['xlsx', 'xlsm'].includes(ending)
  const what = whatItIs(ending, kind)
  if (what !== null) return `这是${what}，${SAVE_AS_XLSX}`
  if (kind === 'zip' && isText) return `这是 Excel 工作簿，文件名却是 .${ending}：请把文件名改为 .xlsx 后再导入`
  if (kind === 'other' || !(isText || isWorkbook)) return '只能导入 .xlsx 或 .csv 文件'
  return kind === 'text' && isWorkbook ? `文件无法读取，${SAVE_AS_XLSX}` : null
}
