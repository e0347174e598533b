import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { MIGRATIONS_FOLDER } from '@huanji/server/database/migrate'
import { openDatabase } from '@huanji/server/database/open'
import { createLog } from '@huanji/server/platform/log'

const CACHE = path.join(import.meta.dirname, '../../node_modules/.cache/huanji-test')
const KEPT_TEMPLATES = 4

/**
 * A folder with a migrated embedded database, to be copied. Making it takes seconds, so it is kept for as long as the
 * migrations stay the same.
 */
export async function embeddedTemplate(): Promise<string> {
  const hash = createHash('sha256')
  for (const name of fs.readdirSync(MIGRATIONS_FOLDER).sort()) {
    hash.update(name).update(fs.readFileSync(path.join(MIGRATIONS_FOLDER, name)))
  }
  const folder = path.join(CACHE, hash.digest('hex').slice(0, 16))
  const database = path.join(folder, 'database')
  if (fs.existsSync(database)) return database
  fs.mkdirSync(CACHE, { recursive: true })
  const making = fs.mkdtempSync(path.join(CACHE, 'making-'))
  const log = createLog('silent')
  const open = await openDatabase({ databaseUrl: null, dataFolder: making, poolSize: 1, cursorKey: '', log })
  await open.close()
  try {
    fs.renameSync(making, folder)
  } catch {
    // another run made it in the meantime
    fs.rmSync(making, { recursive: true, force: true })
  }
  forgetOldTemplates()
  return database
}

function forgetOldTemplates(): void {
  const folders = fs
    .readdirSync(CACHE)
    .filter((name) => !name.startsWith('making-'))
    .map((name) => path.join(CACHE, name))
    .sort((one, other) => fs.statSync(other).mtimeMs - fs.statSync(one).mtimeMs)
  for (const folder of folders.slice(KEPT_TEMPLATES)) fs.rmSync(folder, { recursive: true, force: true })
}
