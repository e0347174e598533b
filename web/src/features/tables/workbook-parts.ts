import { SAVE_AS_XLSX } from '@huanji/domain/tables/file-kind'
import { type UnzipFileInfo, unzipSync, zipSync } from 'fflate'
import { TableUnreadable } from './unreadable.ts'

/** So much may come out of a workbook, unpacked. */
const UNPACKED_MAX_BYTES = 120 * 1024 * 1024

type Parts = Record<string, Uint8Array>

const WORKBOOK = 'xl/workbook.xml'
const RELATIONS = 'xl/_rels/workbook.xml.rels'

/** A workbook's tables are text; pictures are not asked for. */
const isText = ({ name }: UnzipFileInfo): boolean => /\.(xml|rels)$/i.test(name)

/** What else is packed as a workbook is. */
function packedFault(names: readonly string[]): string | null {
  const has = (name: string) => names.includes(name)
  if (has(WORKBOOK)) return null
  if (has('content.xml')) return `这是 OpenDocument 表格（.ods），${SAVE_AS_XLSX}`
  if (has('xl/workbook.bin')) return `这是二进制工作簿（.xlsb），${SAVE_AS_XLSX}`
  if (names.some((name) => name.endsWith('.iwa')))
    return `这是 Numbers 表格，请在 Numbers 中导出为 Excel（.xlsx）后再导入`
  return '只能导入 .xlsx 或 .csv 文件，这是压缩包'
}

/**
 * The parts of a packed workbook.
 * @throws TableUnreadable where it is none
 * @throws RangeError where more comes out than any table of phones holds
 */
function partsOf(bytes: Uint8Array): Parts {
  let unpackedBytes = 0
  const names: string[] = []
  const filter = (part: UnzipFileInfo) => {
    names.push(part.name)
    if (!isText(part)) return false
    unpackedBytes += part.originalSize
    if (unpackedBytes > UNPACKED_MAX_BYTES) throw new RangeError('a workbook holds too much')
    return true
  }
  const parts = unzipSync(bytes, { filter })
  const fault = packedFault(names)
  if (fault !== null) throw new TableUnreadable(fault)
  return parts
}

const textOf = (parts: Parts, name: string): string => new TextDecoder().decode(parts[name] ?? new Uint8Array())

/** The elements of a name, each with its attributes. */
function elements(xml: string, name: string): Readonly<Record<string, string>>[] {
  return [...xml.matchAll(new RegExp(`<(?:\\w+:)?${name}\\b([^>]*)>`, 'g'))].map(([, inner = '']) =>
    Object.fromEntries(
      [...inner.matchAll(/(?:\w+:)?(\w+)\s*=\s*["']([^"']*)["']/g)].map(([, key, value]) => [key, value]),
    ),
  )
}

const HIDDEN_ROW = /<(?:\w+:)?row\b[^>]*\bhidden\s*=\s*["'](?:1|true)["'][^>]*>/g

/** The library takes `date1904="1"` alone for a workbook that counts days from 1904; LibreOffice writes `true`. */
const withPlainEpoch = (xml: string): string => xml.replace(/(\bdate1904\s*=\s*["'])true(?=["'])/, '$11')

const MARKED_TEXT = /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->/g

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Text in CDATA as plain text, and no comments: the library gives nothing of the one, and nothing of what stands before the other. */
const withPlainText = (xml: string): string =>
  xml.replace(MARKED_TEXT, (_, text?: string) => (text === undefined ? '' : escaped(text)))

/** The parts that hold cells' texts, where one of them has marks that the library cannot read. */
const HOLDS_TEXTS = /^xl\/(?:sharedStrings|worksheets\/[^/]+)\.xml$/i

function withPlainTexts(parts: Parts): Parts {
  const marked = Object.keys(parts).filter((name) => HOLDS_TEXTS.test(name) && textOf(parts, name).includes('<!'))
  const plain = marked.map((name) => [name, new TextEncoder().encode(withPlainText(textOf(parts, name)))] as const)
  return { ...parts, ...Object.fromEntries(plain) }
}

/** The place among all sheets, from 1, of the first that is not hidden, its name, and how many others are shown. */
function firstShown(xml: string): { place: number; name: string; relation: string; others: number } {
  const sheets = elements(xml, 'sheet').filter(({ name }) => name !== undefined)
  const shown = sheets.filter(({ state }) => state !== 'hidden' && state !== 'veryHidden')
  const first = shown[0] ?? sheets[0]
  const place = first === undefined ? 1 : sheets.indexOf(first) + 1
  return { place, name: first?.name ?? '', relation: first?.id ?? '', others: Math.max(0, shown.length - 1) }
}

/** The numbers of the rows of a sheet that are hidden, by hand or by a filter. */
function hiddenRows(parts: Parts, relation: string): number[] {
  const target = elements(textOf(parts, RELATIONS), 'Relationship').find(({ Id }) => Id === relation)?.Target ?? ''
  const name = target.startsWith('/') ? target.slice(1) : `xl/${target}`
  return [...textOf(parts, name).matchAll(HIDDEN_ROW)].map(([row]) => Number(/\br\s*=\s*["'](\d+)/.exec(row)?.[1]))
}

/** A workbook as the library reads it, and which of its sheets is meant. */
export interface Workbook {
  /** The same workbook with its parts as they are: the library unpacks large ones in a worker, which our security headers forbid. */
  readonly blob: Blob
  /** From 1. */
  readonly sheet: number
  readonly sheetName: string
  /** How many further sheets are shown. */
  readonly otherSheets: number
  /** The numbers of its rows that are hidden. */
  readonly hidden: readonly number[]
}

/**
 * Opens a workbook at the first sheet that a person sees.
 * @throws TableUnreadable where the file is no workbook
 * @throws RangeError where more comes out than any table of phones holds
 */
export function workbookOf(bytes: Uint8Array): Workbook {
  const parts = withPlainTexts(partsOf(bytes))
  const xml = withPlainEpoch(textOf(parts, WORKBOOK))
  const { place, name, relation, others } = firstShown(xml)
  const changed = { ...parts, [WORKBOOK]: new TextEncoder().encode(xml) }
  return {
    blob: new Blob([new Uint8Array(zipSync(changed, { level: 0 }))]),
    sheet: place,
    sheetName: name,
    otherSheets: others,
    hidden: hiddenRows(parts, relation),
  }
}
