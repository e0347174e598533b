# shellcheck shell=bash
# Sourced by the scripts about spreadsheets, which install fflate: the smallest workbook around given cells.
# workbook FILE FORMATS TEXTS ROWS [SHEET]: FORMATS are the number formats' ids, TEXTS the <si> elements, ROWS the <row>
# elements, SHEET the path of the sheet in xl/ without its .xml.
workbook() {
  node --input-type=module - "$@" <<'JS'
import { writeFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'

const [file, formats, texts, rows, sheet = 'worksheets/sheet1'] = process.argv.slice(2)
const OFFICE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const part = (path, type) => `<Override PartName="/xl/${path}.xml" ContentType="${OFFICE}.${type}+xml"/>`
const link = (id, type, path) => `<Relationship Id="r${id}" Type="${LINKS}/${type}" Target="${path}"/>`
const links = (inner) => `<Relationships xmlns="${PACKAGE}/relationships">${inner}</Relationships>`
const xf = (id) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`
const parts = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('workbook', 'sheet.main')}${part(sheet, 'worksheet')}${part('styles', 'styles')}${part('sharedStrings', 'sharedStrings')}</Types>`,
  '_rels/.rels': links(link(1, 'officeDocument', 'xl/workbook.xml')),
  'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${LINKS}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': links(
    link(1, 'worksheet', `${sheet}.xml`) + link(2, 'styles', 'styles.xml') + link(3, 'sharedStrings', 'sharedStrings.xml'),
  ),
  'xl/styles.xml': `<styleSheet ${MAIN}><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs>${formats.split(' ').map(xf).join('')}</cellXfs></styleSheet>`,
  'xl/sharedStrings.xml': `<sst ${MAIN}>${texts}</sst>`,
  [`xl/${sheet}.xml`]: `<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`,
}
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
writeFileSync(file, zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(head + text)]))))
JS
}
