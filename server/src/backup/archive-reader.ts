import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import tar from 'tar-stream'
import { StartupRefusal } from '../platform/startup-refusal.ts'
import { HASH_ATTRIBUTE, sha256, TYPE_ATTRIBUTE } from './archive-writer.ts'
import { brokenArchive, unusableFile } from './refusals.ts'
import { isArmoured, isSealed, type Openers, unarmoured, unsealed } from './sealing.ts'

/** One entry of a backup, held against its hash. */
export interface Entry {
  readonly name: string
  readonly bytes: Buffer
  /** Empty for what is no stored file. */
  readonly contentType: string
  /** The hash over this and every entry before it. */
  readonly digest: string
}

/**
 * Reads a backup entry by entry.
 * @throws StartupRefusal for a file that cannot be read or opened, or whose content is not what was written
 */
export async function* readArchive(file: string, openers: Openers): AsyncGenerator<Entry, void, void> {
  const bytes = await opened(file, openers)
  const extract = tar.extract()
  const piped = pipeline(bytes, createZstdDecompress(), extract)
  // whoever reads to the end hears of it
  piped.catch(() => undefined)
  const entries = createHash('sha256')
  try {
    for await (const entry of extract) {
      const { name } = entry.header
      const pax = new Map<string, unknown>(Object.entries(entry.header.pax ?? {}))
      const content = await wholeOf(entry)
      const hash = sha256(content)
      if (pax.get(HASH_ATTRIBUTE) !== hash) throw brokenArchive(file, name)
      entries.update(`${name} ${hash}\n`)
      yield {
        name,
        bytes: content,
        contentType: String(pax.get(TYPE_ATTRIBUTE) ?? ''),
        digest: entries.copy().digest('hex'),
      }
    }
    await piped
  } catch (error) {
    if (error instanceof StartupRefusal) throw error
    throw brokenArchive(file, reasonOf(error))
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function opened(file: string, openers: Openers): Promise<Readable> {
  const head = await headOf(file)
  const bytes = createReadStream(file, { highWaterMark: 256 * 1024 })
  if (isArmoured(head)) return unsealed(file, Readable.from(unarmoured(bytes), { objectMode: false }), openers)
  return isSealed(head) ? unsealed(file, bytes, openers) : bytes
}

async function headOf(file: string): Promise<Buffer> {
  try {
    const handle = await open(file)
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0)
      return buffer.subarray(0, bytesRead)
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw unusableFile('备份文件', file, error)
  }
}

async function wholeOf(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of stream) if (part instanceof Uint8Array) parts.push(part)
  return Buffer.concat(parts)
}
