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
  readonly contentType: string
  /** What stands before the first row, with the titles. */
  readonly head: string
  /** One row; its number counts from 0. */
  readonly row: (row: unknown, index: number) => string
  /** What stands behind the last row. */
  readonly tail: string
  /** Makes a piece's bytes of its text, and what the next one begins with. */
  readonly pack: (
    text: string,
    state: WriterState,
    place: PiecePlace,
  ) => Promise<{ readonly bytes: Buffer; readonly state: WriterState }>
}
