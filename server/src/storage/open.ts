import path from 'node:path'
import type { Clock } from '../platform/clock.ts'
import { derivedKey } from '../platform/derived-key.ts'
import type { Settings } from '../settings.ts'
import { createDiskStorage, type DiskStorage } from './disk.ts'
import { createS3Storage } from './s3.ts'
import type { Storage } from './storage.ts'

/** What the settings say of where files are kept. */
export type FileSettings = Pick<Settings, 's3' | 'dataFolder' | 'secret'>

/**
 * Where the settings keep files: a bucket, or a folder beside the embedded database, whose uploads this server takes in
 * itself. With `isThere` a missing folder is a lost disk, and not one to make.
 */
export function openStorage(
  { s3, dataFolder, secret }: FileSettings,
  clock: Clock,
  { isThere = false }: { readonly isThere?: boolean } = {},
): { readonly storage: Storage; readonly disk: DiskStorage | null } {
  if (s3 !== null) return { storage: createS3Storage(s3), disk: null }
  const disk = createDiskStorage({
    folder: path.join(dataFolder, 'files'),
    secret: derivedKey(secret, 'files'),
    clock,
    isThere,
  })
  return { storage: disk, disk }
}
