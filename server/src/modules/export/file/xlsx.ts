import { crc32 } from 'node:zlib'
import {
  headRowsOf,
  lettersOf,
  SHEET_CELLS,
  SHEET_PART,
  sheetHead,
  sheetTail,
  workbookParts,
} from '@huanji/contract/columns/sheet-xml'
import type { FileColumn } from './file-column.ts'
import type { FileWriter } from './writer.ts'
import { descriptor, directory, localHeader, packPiece, wholeFiles } from './zip.ts'

/** A file says what it is above its titles. */
const HEAD_ROWS = headRowsOf('what it is')

/** Writes the columns as an Excel workbook of one sheet: its rows are packed piece by piece, each without knowing the others. */
export function xlsxWriter(columns: readonly FileColumn[], sheetName: string): FileWriter {
  const cells = columns.map(({ form, read }, index) => ({ letters: lettersOf(index), write: SHEET_CELLS[form], read }))
  const sheet = { name: SHEET_PART, isOpenEnded: true }
  return {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    columns,
    head: (caption) => sheetHead(columns, caption),
    row: (row, index) => {
      const number = index + HEAD_ROWS + 1
      let text = `<row r="${number}">`
      for (const { letters, write, read } of cells) {
        const value = read(row)
        if (value !== '') text += write(letters + number, value)
      }
      return `${text}</row>`
    },
    tail: (rows, sums) => {
      const yuan = columns.map(({ fen }, index) => (fen ? ((sums[index] ?? 0) / 100).toFixed(2) : ''))
      return sheetTail(columns, { headRows: HEAD_ROWS, rows, sums: yuan.some(Boolean) ? yuan : [] })
    },
    pack: async (text, before, { isFirst, isLast }) => {
      const raw = Buffer.from(text)
      const packed = await packPiece(raw, isLast)
      const state = {
        rows: before.rows,
        crc: crc32(raw, before.crc),
        rawBytes: before.rawBytes + raw.length,
        packedBytes: before.packedBytes + packed.length,
      }
      if (!isFirst && !isLast) return { bytes: packed, state }
      const others = await wholeFiles(workbookParts(sheetName, HEAD_ROWS))
      const entry = { ...sheet, ...state, offset: others.bytes.length }
      const header = localHeader(entry)
      const pieces = isFirst ? [others.bytes, header, packed] : [packed]
      if (isLast) {
        const closing = descriptor(state)
        const end = others.bytes.length + header.length + state.packedBytes + closing.length
        pieces.push(closing, directory([...others.entries, entry], end))
      }
      return { bytes: Buffer.concat(pieces), state }
    },
  }
}
