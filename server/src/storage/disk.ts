import { createHmac, timingSafeEqual } from 'node:crypto'
import { type FileHandle, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Clock } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import { checkKey, FileMissing, type Storage, type StoredFile } from './storage.ts'

/** Where the disk driver's routes are. */
export const FILES_PATH = '/files'

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
}

export interface DiskOptions {
  readonly folder: string
  readonly secret: string
  readonly clock: Clock
}

/** Keeps files in a folder, with the same signed form and signed addresses as an S3-compatible store. */
export function createDiskStorage({ folder, secret, clock }: DiskOptions): DiskStorage {
  const sign = (purpose: string, text: string) =>
    createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url')
  const fileOf = (key: string) => path.join(folder, 'content', checkKey(key))
  const typeFileOf = (key: string) => path.join(folder, 'type', checkKey(key))

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
    const partial = path.join(folder, 'partial', newId())
    await mkdir(path.dirname(partial), { recursive: true })
    const handle = await open(partial, 'wx')
    let size = 0
    return {
      write: async (piece) => {
        size += piece.length
        if (size > maxBytes) throw new StorageRefusal('tooLarge')
        await writeAll(handle, piece)
      },
      finish: async () => {
        await handle.sync()
        await handle.close()
        await keepType(typeFileOf(key), contentType)
        await mkdir(path.dirname(target), { recursive: true })
        await rename(partial, target)
      },
      abandon: async () => {
        await handle.close()
        await rm(partial, { force: true })
      },
    }
  }

  async function statOf(key: string): Promise<StoredFile | null> {
    try {
      const [{ size }, contentType] = await Promise.all([stat(fileOf(key)), readFile(typeFileOf(key), 'utf8')])
      return { bytes: size, contentType }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
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
        throw isMissing(error) ? new FileMissing(key) : error
      }
    },
    write: async (key, bytes, contentType) => {
      const file = await receive({ key, contentType, maxBytes: bytes.length, expiresAt: '' })
      await file.write(Buffer.from(bytes))
      await file.finish()
    },
    remove: async (key) => {
      await rm(fileOf(key), { force: true })
      await rm(typeFileOf(key), { force: true })
    },
    stat: statOf,
  }
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
