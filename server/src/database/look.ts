import { MIGRATIONS_FOLDER, readMigrations } from './migrate.ts'
import type { Owner } from './owner.ts'
import { type MissingRights, missingRights } from './rights.ts'
import { newestMigration } from './whole.ts'

/** What an operator has to know of a database before the product works on it. */
export interface DatabaseFacts {
  readonly version: string
  readonly isCluster: boolean
  readonly isSuperuser: boolean
  readonly bypassesRowSecurity: boolean
  readonly ownsDatabase: boolean
  /** May create roles, or finds the application's roles made and granted. */
  readonly hasRoles: boolean
  /** What is missing of roles, grants and policies; null where nothing is. */
  readonly missingRights: MissingRights | null
  /** The newest migration there, null without any, and the newest that this program knows. */
  readonly migration: number | null
  readonly known: number
  /** The database's present moment, in milliseconds since 1970. */
  readonly nowMs: number
}

/** Looks at a database and changes nothing. */
export async function lookAt({ client, isCluster }: Owner): Promise<DatabaseFacts> {
  const { rows } = await client.query<{
    version: string
    superuser: boolean
    bypasses: boolean
    owns: boolean
    has_roles: boolean
    now_ms: string
  }>(
    `select current_setting('server_version') as version, r.rolsuper as superuser, r.rolbypassrls as bypasses,
            pg_has_role(d.datdba, 'usage') as owns,
            r.rolcreaterole or r.rolsuper or
              (select count(*) = 2 from pg_roles a where a.rolname in ('huanji_app', 'huanji_worker')
                 and pg_has_role(a.oid, 'member')) as has_roles,
            (extract(epoch from clock_timestamp()) * 1000)::bigint::text as now_ms
     from pg_roles r, pg_database d
     where r.rolname = current_user and d.datname = current_database()`,
  )
  const row = rows[0]
  if (row === undefined) throw new Error('the database does not know who is connected')
  return {
    version: row.version,
    isCluster,
    isSuperuser: row.superuser,
    bypassesRowSecurity: row.bypasses,
    ownsDatabase: row.owns,
    hasRoles: row.has_roles,
    missingRights: await missingRights(client),
    migration: await newestMigration(client),
    known: readMigrations(MIGRATIONS_FOLDER).at(-1)?.number ?? 0,
    nowMs: Number(row.now_ms),
  }
}
