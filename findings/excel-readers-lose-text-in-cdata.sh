#!/bin/bash
# Software: read-excel-file 9.3.17, exceljs 4.4.0, xlsx-populate 1.21.0; hucre 1.0.0 and SheetJS (xlsx 0.18.5) are right.
#
# Guess: <t><![CDATA[...]]></t> is text like any other: XML knows no difference between that and escaped signs, and a
#   program that writes XML by hand takes it so as not to escape.
# Seen: the cell is empty, without an error, in a shared text and in one that stands in the cell (the
#   third cell holds a number):
#     cdata.xlsx   read-excel-file [null,null,5]
#     cdata.xlsx   exceljs         ["",null,5]
#     cdata.xlsx   xlsx-populate   [null,null,5]
#     cdata.xlsx   hucre           ["iPhone <13> 256 & up","iPhone <13> 256 & up",5]
#     cdata.xlsx   xlsx            ["iPhone <13> 256 & up","iPhone <13> 256 & up",5]
# Why it matters: what a merchant's own system exports opens in LibreOffice as it should, and an import finds lines whose
#   texts are missing while the numbers are there. It is the file that will be blamed.
# Our product: imports are read with read-excel-file; before it sees a workbook, CDATA is made plain text and comments are
#   taken out (web/src/features/tables/workbook-parts.ts).
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
# shellcheck source=workbook.sh
. "$here/workbook.sh"
npm_pinned read-excel-file@9.3.17 exceljs@4.4.0 xlsx-populate@1.21.0 hucre@1.0.0 xlsx@0.18.5 fflate@0.8.3

book() { # FILE TEXT
  workbook "$1" 0 "<si><t>$2</t></si>" \
    "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\" t=\"inlineStr\"><is><t>$2</t></is></c><c r=\"C1\"><v>5</v></c></row>"
}
book escaped.xlsx 'iPhone &lt;13&gt; 256 &amp; up'
book cdata.xlsx '<![CDATA[iPhone <13> 256 & up]]>'

cat >read.mjs <<'JS'
import { readFileSync } from 'node:fs'
import Excel from 'exceljs'
import { readXlsx } from 'hucre'
import { readSheet } from 'read-excel-file/node'
import Xlsx from 'xlsx'
import Populate from 'xlsx-populate'

const READERS = {
  'read-excel-file': async (file) => (await readSheet(file))[0],
  exceljs: async (file) => {
    const book = new Excel.Workbook()
    await book.xlsx.readFile(file)
    return book.worksheets[0].getRow(1).values.slice(1)
  },
  'xlsx-populate': async (file) => (await Populate.fromFileAsync(file)).sheet(0).usedRange().value()[0],
  hucre: async (file) => (await readXlsx(new Uint8Array(readFileSync(file)))).sheets[0].rows[0],
  xlsx: async (file) => Xlsx.utils.sheet_to_json(Xlsx.readFile(file).Sheets.S, { header: 1 })[0],
}
for (const file of ['escaped.xlsx', 'cdata.xlsx'])
  for (const [name, read] of Object.entries(READERS)) {
    const row = await read(file)
    console.log(file.padEnd(12), name.padEnd(15), JSON.stringify([row[0], row[1], row[2]]))
  }
JS
seen=$(node read.mjs)
verdict 'the same ten lines, whichever way the text is written' \
  'escaped.xlsx read-excel-file ["iPhone <13> 256 & up","iPhone <13> 256 & up",5]
escaped.xlsx exceljs         ["iPhone <13> 256 & up","iPhone <13> 256 & up",5]
escaped.xlsx xlsx-populate   ["iPhone <13> 256 & up","iPhone <13> 256 & up",5]
escaped.xlsx hucre           ["iPhone <13> 256 & up","iPhone <13> 256 & up",5]
escaped.xlsx xlsx            ["iPhone <13> 256 & up","iPhone <13> 256 & up",5]
cdata.xlsx   read-excel-file [null,null,5]
cdata.xlsx   exceljs         ["",null,5]
cdata.xlsx   xlsx-populate   [null,null,5]
cdata.xlsx   hucre           ["iPhone <13> 256 & up","iPhone <13> 256 & up",5]
cdata.xlsx   xlsx            ["iPhone <13> 256 & up","iPhone <13> 256 & up",5]' "$seen"
