#!/bin/bash
# Software: exceljs 4.4.0, gnumeric 1.12.55-1 (Debian 12); read-excel-file 9.3.17, hucre 1.0.0 and LibreOffice 7.4.7 are right.
#
# Guess: a day that a Chinese Excel formats as 2026年11月1日 is a day for every reader that knows the built-in formats.
# Seen: in Chinese that format is the built-in number 31 (others are 27 to 36 and 50 to 58). Built-in formats are not
#   spelt out in the file, and these are a language's own: exceljs knows only the common ones and gives the bare number
#   of days, as a number and without an error; gnumeric's converter writes the number too, with a remark on the error output.
#     read-excel-file 14=2026-11-01 27=2026-11-01 31=2026-11-01 57=2026-11-01 58=2026-11-01
#     hucre           14=2026-11-01 27=2026-11-01 31=2026-11-01 57=2026-11-01 58=2026-11-01
#     exceljs         14=2026-11-01 27=46327 31=46327 57=46327 58=46327
#     gnumeric        14=2026/11/01 27=46327 31=46327 57=46327 58=46327
# Why it matters: purchase days of a merchant's own list arrive as 46327. The same list made in an English Excel is right,
#   so the tests of whoever wrote the import are.
# Our product: imports are read with read-excel-file, which gives days.
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
# shellcheck source=workbook.sh
. "$here/workbook.sh"
debian_pinned gnumeric 1.12.55-1
npm_pinned exceljs@4.4.0 read-excel-file@9.3.17 hucre@1.0.0 fflate@0.8.3

formats='14 27 31 57 58'
cells='' style=1 # the first one is that of cells without any
for column in A B C D E; do
  cells+="<c r=\"${column}1\" s=\"$style\"><v>46327</v></c>"
  style=$((style + 1))
done
workbook days.xlsx "0 $formats" '' "<row r=\"1\">$cells</row>"

cat >read.mjs <<'JS'
import { readFileSync } from 'node:fs'
import Excel from 'exceljs'
import { readXlsx } from 'hucre'
import { readSheet } from 'read-excel-file/node'

const ids = process.argv[2].split(' ')
const show = (name, row) =>
  console.log(
    name.padEnd(15),
    ids.map((id, i) => `${id}=${row[i] instanceof Date ? row[i].toISOString().slice(0, 10) : row[i]}`).join(' '),
  )
show('read-excel-file', (await readSheet('days.xlsx'))[0])
show('hucre', (await readXlsx(new Uint8Array(readFileSync('days.xlsx')))).sheets[0].rows[0])
const book = new Excel.Workbook()
await book.xlsx.readFile('days.xlsx')
show('exceljs', book.worksheets[0].getRow(1).values.slice(1))
show('gnumeric', readFileSync('days.csv', 'utf8').trim().split(','))
JS
LC_ALL=C.UTF-8 HOME=$folder ssconvert days.xlsx days.csv 2>/dev/null
seen=$(node read.mjs "$formats")
verdict 'a day for each reader and each format' \
  'read-excel-file 14=2026-11-01 27=2026-11-01 31=2026-11-01 57=2026-11-01 58=2026-11-01
hucre           14=2026-11-01 27=2026-11-01 31=2026-11-01 57=2026-11-01 58=2026-11-01
exceljs         14=2026-11-01 27=46327 31=46327 57=46327 58=46327
gnumeric        14=2026/11/01 27=46327 31=46327 57=46327 58=46327' "$seen"
