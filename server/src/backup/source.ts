import fs from 'node:fs'
import path from 'node:path'
import { DataFolderInUse, takeDataLock } from '../database/data-lock.ts'
import { COPIES, connectOwner, embeddedFolder, hasEmbedded, type Owner } from '../database/owner.ts'
import { newId } from '../platform/ids.ts'
import { StartupRefusal } from '../platform/startup-refusal.ts'
import type { DataSettings } from './data-settings.ts'

const COPY_LIMIT_MS = 10 * 60_000

/**
 * Connects to the database that is backed up. The folder of a running server is its own: it is asked for a copy of the
 * files, which is removed when the connection closes.
 * @throws StartupRefusal when the database is not there or cannot be reached
 */
export async function connectSource(settings: DataSettings): Promise<Owner> {
  const { databaseUrl, dataFolder } = settings
  if (databaseUrl === null && !hasEmbedded(dataFolder)) throw nothingThere(dataFolder)
  try {
    return await connectOwner({ databaseUrl, dataFolder })
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    return connectCopy(settings)
  }
}

async function connectCopy(settings: DataSettings): Promise<Owner> {
  const copies = path.join(settings.dataFolder, COPIES)
  removeLeftOver(copies)
  const id = newId()
  const folder = path.join(copies, id)
  const remove = () => fs.rmSync(folder, { recursive: true, force: true })
  // who can make this folder may read the data anyway: the server needs no other proof
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    await askForCopy(settings, id)
    const owner = await connectOwner({ databaseUrl: null, dataFolder: folder })
    return { ...owner, close: () => owner.close().finally(remove) }
  } catch (error) {
    remove()
    throw error
  }
}

/** Removes copies of backups that were killed; one that is in use is locked. */
function removeLeftOver(copies: string): void {
  if (!fs.existsSync(copies)) return
  for (const name of fs.readdirSync(copies)) {
    const folder = path.join(copies, name)
    const lock = `${embeddedFolder(folder)}.lock`
    if (fs.existsSync(lock) && !isHeld(lock)) fs.rmSync(folder, { recursive: true, force: true })
  }
}

function isHeld(lock: string): boolean {
  try {
    takeDataLock(lock).release()
    return false
  } catch {
    return true
  }
}

async function askForCopy({ opsPort, host }: DataSettings, id: string): Promise<void> {
  const address = `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${opsPort}/database-copy/${id}`
  const answer = await fetch(address, { method: 'POST', signal: AbortSignal.timeout(COPY_LIMIT_MS) }).catch(
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  if (typeof answer !== 'string' && answer.ok) return
  throw noCopy(address, typeof answer === 'string' ? answer : String(answer.status))
}

const nothingThere = (dataFolder: string) =>
  new StartupRefusal(
    `没有可备份的数据库：${dataFolder} 中没有内置数据库。`,
    '请用 HUANJI_DATA 指定数据目录，或用 DATABASE_URL 指定数据库。 There is no database to back up: set HUANJI_DATA or DATABASE_URL.',
  )

const noCopy = (address: string, reason: string) =>
  new StartupRefusal(
    `数据目录正被焕机使用，而它没有交出副本（${address}：${reason}）。`,
    '请让 OPS_PORT 与正在运行的焕机一致，或先停止它再备份。 The folder is in use and its server gave no copy: set OPS_PORT as the server has it, or stop it first.',
  )
