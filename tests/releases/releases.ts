import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { readArchive } from '@huanji/server/backup/archive-reader'
import { ROWS, rowsOf, TABLES, type Tables, tablesSchema } from '@huanji/server/backup/manifest'
import type { Owner } from '@huanji/server/database/owner'
import { takeSnapshot } from '@huanji/server/database/whole'

/**
 * What a release left behind, in a folder of its own beside this file: the data folder of its small demo, the same data
 * as a dump of a PostgreSQL database, and as a backup. `make.ts` makes them; every later revision opens them.
 */
export const RELEASED = {
  dataFolder: 'data-folder.tar.zst',
  dump: 'database.sql.zst',
  backup: 'backup.tar.zst',
} as const

const FOLDER = import.meta.dirname
const NO_KEYS = { identityFile: null, passphraseFile: null }
const SMALLEST = {
  [constants.ZSTD_c_compressionLevel]: 22,
  [constants.ZSTD_c_windowLog]: 27,
  [constants.ZSTD_c_enableLongDistanceMatching]: 1,
}
/** What migrations have changed on purpose in rows that were there. */
const CHANGES: readonly {
  readonly table: string
  readonly where: Readonly<Record<string, string>>
  readonly to: Readonly<Record<string, string>>
}[] = [
  // 0045_shipping_clerk.sql
  { table: 'role', where: { preset: 'shipper', name: '仓管发货' }, to: { name: '发货员' } },
]
/** The rows of each table as texts of JSON, sorted. */
type Content = Readonly<Record<string, readonly string[]>>

/** The versions that have left something, oldest first. */
export const releasedVersions = (): string[] =>
  fs
    .readdirSync(FOLDER)
    .filter((name) => /^\d+\.\d+\.\d+$/.test(name))
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))

/** Where a file of a release lies. */
export const releasedFile = (version: string, file: keyof typeof RELEASED): string =>
  path.join(FOLDER, version, RELEASED[file])

/** Packs a data folder without its secret, and without what only a running program has in it. */
export function packFolder(folder: string, file: string): void {
  const left = ['secret', 'database.lock', 'postmaster.pid', 'sandbox.sqlite-wal', 'sandbox.sqlite-shm'].map(
    (name) => `--exclude=${name}`,
  )
  const { status, stdout, stderr } = spawnSync('tar', [...left, '-C', folder, '-cf', '-', '.'], { maxBuffer: 1 << 30 })
  if (status !== 0) throw new Error(`tar: ${stderr}`)
  pack(stdout, file)
}

/** Packs bytes as small as they get. */
export function pack(bytes: Buffer, file: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, zstdCompressSync(bytes, { params: SMALLEST }))
}

/** Lays a packed folder out. */
export function unpackFolder(file: string, folder: string): void {
  fs.mkdirSync(folder, { recursive: true })
  const { status, stderr } = spawnSync('tar', ['-C', folder, '-xf', '-'], { input: unpacked(file) })
  if (status !== 0) throw new Error(`tar: ${stderr}`)
}

/** The bytes of a packed file. */
export const unpacked = (file: string): Buffer => zstdDecompressSync(fs.readFileSync(file))

/** A row of a release as it reads today: values in the order of the table's columns. */
function changedSince(table: string, columns: readonly string[], row: readonly unknown[]): readonly unknown[] {
  const isMeant = (where: Readonly<Record<string, string>>) =>
    Object.entries(where).every(([column, value]) => row[columns.indexOf(column)] === value)
  const change = CHANGES.find((one) => one.table === table && isMeant(one.where))
  return change === undefined ? row : row.map((value, place) => change.to[columns[place] ?? ''] ?? value)
}

/** The tables of a release's backup, and every row of them as it reads today. */
export async function releasedContent(version: string): Promise<{ tables: Tables; content: Content }> {
  let tables: Tables | null = null
  const content: Record<string, string[]> = {}
  const columnsOf = (table: string) => tables?.tables.find(({ name }) => name === table)?.columns ?? []
  for await (const { name, bytes } of readArchive(releasedFile(version, 'backup'), NO_KEYS)) {
    if (name === TABLES) tables = tablesSchema.parse(JSON.parse(bytes.toString()))
    const table = name.startsWith(ROWS) ? name.slice(ROWS.length).split('/')[0] : undefined
    if (table === undefined) continue
    content[table] ??= []
    const columns = columnsOf(table)
    content[table].push(...rowsOf(bytes.toString()).map((row) => JSON.stringify(changedSince(table, columns, row))))
  }
  if (tables === null) throw new Error(`the backup of ${version} names no tables`)
  return { tables, content: sorted(content) }
}

/** The rows of the tables that a release had, each with the columns that it had. */
export async function presentContent(owner: Owner, released: Tables): Promise<Content> {
  const snapshot = await takeSnapshot(owner)
  try {
    const content: Record<string, string[]> = {}
    const columnsNow = new Map(snapshot.tables.map(({ name, columns }) => [name, columns]))
    const columnsThen = new Map(released.tables.map(({ name, columns }) => [name, columns]))
    for await (const { table, rows } of snapshot.rows()) {
      const wanted = columnsThen.get(table)
      if (wanted === undefined) continue
      const places = wanted.map((column) => columnsNow.get(table)?.indexOf(column) ?? -1)
      content[table] ??= []
      content[table].push(
        ...rows.map((row) => JSON.stringify(places.map((place) => (place < 0 ? undefined : row[place])))),
      )
    }
    return sorted(content)
  } finally {
    await snapshot.close()
  }
}

const sorted = (content: Record<string, string[]>): Content =>
  Object.fromEntries(Object.entries(content).map(([table, rows]) => [table, [...rows].sort()]))
