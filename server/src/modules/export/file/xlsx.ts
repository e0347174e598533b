import { crc32 } from 'node:zlib'
import {
  lettersOf,
  SHEET_CELLS,
  SHEET_PART,
  SHEET_TAIL,
  sheetHead,
  workbookParts,
} from '@huanji/contract/columns/sheet-xml'
import type { FileColumn } from './file-column.ts'
import type { FileWriter } from './writer.ts'
import { descriptor, directory, localHeader, packPiece, wholeFiles } from './zip.ts'

/** Writes the columns as an Excel workbook of one sheet: its rows are packed piece by piece, each without knowing the others. */
export function xlsxWriter(columns: readonly FileColumn[], sheetName: string): FileWriter {
  const cells = columns.map(({ form, read }, index) => ({ letters: lettersOf(index), write: SHEET_CELLS[form], read }))
  const sheet = { name: SHEET_PART, isOpenEnded: true }
  return {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    head: sheetHead(columns),
    row: (row, index) => {
      const number = index + 2
      let text = `<row r="${number}">`
      for (const { letters, write, read } of cells) {
        const value = read(row)
        if (value !== '') text += write(letters + number, value)
      }
      return `${text}</row>`
    },
    tail: SHEET_TAIL,
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
      const others = await wholeFiles(workbookParts(sheetName))
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
