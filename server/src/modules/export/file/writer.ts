import type { FileColumn } from './file-column.ts'

/** What a file's next piece is written from; kept with the export, so that another process can go on. */
export interface WriterState {
  /** Rows written so far, the titles not among them. */
  readonly rows: number
  /** What a zip archive says of its one large file at its end: the checksum, and the bytes before and after packing. */
  readonly crc: number
  readonly rawBytes: number
  readonly packedBytes: number
}

/** Nothing is written yet. */
export const NOTHING_WRITTEN: WriterState = { rows: 0, crc: 0, rawBytes: 0, packedBytes: 0 }

/** The sums of columns with a row's amounts, in fen: nothing for those that are no sum. */
export const withRow = (sums: readonly number[], columns: readonly FileColumn[], row: unknown): number[] =>
  columns.map(({ fen }, index) => (sums[index] ?? 0) + (fen?.(row) ?? 0))

/** Where a piece stands in the file. */
export interface PiecePlace {
  readonly isFirst: boolean
  readonly isLast: boolean
}

/**
 * Writes a table as a file in pieces, each made without the ones before it: laid one behind the other they are the file.
 * Only one piece's text is ever held.
 */
export interface FileWriter {
  readonly columns: readonly FileColumn[]
  readonly contentType: string
  /** What stands before the first row: the titles, below a line that says what the file is where the format has one. */
  readonly head: (caption: string) => string
  /** One row; its number counts from 0. */
  readonly row: (row: unknown, index: number) => string
  /** What stands behind the last row, of so many, with the columns' sums in fen. */
  readonly tail: (rows: number, sums: readonly number[]) => string
  /** Makes a piece's bytes of its text, and what the next one begins with. */
  readonly pack: (
    text: string,
    state: WriterState,
    place: PiecePlace,
  ) => Promise<{ readonly bytes: Buffer; readonly state: WriterState }>
}
