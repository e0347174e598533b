import { crc32 } from 'node:zlib'
import { valuesOf } from '@huanji/contract/columns/column'
import {
  headRowsOf,
  SHEET_PART,
  sheetHead,
  sheetRow,
  sheetTail,
  workbookParts,
} from '@huanji/contract/columns/sheet-xml'
import type { FileColumn } from './file-column.ts'
import type { FileWriter } from './writer.ts'
import { descriptor, directory, localHeader, packPiece, wholeFiles } from './zip.ts'

/** A file says what it is above its titles. */
const HEAD_ROWS = headRowsOf('what it is')

/** Whether a row sums up others, in lists that have such rows. */
const isTotal = (row: unknown): boolean => valuesOf({ fields: ['isTotal'] }, row)[0] === true

/** Writes the columns as an Excel workbook of one sheet: its rows are packed piece by piece, each without knowing the others. */
export function xlsxWriter(columns: readonly FileColumn[], sheetName: string): FileWriter {
  const sheet = { name: SHEET_PART, isOpenEnded: true }
  return {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    columns,
    head: (caption) => sheetHead(columns, caption),
    row: (row, index) => {
      const at = { number: index + HEAD_ROWS + 1, isTotal: isTotal(row) }
      return sheetRow(
        columns,
        at,
        columns.map(({ read }) => read(row)),
      )
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
