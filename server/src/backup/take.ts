import type { Owner } from '../database/owner.ts'
import { type Snapshot, type TextRow, takeSnapshot } from '../database/whole.ts'
import { FileMissing, isStorageKey, type Storage } from '../storage/storage.ts'
import type { ArchiveWriter } from './archive-writer.ts'
import { ABOUT, FILES, FORMAT, MANIFEST, type Manifest, ROWS, rowsText, TABLES } from './manifest.ts'

/** So many files are fetched at the same time. */
const AT_ONCE = 8
/** Rows of a table are put together up to this many characters an entry. */
const ENTRY_LENGTH = 1_000_000
const NAMED = 100

export interface Source {
  readonly owner: Owner
  readonly storage: Storage
  /** When the backup is made. */
  readonly now: Date
}

/** What a backup holds, and what lay among the files and is none of ours: the first of it, and how much. */
export interface TakenBackup extends Manifest {
  readonly strays: { readonly count: number; readonly names: readonly string[] }
}

/**
 * Puts everything into an archive while the product goes on: the files, then one moment of the database, and then the
 * files that came until that moment. A file is stored before a row names it and removed after the row is gone, so every
 * file of a row of that moment is among them, unless it was stored and removed again within the two lists of files;
 * what rows name and the archive lacks is counted in the manifest. What others laid beside the files is left out.
 */
export async function takeBackup({ owner, storage, now }: Source, archive: ArchiveWriter): Promise<TakenBackup> {
  await archive.add(ABOUT, json({ format: FORMAT, createdAt: now.toISOString() }))
  const files = fileCopier(storage, archive)
  await files.copyNew()
  const snapshot = await takeSnapshot(owner)
  try {
    await files.copyNew()
    const { migration, tables, numbers } = snapshot
    await archive.add(TABLES, json({ migration, tables, numbers }))
    const { rows, missing } = await copyRows(snapshot, archive, files.taken)
    const manifest = { digest: archive.digest(), rows, files: files.taken.size, fileBytes: files.bytes(), missing }
    await archive.add(MANIFEST, json(manifest))
    const strays = [...files.strays]
    return { ...manifest, strays: { count: strays.length, names: strays.slice(0, NAMED) } }
  } finally {
    await snapshot.close()
  }
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value))

interface FileCopier {
  /** The keys that were copied. */
  readonly taken: ReadonlySet<string>
  /** Names that no file of ours can have. */
  readonly strays: ReadonlySet<string>
  bytes(): number
  /** Copies every file that was not copied before. */
  copyNew(): Promise<void>
}

function fileCopier(storage: Storage, archive: ArchiveWriter): FileCopier {
  const taken = new Set<string>()
  const strays = new Set<string>()
  let bytes = 0

  async function copy(keys: readonly string[]): Promise<void> {
    const contents = await Promise.all(keys.map((key) => contentOf(storage, key)))
    for (const [index, key] of keys.entries()) {
      const content = contents[index]
      if (!content) continue
      await archive.add(`${FILES}${key}`, content.bytes, content.contentType)
      taken.add(key)
      bytes += content.bytes.length
    }
  }

  return {
    taken,
    strays,
    bytes: () => bytes,
    copyNew: async () => {
      let keys: string[] = []
      for await (const key of storage.list()) {
        if (taken.has(key)) continue
        if (!isStorageKey(key)) {
          strays.add(key)
          continue
        }
        keys.push(key)
        if (keys.length < AT_ONCE) continue
        await copy(keys)
        keys = []
      }
      await copy(keys)
    },
  }
}

/** A file with its type, or null when it was removed meanwhile. */
async function contentOf(storage: Storage, key: string): Promise<{ bytes: Buffer; contentType: string } | null> {
  const known = await storage.stat(key)
  if (known === null) return null
  try {
    return { bytes: await storage.read(key), contentType: known.contentType }
  } catch (error) {
    if (error instanceof FileMissing) return null
    throw error
  }
}

async function copyRows(snapshot: Snapshot, archive: ArchiveWriter, files: ReadonlySet<string>) {
  const counts: Record<string, number> = Object.fromEntries(snapshot.tables.map(({ name }) => [name, 0]))
  const missing: { count: number; keys: string[] } = { count: 0, keys: [] }
  const columns = new Map(snapshot.tables.map((table) => [table.name, table.columns]))
  const piece = { table: '', text: '', number: 0 }

  async function flush(): Promise<void> {
    if (piece.text === '') return
    piece.number += 1
    await archive.add(`${ROWS}${piece.table}/${piece.number}.ndjson`, Buffer.from(piece.text))
    piece.text = ''
  }

  for await (const { table, rows } of snapshot.rows()) {
    if (piece.table !== table) await flush()
    piece.table = table
    piece.text += piece.text === '' ? rowsText(rows) : `\n${rowsText(rows)}`
    if (piece.text.length >= ENTRY_LENGTH) await flush()
    counts[table] = (counts[table] ?? 0) + rows.length
    for (const key of namedFiles(columns.get(table) ?? [], rows)) {
      if (files.has(key)) continue
      missing.count += 1
      if (missing.keys.length < NAMED) missing.keys.push(key)
    }
  }
  await flush()
  return { rows: counts, missing }
}

/** How a stored file's key begins, in whatever column it stands; what was sent up goes when it has been worked off. */
const FILE_KEY = /^merchant\/[0-9a-f-]{36}\/(?!upload\/)[a-z0-9_./-]+$/

/** Set in rows that are kept of what was taken away, whose files the product has removed. */
const REMOVED = 'removed_at'

function namedFiles(columns: readonly string[], rows: readonly TextRow[]): string[] {
  const removed = columns.indexOf(REMOVED)
  return rows
    .filter((row) => removed < 0 || row[removed] === null)
    .flatMap((row) => row.filter((value): value is string => value !== null && FILE_KEY.test(value)))
}
