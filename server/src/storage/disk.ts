import { createHmac, timingSafeEqual } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Clock, later, systemClock } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import { StartupRefusal } from '../platform/startup-refusal.ts'
import { checkKey, FileMissing, isStorageKey, type Storage, StorageUnavailable, type StoredFile } from './storage.ts'
import { canWrite } from './write-probe.ts'

/** Where the disk driver's routes are. */
export const FILES_PATH = '/files'

/**
 * A file that nobody has written to for so long belongs to a process that is gone. The server ends a request after a
 * minute, and every piece that arrives touches its file; an hour leaves room for clocks of file servers that go wrong.
 */
const ABANDONED_AFTER_MS = 60 * 60 * 1000

/** What an upload form's policy says, as the browser carries it, signed. */
export interface UploadPolicy {
  readonly key: string
  readonly contentType: string
  readonly maxBytes: number
  readonly expiresAt: string
}

/** Why a file is not taken or not shown; the routes turn it into a status. */
export class StorageRefusal extends Error {
  readonly reason: 'signature' | 'expired' | 'mismatch' | 'tooLarge'

  constructor(reason: StorageRefusal['reason']) {
    super(`storage refuses: ${reason}`)
    this.reason = reason
  }
}

/** A file being written; it exists under its key only after `finish`. */
export interface IncomingFile {
  /** @throws StorageRefusal tooLarge */
  write(piece: Buffer): Promise<void>
  finish(): Promise<void>
  abandon(): Promise<void>
}

/** The folder driver: the storage itself, and what its routes need to check signatures. */
export interface DiskStorage extends Storage {
  /** The policy of an upload form whose signature, time and fields are right. @throws StorageRefusal */
  openPolicy(fields: ReadonlyMap<string, string>): UploadPolicy
  /** Starts to take a file under a policy. */
  receive(policy: UploadPolicy): Promise<IncomingFile>
  /** Where the content of a signed address lies, and what it is. @throws StorageRefusal, FileMissing */
  locate(key: string, expires: string, signature: string): Promise<StoredFile & { file: string }>
  /**
   * Removes what uploads left behind whose process was killed, and gives the number of files. Safe beside other
   * processes on the same folder: a file that was written to within the hour stays.
   */
  removeAbandoned(): Promise<number>
}

export interface DiskOptions {
  readonly folder: string
  readonly secret: string
  readonly clock: Clock
  /** True where another process has made the folder: a missing one was lost then. */
  readonly isThere?: boolean
}

/**
 * Keeps files in a folder, with the same signed form and signed addresses as an S3-compatible store. The folder is made
 * here and never again: when it vanishes later, a disk was lost, and writing to a new one in its place would hide that.
 * @throws StartupRefusal when the folder cannot be made
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its functions share one state, which would otherwise be handed around
export function createDiskStorage({ folder, secret, clock, isThere = false }: DiskOptions): DiskStorage {
  if (!isThere) makeFolder(folder)
  const sign = (purpose: string, text: string) =>
    createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url')
  const fileOf = (key: string) => path.join(folder, 'content', checkKey(key))
  const typeFileOf = (key: string) => path.join(folder, 'type', checkKey(key))
  const partialFolder = path.join(folder, 'partial')

  function checkSignature(purpose: string, text: string, given: string): void {
    const expected = Buffer.from(sign(purpose, text))
    const actual = Buffer.from(given)
    if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) throw new StorageRefusal('signature')
  }

  const checkTime = (untilMs: number) => {
    if (!(clock.now().getTime() < untilMs)) throw new StorageRefusal('expired')
  }

  async function receive({ key, contentType, maxBytes }: UploadPolicy): Promise<IncomingFile> {
    const target = fileOf(key)
    const partial = path.join(partialFolder, newId())
    const handle = await orUnavailable(async () => {
      // fails when the folder is gone
      await stat(folder)
      await mkdir(partialFolder, { recursive: true })
      return open(partial, 'wx')
    })
    let size = 0
    return {
      write: async (piece) => {
        size += piece.length
        if (size > maxBytes) throw new StorageRefusal('tooLarge')
        await orUnavailable(() => writeAll(handle, piece))
      },
      finish: () =>
        orUnavailable(async () => {
          await handle.sync()
          await handle.close()
          await keepType(typeFileOf(key), contentType)
          await mkdir(path.dirname(target), { recursive: true })
          await rename(partial, target)
        }),
      abandon: () =>
        orUnavailable(async () => {
          await handle.close()
          await rm(partial, { force: true })
        }),
    }
  }

  async function statOf(key: string): Promise<StoredFile | null> {
    try {
      const [{ size }, contentType] = await Promise.all([stat(fileOf(key)), readFile(typeFileOf(key), 'utf8')])
      return { bytes: size, contentType }
    } catch (error) {
      return missing(error, null)
    }
  }

  /** What is answered for a file that is not there. @throws StorageUnavailable when more is amiss than the one file */
  async function missing<T>(error: unknown, answer: T): Promise<T> {
    if (!isMissing(error)) throw unavailable(error)
    await orUnavailable(() => stat(folder))
    return answer
  }

  return {
    signUpload: ({ key, contentType, maxBytes, expiresAt }) => {
      const policy: UploadPolicy = { key: checkKey(key), contentType, maxBytes, expiresAt: expiresAt.toISOString() }
      const text = Buffer.from(JSON.stringify(policy)).toString('base64url')
      const fields = { key, 'Content-Type': contentType, policy: text, signature: sign('upload', text) }
      return { url: FILES_PATH, method: 'POST', fields }
    },
    signedUrl: (key, expiresAt) => {
      const expires = String(Math.floor(expiresAt.getTime() / 1000))
      return `${FILES_PATH}/${checkKey(key)}?expires=${expires}&signature=${sign('show', `${key}\n${expires}`)}`
    },
    openPolicy: (fields) => {
      const text = fields.get('policy') ?? ''
      checkSignature('upload', text, fields.get('signature') ?? '')
      const policy: UploadPolicy = JSON.parse(Buffer.from(text, 'base64url').toString())
      checkTime(Date.parse(policy.expiresAt))
      const agrees = fields.get('key') === policy.key && fields.get('Content-Type') === policy.contentType
      if (!agrees) throw new StorageRefusal('mismatch')
      return policy
    },
    receive,
    locate: async (key, expires, signature) => {
      checkSignature('show', `${key}\n${expires}`, signature)
      checkTime(Number(expires) * 1000)
      const known = await statOf(key)
      if (known === null) throw new FileMissing(key)
      return { ...known, file: fileOf(key) }
    },
    read: async (key) => {
      try {
        return await readFile(fileOf(key))
      } catch (error) {
        throw await missing(error, new FileMissing(key))
      }
    },
    write: async (key, bytes, contentType) => {
      const file = await receive({ key, contentType, maxBytes: bytes.length, expiresAt: '' })
      try {
        await file.write(Buffer.from(bytes))
        await file.finish()
      } catch (error) {
        await file.abandon().catch(() => undefined)
        throw error
      }
    },
    remove: (key) =>
      orUnavailable(async () => {
        await rm(fileOf(key), { force: true })
        await rm(typeFileOf(key), { force: true })
      }),
    stat: statOf,
    list: () => keysWithin(path.join(folder, 'content'), ''),
    ready: () => canWrite(folder),
    removeAbandoned: () => removeUntouched(partialFolder, later(systemClock.now(), -ABANDONED_AFTER_MS)),
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupRefusal(
      `文件目录无法使用（${reason}）。`,
      '请检查磁盘与目录权限，或用 HUANJI_DATA 指定另一个目录。 The folder for files cannot be used: check the disk, or set HUANJI_DATA.',
    )
  }
}

/** What the file system itself lays into the root of a disk. */
const OF_THE_DISK = 'lost+found'

/** The names of the files below a folder; one that is not there holds none. Of a folder that is not ours only its own name. */
async function* keysWithin(folder: string, before: string): AsyncGenerator<string, void, void> {
  const entries = await orUnavailable(() =>
    readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
      if (isMissing(error)) return []
      throw error
    }),
  )
  for (const entry of entries) {
    const name = `${before}${entry.name}`
    if (!entry.isDirectory()) yield name
    else if (isStorageKey(name)) yield* keysWithin(path.join(folder, entry.name), `${name}/`)
    else if (name !== OF_THE_DISK) yield `${name}/`
  }
}

/** Removes the files of a folder that were last written to before a moment of the machine's clock. */
async function removeUntouched(folder: string, before: Date): Promise<number> {
  let removed = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name)
    // another process may have finished or removed it meanwhile
    const known = await stat(file).catch(() => null)
    if (known === null || known.mtimeMs >= before.getTime()) continue
    await rm(file, { force: true })
    removed += 1
  }
  return removed
}

const unavailable = (error: unknown): unknown => (isSystemError(error) ? new StorageUnavailable(error) : error)

/** Does file work. @throws StorageUnavailable for whatever the operating system refuses: a full disk, a lost folder */
async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw unavailable(error)
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'code' in error
}

async function writeAll(handle: FileHandle, piece: Buffer): Promise<void> {
  let written = 0
  while (written < piece.length) written += (await handle.write(piece, written)).bytesWritten
}

async function keepType(file: string, contentType: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, contentType)
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
