#!/bin/bash
# Software: exceljs 4.4.0; read-excel-file 9.3.17, hucre 1.0.0 and SheetJS (xlsx 0.18.5) are right.
#
# Guess: where a sheet lies within the package is said by the workbook's links, and a reader follows them.
# Seen: exceljs picks its sheets by the file's name: sheet1.xml, sheet2.xml. Under any other name, which the format
#   leaves free, the workbook has no sheet at all, and no error says so:
#     worksheets/sheet1.xml exceljs 1 sheet(s), read-excel-file 1 line(s), hucre 1 sheet(s), xlsx 1 sheet(s)
#     worksheets/phones.xml exceljs 0 sheet(s), read-excel-file 1 line(s), hucre 1 sheet(s), xlsx 1 sheet(s)
# Why it matters: an import says "0 phones taken over" of a file that every spreadsheet opens, or takes the second sheet,
#   whose name suits it, for the first.
# Our product: imports are read with read-excel-file, which follows the links.
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
# shellcheck source=workbook.sh
. "$here/workbook.sh"
npm_pinned exceljs@4.4.0 read-excel-file@9.3.17 hucre@1.0.0 xlsx@0.18.5 fflate@0.8.3

cat >read.mjs <<'JS'
import { readFileSync } from 'node:fs'
import Excel from 'exceljs'
import { readXlsx } from 'hucre'
import { readSheet } from 'read-excel-file/node'
import Xlsx from 'xlsx'

for (const name of ['sheet1', 'phones']) {
  const file = `${name}.xlsx`
  const book = new Excel.Workbook()
  await book.xlsx.readFile(file)
  const lines = await readSheet(file)
  const { sheets } = await readXlsx(new Uint8Array(readFileSync(file)))
  console.log(
    `worksheets/${name}.xml exceljs ${book.worksheets.length} sheet(s), read-excel-file ${lines.length} line(s),`,
    `hucre ${sheets.length} sheet(s), xlsx ${Object.keys(Xlsx.readFile(file).Sheets).length} sheet(s)`,
  )
}
JS
for name in sheet1 phones; do
  workbook $name.xlsx 0 '<si><t>IMEI</t></si>' '<row r="1"><c r="A1" t="s"><v>0</v></c></row>' worksheets/$name
done
seen=$(node read.mjs)
verdict 'one sheet in each file for each reader' \
  'worksheets/sheet1.xml exceljs 1 sheet(s), read-excel-file 1 line(s), hucre 1 sheet(s), xlsx 1 sheet(s)
worksheets/phones.xml exceljs 0 sheet(s), read-excel-file 1 line(s), hucre 1 sheet(s), xlsx 1 sheet(s)' "$seen"
