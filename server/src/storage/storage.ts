/** What a browser needs to send a file by a form: every field first, the file last, under the name `file`. */
export interface SignedUpload {
  readonly url: string
  readonly method: 'POST'
  readonly fields: Readonly<Record<string, string>>
}

export interface UploadRules {
  /** Where the file will lie: lower-case letters, digits, `-`, `_`, `.` and `/`. */
  readonly key: string
  readonly contentType: string
  readonly maxBytes: number
  readonly expiresAt: Date
}

/** What is known of a stored file without reading it. */
export interface StoredFile {
  readonly bytes: number
  readonly contentType: string
}

/**
 * Where photographs and exports lie: a folder by default, an S3-compatible store by settings. Every method that is
 * awaited throws StorageUnavailable while the disk is full or the folder or store cannot be reached.
 */
export interface Storage {
  /** A form that lets a browser store one file of the given type and size under the given key until the signature expires. */
  signUpload(rules: UploadRules): SignedUpload
  /** An address that shows the file until `expiresAt`. */
  signedUrl(key: string, expiresAt: Date): string
  /** The file's content. @throws FileMissing */
  read(key: string): Promise<Buffer>
  write(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Removes the file; a missing one is fine. */
  remove(key: string): Promise<void>
  /** Size and type, or null when there is no such file. */
  stat(key: string): Promise<StoredFile | null>
  /**
   * The name of every file there is, in no order that counts; what is stored or removed meanwhile may be left out. Others may
   * have laid something beside ours: only what `isStorageKey` takes can be read.
   */
  list(): AsyncIterable<string>
  /** True when a file could be stored at this moment: a small one was. Never throws. */
  ready(): Promise<boolean>
}

/** Thrown when a file is read that is not there. */
export class FileMissing extends Error {
  readonly key: string

  constructor(key: string) {
    super(`no stored file ${key}`)
    this.key = key
  }
}

/** Thrown when the storage cannot be read or written at the moment, whatever the file; the cause says why. */
export class StorageUnavailable extends Error {
  constructor(cause: unknown) {
    super(`the storage is unavailable: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = 'StorageUnavailable'
  }
}

const KEY = /^[a-z0-9][a-z0-9_-]*(?:[./][a-z0-9][a-z0-9_-]*)*$/

/** True for a name that a file of ours can have. */
export const isStorageKey = (name: string): boolean => name.length <= 200 && KEY.test(name)

/** Refuses a key that could leave the folder or collide on another file system. @throws Error naming the key */
export function checkKey(key: string): string {
  if (!isStorageKey(key)) throw new Error(`not a storage key: ${key}`)
  return key
}
