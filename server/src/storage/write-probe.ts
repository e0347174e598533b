import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import { newId } from '../platform/ids.ts'

/** More than a file system keeps beside a file's name, so that a full disk is noticed. */
const PROBE_BYTES = 64 * 1024

/**
 * Tries a write in a folder: a file of 64 KiB, forced to the disk and removed again. False when the folder is gone, full
 * or read-only. It never makes the folder: one that vanished is a lost disk, not a fresh start.
 */
export async function canWrite(folder: string): Promise<boolean> {
  const file = path.join(folder, `.write-probe-${newId()}`)
  try {
    const handle = await open(file, 'wx')
    try {
      await handle.writeFile(Buffer.alloc(PROBE_BYTES))
      await handle.sync()
    } finally {
      await handle.close()
    }
    return true
  } catch {
    return false
  } finally {
    await rm(file, { force: true }).catch(() => undefined)
  }
}
