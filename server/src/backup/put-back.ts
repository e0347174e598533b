import { checkEmpty, fillWhole } from '../database/fill-whole.ts'
import type { Owner } from '../database/owner.ts'
import type { Rows } from '../database/whole.ts'
import { StartupRefusal } from '../platform/startup-refusal.ts'
import type { Storage } from '../storage/storage.ts'
import { type Entry, readArchive } from './archive-reader.ts'
import {
  ABOUT,
  aboutSchema,
  FILES,
  MANIFEST,
  type Manifest,
  manifestSchema,
  ROWS,
  rowsOf,
  TABLES,
  type Tables,
  tablesSchema,
} from './manifest.ts'
import { brokenArchive } from './refusals.ts'
import type { Openers } from './sealing.ts'

/** A backup that was read to its end and found whole. */
export interface VerifiedBackup {
  readonly file: string
  readonly openers: Openers
  readonly createdAt: string
  readonly tables: Tables
  readonly manifest: Manifest
}

/** So many files are stored at the same time. */
const AT_ONCE = 8

/**
 * Reads a backup to its end without writing anything: every entry against its hash, and all of them against the manifest.
 * @throws StartupRefusal for one that is cut off, altered, locked, or of another format
 */
export async function verifyBackup(file: string, openers: Openers): Promise<VerifiedBackup> {
  let createdAt = ''
  let tables: Tables | null = null
  let manifest: Manifest | null = null
  let digest = ''
  const rows: Record<string, number> = {}
  let files = 0
  for await (const entry of readArchive(file, openers)) {
    if (manifest !== null) throw brokenArchive(file, entry.name)
    if (entry.name === ABOUT) createdAt = parsed(file, entry, (value) => aboutSchema.parse(value)).createdAt
    else if (createdAt === '') throw brokenArchive(file, entry.name)
    else if (entry.name === TABLES) tables = parsed(file, entry, (value) => tablesSchema.parse(value))
    else if (entry.name === MANIFEST) manifest = parsed(file, entry, (value) => manifestSchema.parse(value))
    else if (entry.name.startsWith(FILES)) files += 1
    else {
      const { table, rows: some } = rowsOfEntry(file, entry)
      rows[table] = (rows[table] ?? 0) + some.length
    }
    if (manifest === null) digest = entry.digest
  }
  if (tables === null || manifest === null) throw brokenArchive(file, 'manifest')
  const isWhole = Object.entries(manifest.rows).every(([table, count]) => count === (rows[table] ?? 0))
  if (!isWhole || manifest.digest !== digest || manifest.files !== files) throw brokenArchive(file, 'manifest')
  return { file, openers, createdAt, tables, manifest }
}

function parsed<T>(file: string, { name, bytes }: Entry, parse: (value: unknown) => T): T {
  try {
    return parse(JSON.parse(bytes.toString()))
  } catch {
    throw brokenArchive(file, name)
  }
}

function rowsOfEntry(file: string, { name, bytes }: Entry): Rows {
  const table = name.startsWith(ROWS) ? name.slice(ROWS.length).split('/')[0] : undefined
  if (table === undefined) throw brokenArchive(file, name)
  try {
    return { table, rows: rowsOf(bytes.toString()) }
  } catch {
    throw brokenArchive(file, name)
  }
}

/** Where a backup is put back. */
export interface Target {
  readonly owner: Owner
  readonly storage: Storage
}

/**
 * Fills an empty database and stores the files. A file that is there already with the same content stays, as files never
 * change; any other content under its key is a refusal. When something fails, the rows are rolled back and the files that
 * were stored are removed again.
 * @throws StartupRefusal when the place is not empty, or a row of the backup points at one that is not there
 */
export async function putBack({ owner, storage }: Target, backup: VerifiedBackup): Promise<void> {
  await checkEmpty(owner, backup.tables.migration)
  const files = fileKeeper(storage)
  try {
    await fillWhole(owner, backup.tables, rowsAndFiles(backup, files))
  } catch (error) {
    await files.removeKept()
    throw error
  }
}

/** Gives the rows, and stores the files on the way; the last row comes after the last file is there. */
async function* rowsAndFiles(backup: VerifiedBackup, files: FileKeeper): AsyncGenerator<Rows, void, void> {
  const { file, openers } = backup
  for await (const entry of readArchive(file, openers)) {
    if (entry.name.startsWith(FILES)) await files.keep(entry)
    else if (entry.name.startsWith(ROWS)) yield rowsOfEntry(file, entry)
  }
  await files.settle()
}

interface FileKeeper {
  keep(entry: Entry): Promise<void>
  /** Waits until every file is stored. */
  settle(): Promise<void>
  removeKept(): Promise<void>
}

function fileKeeper(storage: Storage): FileKeeper {
  const kept: string[] = []
  let underWay: Promise<void>[] = []

  async function store({ name, bytes, contentType }: Entry): Promise<void> {
    const key = name.slice(FILES.length)
    const known = await storage.stat(key)
    if (known === null) {
      kept.push(key)
      return storage.write(key, bytes, contentType)
    }
    if (known.bytes !== bytes.length || !bytes.equals(await storage.read(key))) throw otherFile(key)
  }

  const settle = async () => {
    const some = underWay
    underWay = []
    const failed = (await Promise.allSettled(some)).find((one) => one.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }

  return {
    keep: async (entry) => {
      const one = store(entry)
      // whoever settles hears of it
      one.catch(() => undefined)
      underWay.push(one)
      if (underWay.length >= AT_ONCE) await settle()
    },
    settle,
    removeKept: async () => {
      await settle().catch(() => undefined)
      for (const key of kept) await storage.remove(key)
    },
  }
}

const otherFile = (key: string) =>
  new StartupRefusal(
    `目标存储中已有另一个同名的文件：${key}。`,
    '请指向一个空的目录或存储桶。 The storage holds another file under that name: restore into an empty one.',
  )
