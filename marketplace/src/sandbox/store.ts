import { DatabaseSync } from 'node:sqlite'
import type { DocumentKind, Documents } from './documents.ts'

/** Documents by kind and id, all in memory for reading, written through to one file. */
export interface DocumentStore {
  get<Kind extends DocumentKind>(kind: Kind, id: string): Documents[Kind] | undefined
  put<Kind extends DocumentKind>(kind: Kind, id: string, document: Documents[Kind]): void
  remove(kind: DocumentKind, id: string): void
  all<Kind extends DocumentKind>(kind: Kind): Documents[Kind][]
  /**
   * Runs `work` and writes its changes before it answers; when `work` throws nothing has changed, in memory or on disk.
   * Changes are only possible inside; transactions inside each other are one.
   */
  transaction<Result>(work: () => Result): Result
  /** Every document by kind and id: for tests. */
  dump(): Record<string, Record<string, unknown>>
  close(): void
}

interface Change {
  kind: DocumentKind
  id: string
  before: unknown
}

type Shelf = Map<string, unknown>

/**
 * Opens the store. Every transaction is in the operating system's hands before it is acknowledged, so that killing the process loses
 * nothing.
 * @param dataFile path of the file, created when missing; null keeps everything in memory
 */
export function openDocumentStore(dataFile: string | null): DocumentStore {
  const shelves = new Map<DocumentKind, Shelf>()
  const file = dataFile === null ? null : openFile(dataFile, (kind, id, json) => shelf(kind).set(id, JSON.parse(json)))
  let changes: Change[] | null = null

  function shelf(kind: DocumentKind): Shelf {
    const known = shelves.get(kind)
    if (known) return known
    const fresh: Shelf = new Map()
    shelves.set(kind, fresh)
    return fresh
  }

  function change(kind: DocumentKind, id: string, document: unknown): void {
    if (changes === null) throw new Error('documents change inside a transaction only')
    changes.push({ kind, id, before: shelf(kind).get(id) })
    if (document === undefined) shelf(kind).delete(id)
    else shelf(kind).set(id, document)
  }

  function undo(made: readonly Change[]): void {
    for (const { kind, id, before } of [...made].reverse()) {
      if (before === undefined) shelf(kind).delete(id)
      else shelf(kind).set(id, before)
    }
  }

  function flush(made: readonly Change[]): void {
    const touched = new Map(made.map(({ kind, id }) => [`${kind}\n${id}`, { kind, id }]))
    if (file === null || touched.size === 0) return
    file.write([...touched.values()].map(({ kind, id }) => ({ kind, id, document: shelf(kind).get(id) })))
  }

  return {
    // The one place where stored JSON is given its type: only this store writes it.
    get: <Kind extends DocumentKind>(kind: Kind, id: string) => shelf(kind).get(id) as Documents[Kind] | undefined,
    all: <Kind extends DocumentKind>(kind: Kind) => [...shelf(kind).values()] as Documents[Kind][],
    put: change,
    remove: (kind, id) => change(kind, id, undefined),
    transaction(work) {
      if (changes !== null) return work()
      const made: Change[] = []
      changes = made
      try {
        const result = work()
        flush(made)
        return result
      } catch (error) {
        undo(made)
        throw error
      } finally {
        changes = null
      }
    },
    dump: () => Object.fromEntries([...shelves].map(([kind, documents]) => [kind, Object.fromEntries(documents)])),
    close: () => file?.close(),
  }
}

interface DocumentFile {
  write(rows: readonly { kind: DocumentKind; id: string; document: unknown }[]): void
  close(): void
}

function openFile(path: string, load: (kind: DocumentKind, id: string, json: string) => void): DocumentFile {
  const database = new DatabaseSync(path)
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = normal')
  database.exec(
    'create table if not exists document (kind text not null, id text not null, json text not null, primary key (kind, id)) without rowid',
  )
  for (const row of database.prepare('select kind, id, json from document').iterate()) {
    load(String(row.kind) as DocumentKind, String(row.id), String(row.json))
  }
  const upsert = database.prepare(
    'insert into document (kind, id, json) values (?, ?, ?) on conflict (kind, id) do update set json = excluded.json',
  )
  const erase = database.prepare('delete from document where kind = ? and id = ?')

  return {
    write(rows) {
      database.exec('begin immediate')
      try {
        for (const { kind, id, document } of rows) {
          if (document === undefined) erase.run(kind, id)
          else upsert.run(kind, id, JSON.stringify(document))
        }
        database.exec('commit')
      } catch (error) {
        database.exec('rollback')
        throw error
      }
    },
    close: () => database.close(),
  }
}
