import { dictionary } from '@huanji/domain/dictionary'
import { withoutFormula } from './csv-text.ts'
import { type LaidOutColumn, linesIn, pageSetup, rowPoints, widthOf } from './sheet-layout.ts'

/**
 * How a cell is written: `text`; `code`: digits that must not become a number; `money` in yuan and `count` as numbers;
 * `moment`: ISO 8601 here, Asia/Shanghai in the file.
 */
export type CellForm = 'text' | 'code' | 'money' | 'count' | 'moment'

/** The part of a workbook that its one sheet is. */
export const SHEET_PART = 'xl/worksheets/sheet1.xml'
const SHANGHAI_OFFSET_MS = 8 * 3_600_000
const DAY_MS = 86_400_000
/** Excel counts days from the end of 1899. */
const EXCEL_EPOCH_DAYS = 25_569

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The places of the styles in `cellXfs`. */
const STYLE = {
  title: 1,
  text: 2,
  code: 2,
  money: 3,
  count: 4,
  moment: 5,
  apostrophe: 6,
  caption: 7,
  wrapped: 8,
  sum: 9,
  sumWord: 10,
  sumCount: 11,
  sumText: 12,
  titleOfNumbers: 13,
} as const

const TOP = '<alignment vertical="top"/>'
const WRAPPED = '<alignment vertical="top" wrapText="1"/>'
const TITLE = 'fontId="1" fillId="2" borderId="1" applyFont="1" applyFill="1" applyBorder="1"'
/** A font is named in each: without one LibreOffice takes its own, smaller one. */
const xf = (style: string, alignment: string): string => {
  const font = style.includes('fontId=') ? '' : ' fontId="0" applyFont="1"'
  return `<xf xfId="0"${font} ${style} applyAlignment="1">${alignment}</xf>`
}

const CELL_STYLES = [
  '<xf xfId="0"/>',
  xf(TITLE, WRAPPED),
  xf('numFmtId="49" applyNumberFormat="1"', TOP),
  xf('numFmtId="4" applyNumberFormat="1"', TOP),
  xf('numFmtId="1" applyNumberFormat="1"', TOP),
  xf('numFmtId="164" applyNumberFormat="1"', TOP),
  xf('numFmtId="49" applyNumberFormat="1" quotePrefix="1"', WRAPPED),
  xf('numFmtId="49" fontId="2" applyNumberFormat="1" applyFont="1"', TOP),
  xf('numFmtId="49" applyNumberFormat="1"', WRAPPED),
  xf('numFmtId="4" fontId="1" borderId="2" applyNumberFormat="1" applyFont="1" applyBorder="1"', TOP),
  xf('numFmtId="49" fontId="1" borderId="2" applyNumberFormat="1" applyFont="1" applyBorder="1"', TOP),
  xf('numFmtId="1" fontId="1" borderId="2" applyNumberFormat="1" applyFont="1" applyBorder="1"', TOP),
  xf('numFmtId="49" fontId="1" borderId="2" applyNumberFormat="1" applyFont="1" applyBorder="1"', WRAPPED),
  xf(TITLE, '<alignment horizontal="right" vertical="top" wrapText="1"/>'),
]

const FONTS = [
  '<font><sz val="11"/><name val="Calibri"/></font>',
  '<font><b/><sz val="11"/><name val="Calibri"/></font>',
  '<font><b/><sz val="14"/><name val="Calibri"/></font>',
]
const FILLS = [
  '<fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill>',
  '<fill><patternFill patternType="solid"><fgColor rgb="FFEDEFF2"/></patternFill></fill>',
]
const BORDERS = [
  '<border/>',
  '<border><left/><right/><top/><bottom style="thin"/><diagonal/></border>',
  '<border><left/><right/><top style="thin"/><bottom/><diagonal/></border>',
]

/** Things of a style sheet in an element that counts them. */
const counted = (name: string, things: readonly string[]): string =>
  `<${name} count="${things.length}">${things.join('')}</${name}>`

const styles = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts>${counted('fonts', FONTS)}${counted('fills', FILLS)}${counted('borders', BORDERS)}<cellStyleXfs count="1"><xf/></cellStyleXfs>${counted('cellXfs', CELL_STYLES)}</styleSheet>`

/** All of a workbook but its sheet, whose first `headRows` are printed on each page: XML texts by the names of their parts. */
export const workbookParts = (sheetName: string, headRows: number): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/${SHEET_PART}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(sheetName)}" sheetId="1" r:id="rId1"/></sheets><definedNames><definedName name="_xlnm.Print_Titles" localSheetId="0">'${escaped(sheetName.replaceAll("'", "''"))}'!$1:$${headRows}</definedName></definedNames></workbook>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': styles,
})

/** What XML 1.0 has no place for: control characters, halves of characters, and two that are none. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: leaving them out is the point
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu
const MARKUP = /[&<>"]/g
const ENTITIES: Readonly<Record<string, string>> = dictionary({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })

const escaped = (text: string): string =>
  text.replace(UNWRITABLE, '').replace(MARKUP, (character) => ENTITIES[character] ?? '')

/** A column's letters: A … Z, AA … */
export function lettersOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : lettersOf(Math.floor(index / 26) - 1) + last
}

const textCell = (place: string, style: number, text: string): string =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

const numberCell = (place: string, style: number, value: string): string =>
  `<c r="${place}" s="${style}"><v>${value}</v></c>`

/** A moment as the number of days that Excel shows as a time of Asia/Shanghai. */
const excelDays = (iso: string): string =>
  String(Number(((Date.parse(iso) + SHANGHAI_OFFSET_MS) / DAY_MS + EXCEL_EPOCH_DAYS).toFixed(10)))

/**
 * A cell typed as a text is never calculated. One that looks like a formula is marked as text besides, as if it had been
 * typed with an apostrophe, so that editing it does not turn it into one.
 */
const plainText =
  (style: number) =>
  (place: string, value: string): string =>
    textCell(place, withoutFormula(value) === value ? style : STYLE.apostrophe, value)

/** The XML of a filled cell by its form; `place` is such as `B7`, amounts are in yuan, moments ISO 8601. */
export const SHEET_CELLS: Readonly<Record<CellForm, (place: string, value: string) => string>> = {
  text: plainText(STYLE.wrapped),
  code: plainText(STYLE.code),
  money: (place, value) => numberCell(place, STYLE.money, value),
  count: (place, value) => numberCell(place, STYLE.count, value),
  moment: (place, value) => numberCell(place, STYLE.moment, excelDays(value)),
}

/** The same in a line that sums up others. */
const TOTAL_CELLS: typeof SHEET_CELLS = {
  ...SHEET_CELLS,
  text: (place, value) => textCell(place, STYLE.sumText, value),
  money: (place, value) => numberCell(place, STYLE.sum, value),
  count: (place, value) => numberCell(place, STYLE.sumCount, value),
}

/** A title stands over its numbers, which are written to the right. */
const titleStyle = ({ form }: Pick<LaidOutColumn, 'form'>): number =>
  form === 'money' || form === 'count' ? STYLE.titleOfNumbers : STYLE.title

const heightOf = (points: number): string => ` ht="${points}" customHeight="1"`
/** The caption's letters are larger. */
const CAPTION_POINTS = 24

/** A column as a sheet has it. */
export interface SheetHeadColumn extends LaidOutColumn {
  readonly title: string
}

/**
 * A row of a sheet by its number, with the values of its columns, empty for no cell: as high as its longest text wants,
 * since a sheet that no program has yet laid out is printed with the heights that it has.
 */
export function sheetRow(
  columns: readonly LaidOutColumn[],
  { number, isTotal = false }: { readonly number: number; readonly isTotal?: boolean },
  values: readonly string[],
): string {
  const write = isTotal ? TOTAL_CELLS : SHEET_CELLS
  let cells = ''
  let lines = 1
  for (const [index, column] of columns.entries()) {
    const value = values[index] ?? ''
    if (value === '') continue
    cells += write[column.form](lettersOf(index) + number, value)
    lines = Math.max(lines, linesIn(column, value))
  }
  return `<row r="${number}"${lines > 1 ? heightOf(rowPoints(lines)) : ''}>${cells}</row>`
}

/**
 * A sheet up to its first row: above the titles a line that says what it is, where there is one. What is typed below a
 * code's title is a text. It is printed one page wide, and titles stay in sight.
 */
export function sheetHead(columns: readonly SheetHeadColumn[], caption = ''): string {
  const rows = headRowsOf(caption)
  const widths = columns.map(
    (column, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${widthOf(column)}" customWidth="1"${column.form === 'code' ? ` style="${STYLE.code}"` : ''}/>`,
  )
  const titles = columns.map((column, index) =>
    textCell(`${lettersOf(index)}${rows}`, titleStyle(column), column.title),
  )
  const titleLines = Math.max(1, ...columns.map((column) => linesIn({ ...column, form: 'text' }, column.title)))
  const frozen = `<sheetViews><sheetView workbookViewId="0"><pane ySplit="${rows}" topLeftCell="A${rows + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`
  const above =
    caption === '' ? '' : `<row r="1"${heightOf(CAPTION_POINTS)}>${textCell('A1', STYLE.caption, caption)}</row>`
  return `${XML}<worksheet xmlns="${MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>${frozen}<sheetFormatPr defaultRowHeight="${rowPoints(1)}" customHeight="1"/><cols>${widths.join('')}</cols><sheetData>${above}<row r="${rows}"${heightOf(rowPoints(titleLines))}>${titles.join('')}</row>`
}

/** How many rows stand before the first one of the table. */
export const headRowsOf = (caption: string): number => (caption === '' ? 1 : 2)

/** What a sheet ends with. */
export interface SheetEnd {
  readonly headRows: number
  /** Rows of the table. */
  readonly rows: number
  /** What each column comes to, in yuan; empty where it is no sum. Without them there is no line of sums. */
  readonly sums?: readonly string[]
}

/** The last line: what the columns come to, and over how many rows. */
function sumRow({ headRows, rows, sums = [] }: SheetEnd): string {
  if (sums.length === 0) return ''
  const number = headRows + rows + 1
  const words = `合计（${rows}行）`
  const cells = sums.map((sum, index) => {
    const place = `${lettersOf(index)}${number}`
    // the first cell says what the line is
    if (index === 0) return textCell(place, STYLE.sumWord, sum === '' ? words : `${words}${sum}`)
    return sum === '' ? textCell(place, STYLE.sumWord, '') : numberCell(place, STYLE.sum, sum)
  })
  return `<row r="${number}">${cells.join('')}</row>`
}

/** What closes a sheet behind its last row: its sums, the filter over its rows, and how it is printed. */
export function sheetTail(columns: readonly LaidOutColumn[], end: SheetEnd): string {
  const { headRows, rows } = end
  const filtered = `A${headRows}:${lettersOf(Math.max(0, columns.length - 1))}${headRows + rows}`
  const margins = '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>'
  const footer = '<headerFooter><oddFooter>&amp;C第 &amp;P 页，共 &amp;N 页</oddFooter></headerFooter>'
  return `${sumRow(end)}</sheetData><autoFilter ref="${filtered}"/><printOptions gridLines="1"/>${margins}${pageSetup(columns, rows)}${footer}</worksheet>`
}
