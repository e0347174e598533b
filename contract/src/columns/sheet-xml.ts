import { dictionary } from '@huanji/domain/dictionary'
import { withoutFormula } from './csv-text.ts'

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
const STYLE = { title: 1, text: 2, code: 2, money: 3, count: 4, moment: 5, apostrophe: 6 } as const

/** Widths in characters. */
const WIDTHS: Readonly<Record<CellForm, number>> = { text: 20, code: 22, money: 12, count: 10, moment: 20 }

const styles = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="7"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="49" applyNumberFormat="1"/><xf xfId="0" numFmtId="4" applyNumberFormat="1"/><xf xfId="0" numFmtId="1" applyNumberFormat="1"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" numFmtId="49" applyNumberFormat="1" quotePrefix="1"/></cellXfs></styleSheet>`

/** All of a workbook but its sheet: XML texts by the names of their parts. */
export const workbookParts = (sheetName: string): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/${SHEET_PART}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
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
const plainText = (place: string, value: string): string =>
  textCell(place, withoutFormula(value) === value ? STYLE.text : STYLE.apostrophe, value)

/** The XML of a filled cell by its form; `place` is such as `B7`, amounts are in yuan, moments ISO 8601. */
export const SHEET_CELLS: Readonly<Record<CellForm, (place: string, value: string) => string>> = {
  text: plainText,
  code: plainText,
  money: (place, value) => numberCell(place, STYLE.money, value),
  count: (place, value) => numberCell(place, STYLE.count, value),
  moment: (place, value) => numberCell(place, STYLE.moment, excelDays(value)),
}

/** A sheet up to its first row, with a row of titles that stays in sight. What is typed below a code's title is a text. */
export function sheetHead(columns: readonly { readonly title: string; readonly form: CellForm }[]): string {
  const widths = columns.map(
    ({ form }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${WIDTHS[form]}" customWidth="1"${form === 'code' ? ` style="${STYLE.code}"` : ''}/>`,
  )
  const titles = columns.map(({ title }, index) => textCell(`${lettersOf(index)}1`, STYLE.title, title))
  const frozen =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
  return `${XML}<worksheet xmlns="${MAIN}">${frozen}<cols>${widths.join('')}</cols><sheetData><row r="1">${titles.join('')}</row>`
}

/** What closes a sheet behind its last row. */
export const SHEET_TAIL = '</sheetData></worksheet>'
