import path from 'node:path'
import type { Clock } from '../platform/clock.ts'
import { derivedKey } from '../platform/derived-key.ts'
import type { Settings } from '../settings.ts'
import { createDiskStorage, type DiskStorage } from './disk.ts'
import { createS3Storage } from './s3.ts'
import type { Storage } from './storage.ts'

/** Where the settings keep files: a bucket, or a folder beside the embedded database, whose uploads this server takes in itself. */
export function openStorage(
  { s3, dataFolder, secret }: Pick<Settings, 's3' | 'dataFolder' | 'secret'>,
  clock: Clock,
): { readonly storage: Storage; readonly disk: DiskStorage | null } {
  if (s3 !== null) return { storage: createS3Storage(s3), disk: null }
  const disk = createDiskStorage({ folder: path.join(dataFolder, 'files'), secret: derivedKey(secret, 'files'), clock })
  return { storage: disk, disk }
}
