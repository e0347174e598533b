import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import tar from 'tar-stream'
import { unusableFile } from './refusals.ts'
import { isSealing, type Seals, sealed } from './sealing.ts'

/** The attributes of an entry that its reader holds it against. */
export const HASH_ATTRIBUTE = 'HUANJI.sha256'
/** The content type of a stored file. */
export const TYPE_ATTRIBUTE = 'HUANJI.type'

/** Quick, and a third smaller than the quickest. */
const LEVEL = 3

/** A backup being written; it exists under its name only after `finish`. */
export interface ArchiveWriter {
  /** Adds an entry; it is whole in memory, so entries are small. */
  add(name: string, bytes: Buffer, contentType?: string): Promise<void>
  /** What was added so far, entry by entry, as one hash. */
  digest(): string
  /** Ends the archive, forces it to the disk, and gives its size. */
  finish(): Promise<number>
  /** Gives it up and leaves nothing behind. */
  abandon(): Promise<void>
}

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

/**
 * Starts a tar archive, compressed, and sealed where there are keys. Only its owner may read the file.
 * @throws StartupRefusal when the file cannot be written, or a key not be used
 */
export async function writeArchive(file: string, seals: Seals): Promise<ArchiveWriter> {
  const partial = `${file}.partial`
  await claim(partial)
  const pack = tar.pack()
  const zstd = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: LEVEL } })
  const compressed = pipeline(Readable.from(pack), zstd).catch(() => undefined)
  const target = createWriteStream(partial, { flags: 'r+' })
  const written = (async () => pipeline(isSealing(seals) ? await sealed(zstd, seals) : zstd, target))()
  // whoever adds or finishes hears of it
  let failure: unknown = null
  written.catch((error: unknown) => {
    failure = error
    pack.destroy()
  })
  const entries = createHash('sha256')

  async function add(name: string, bytes: Buffer, contentType?: string): Promise<void> {
    const hash = sha256(bytes)
    entries.update(`${name} ${hash}\n`)
    const pax = { [HASH_ATTRIBUTE]: hash, ...(contentType === undefined ? {} : { [TYPE_ATTRIBUTE]: contentType }) }
    await new Promise<void>((resolve, reject) => {
      pack.entry({ name, size: bytes.length, pax }, bytes, (error) => (error ? reject(error) : resolve()))
    })
  }

  return {
    add: (name, bytes, contentType) =>
      add(name, bytes, contentType).catch((error: unknown) => {
        throw failure === null ? error : unusableFile('备份文件', file, failure)
      }),
    digest: () => entries.copy().digest('hex'),
    finish: async () => {
      pack.finalize()
      try {
        await written
        return await keep(partial, file)
      } catch (error) {
        throw unusableFile('备份文件', file, error)
      }
    },
    abandon: async () => {
      pack.destroy()
      zstd.destroy()
      await Promise.allSettled([compressed, written])
      await rm(partial, { force: true })
    },
  }
}

/** Makes the file for its owner alone; what an earlier attempt left is written over. */
async function claim(partial: string): Promise<void> {
  try {
    await rm(partial, { force: true })
    await (await open(partial, 'wx', 0o600)).close()
  } catch (error) {
    throw unusableFile('备份文件', partial, error)
  }
}

async function keep(partial: string, file: string): Promise<number> {
  const handle = await open(partial, 'r+')
  try {
    await handle.sync()
    const { size } = await handle.stat()
    await rename(partial, file)
    return size
  } finally {
    await handle.close()
  }
}
