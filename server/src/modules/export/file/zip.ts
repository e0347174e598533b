import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'

const deflate = promisify(deflateRaw)

/** What the directory at an archive's end says of a file in it. */
export interface ZipEntry {
  readonly name: string
  readonly crc: number
  readonly rawBytes: number
  readonly packedBytes: number
  /** Where the file's own header begins in the archive. */
  readonly offset: number
  /** Its header was written before its size was known: what was not known then follows its content. */
  readonly isOpenEnded: boolean
}

const LOCAL_HEADER = 0x04034b50
const DESCRIPTOR = 0x08074b50
const DIRECTORY_ENTRY = 0x02014b50
const DIRECTORY_END = 0x06054b50
const VERSION = 20
const DEFLATED = 8
/** Names are UTF-8; the other flag says that the sizes follow the content. */
const UTF8 = 0x0800
const SIZES_FOLLOW = 0x0008
/** 1980-01-01 00:00: a time would make the same export other bytes. */
const EPOCH_DAY = 0x0021

/** The largest file and archive that these headers can say. */
export const ZIP_BYTES_MAX = 0xfffffffe

const flagsOf = ({ isOpenEnded }: Pick<ZipEntry, 'isOpenEnded'>): number => UTF8 | (isOpenEnded ? SIZES_FOLLOW : 0)

/** The header before a file's content. */
export function localHeader(entry: Omit<ZipEntry, 'offset'>): Buffer {
  const name = Buffer.from(entry.name)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(LOCAL_HEADER, 0)
  header.writeUInt16LE(VERSION, 4)
  header.writeUInt16LE(flagsOf(entry), 6)
  header.writeUInt16LE(DEFLATED, 8)
  header.writeUInt16LE(EPOCH_DAY, 12)
  writeSizes(header, 14, entry.isOpenEnded ? { crc: 0, rawBytes: 0, packedBytes: 0 } : entry)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

type Sizes = Pick<ZipEntry, 'crc' | 'rawBytes' | 'packedBytes'>

function writeSizes(target: Buffer, at: number, { crc, packedBytes, rawBytes }: Sizes): void {
  target.writeUInt32LE(crc, at)
  target.writeUInt32LE(packedBytes, at + 4)
  target.writeUInt32LE(rawBytes, at + 8)
}

/** What follows the content of an open-ended file. */
export function descriptor(sizes: Sizes): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeUInt32LE(DESCRIPTOR, 0)
  writeSizes(bytes, 4, sizes)
  return bytes
}

/** The directory at the archive's end, which begins at `offset`. */
export function directory(entries: readonly ZipEntry[], offset: number): Buffer {
  const lines = entries.map(directoryEntry)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(DIRECTORY_END, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(
    lines.reduce((sum, line) => sum + line.length, 0),
    12,
  )
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...lines, end])
}

function directoryEntry(entry: ZipEntry): Buffer {
  const name = Buffer.from(entry.name)
  const line = Buffer.alloc(46)
  line.writeUInt32LE(DIRECTORY_ENTRY, 0)
  line.writeUInt16LE(VERSION, 4)
  line.writeUInt16LE(VERSION, 6)
  line.writeUInt16LE(flagsOf(entry), 8)
  line.writeUInt16LE(DEFLATED, 10)
  line.writeUInt16LE(EPOCH_DAY, 14)
  writeSizes(line, 16, entry)
  line.writeUInt16LE(name.length, 28)
  line.writeUInt32LE(entry.offset, 42)
  return Buffer.concat([line, name])
}

/** Files whole: their headers and contents, and their lines for the directory. They stand first in the archive. */
export async function wholeFiles(
  files: Readonly<Record<string, string>>,
): Promise<{ readonly bytes: Buffer; readonly entries: readonly ZipEntry[] }> {
  const pieces: Buffer[] = []
  const entries: ZipEntry[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const raw = Buffer.from(text)
    const packed = await deflate(raw)
    const entry = { name, crc: crc32(raw), rawBytes: raw.length, packedBytes: packed.length, isOpenEnded: false }
    const header = localHeader(entry)
    entries.push({ ...entry, offset })
    pieces.push(header, packed)
    offset += header.length + packed.length
  }
  return { bytes: Buffer.concat(pieces), entries }
}

/** Rows repeat themselves so much that more work packs them little better. */
const LEVEL = 3

/** Ends a stream of packed pieces: an empty last block. */
const STREAM_END = Buffer.from([0x03, 0x00])

/**
 * Packs a piece of a file so that the pieces laid one behind the other are one packed stream: each ends at a whole byte,
 * and knows nothing of the one before.
 */
export async function packPiece(raw: Buffer, isLast: boolean): Promise<Buffer> {
  const packed = await deflate(raw, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH })
  return isLast ? Buffer.concat([packed, STREAM_END]) : packed
}
