import { PGlite } from '@electric-sql/pglite'
import { MIGRATIONS_FOLDER, readMigrations } from '../../server/src/database/migrate.ts'

/** A column of a table as the migrations leave it, in the database's own names. */
export interface Column {
  readonly table: string
  readonly name: string
  /** As PostgreSQL writes it: `timestamp with time zone`, `text[]`. */
  readonly type: string
  readonly isNullable: boolean
  readonly hasDefault: boolean
  /** True when only the database writes it. */
  readonly isIdentity: boolean
  /** The values that `check (x in (…))` allows, or null without such a check. */
  readonly values: string[] | null
}

/** Runs all migrations on an embedded database in memory and reads what they made, tables and columns in order. */
export async function migratedColumns(): Promise<Column[]> {
  const database = await PGlite.create()
  try {
    for (const { text } of readMigrations(MIGRATIONS_FOLDER)) await database.exec(`begin; ${text}; commit`)
    const { rows } = await database.query<Omit<Column, 'values'> & { checks: string[] }>(`
      select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
             not a.attnotnull as "isNullable", a.atthasdef and a.attgenerated = '' as "hasDefault",
             a.attidentity = 'a' or a.attgenerated <> '' as "isIdentity",
             array(select pg_get_constraintdef(k.oid) from pg_constraint k
                   where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as checks
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0
        and not a.attisdropped
      order by c.relname, a.attnum`)
    return rows.map(({ checks, ...column }) => ({ ...column, values: valuesOf(checks) }))
  } finally {
    await database.close()
  }
}

function valuesOf(checks: readonly string[]): string[] | null {
  for (const check of checks) {
    const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(check)?.[1]
    if (list !== undefined) return [...list.matchAll(/'([^']*)'::text/g)].map(([, value = '']) => value)
  }
  return null
}
