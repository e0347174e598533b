import { DatabaseSync } from 'node:sqlite'
import { StartupRefusal } from '../platform/startup-refusal.ts'

/** The refusal of a data folder that another process has open. */
export class DataFolderInUse extends StartupRefusal {}

/** A held lock; releasing it lets another process open the folder. */
export interface DataLock {
  release(): void
}

/**
 * Takes a data folder for this process. The embedded database has no lock of its own, and two processes on one folder
 * silently lose data. The lock is an open exclusive transaction on a small file, which
 * the operating system lets go of when the process ends in whatever way.
 * @throws DataFolderInUse when another process holds it
 */
export function takeDataLock(file: string): DataLock {
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('pragma journal_mode = delete; begin exclusive')
  } catch {
    lock.close()
    throw new DataFolderInUse(
      `数据目录正被另一个焕机进程使用（${file}）。`,
      '请先停止那个进程，或用 HUANJI_DATA 指定另一个目录。 The data folder is in use by another process: stop it, or set HUANJI_DATA.',
    )
  }
  return { release: () => lock.close() }
}
