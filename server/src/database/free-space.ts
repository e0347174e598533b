import { statfs } from 'node:fs/promises'

/**
 * With less room than this the embedded database is not written to: its log must never meet the end of the disk, from where
 * it does not come back by itself.
 */
export const FREE_BYTES_MIN = 64 * 1024 * 1024
const LOOK_EVERY_MS = 2_000

/** Thrown for a write while there is little room; the code is the one by which a server says that its disk is full. */
class LittleRoom extends Error {
  override readonly name = 'LittleRoom'
  readonly code = '53100'
}

export interface FreeSpace {
  /** @throws LittleRoom while there is less room than the database needs */
  requireRoom(): void
  stop(): void
}

/** How much room there is where a folder lies. */
export const freeBytesOf = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/**
 * Looks from time to time how much room there is where the folder lies, and goes on by itself when there is enough again.
 * @param told what changed
 */
export async function watchFreeSpace(
  folder: string,
  told: (isShort: boolean, freeBytes: number) => void,
  { freeBytes = () => freeBytesOf(folder), everyMs = LOOK_EVERY_MS } = {},
): Promise<FreeSpace> {
  let isShort = false
  const look = async (): Promise<void> => {
    const bytes = await freeBytes().catch(() => null)
    // a disk that cannot be asked says so when it is written to
    if (bytes === null || bytes < FREE_BYTES_MIN === isShort) return
    isShort = !isShort
    told(isShort, bytes)
  }
  await look()
  const timer = setInterval(() => void look(), everyMs)
  timer.unref()
  return {
    requireRoom: () => {
      if (isShort) throw new LittleRoom('there is too little room on the disk for the embedded database')
    },
    stop: () => clearInterval(timer),
  }
}
