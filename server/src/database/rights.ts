import type { ClientBase } from 'pg'
import { MIGRATIONS_FOLDER, readMigrations } from './migration-files.ts'

/** What `migrate` says that it did when it put these right. */
export const RIGHTS = '角色、授权与行级策略'

/** What a database lacks of roles, grants and policies, which a dump that was put into another server leaves out. */
export interface MissingRights {
  /** Of the two roles of the application. */
  readonly roles: number
  /** Merchants' tables that no policy opens to calls. */
  readonly policies: number
  /** Merchants' tables that calls may not read. */
  readonly grants: number
}

/** Counts what is missing; null where nothing is, and in a database without tables. */
export async function missingRights(client: Pick<ClientBase, 'query'>): Promise<MissingRights | null> {
  const { rows } = await client.query<MissingRights>(
    `with own as (
       select c.oid, c.relacl from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relforcerowsecurity
     )
     select (select 2 - count(*) from pg_roles where rolname in ('huanji_app', 'huanji_worker'))::int as roles,
            (select count(*) from own where not exists (
               select from pg_policy p where p.polrelid = own.oid and p.polname = 'merchant'))::int as policies,
            (select count(*) from own where not exists (
               select from aclexplode(own.relacl) a join pg_roles r on r.oid = a.grantee
               where r.rolname = 'huanji_app' and a.privilege_type = 'SELECT'))::int as grants
     from (select 1) as one where exists (select from own)`,
  )
  const [missing] = rows
  if (missing === undefined) return null
  return missing.roles + missing.policies + missing.grants === 0 ? null : missing
}

/** The block that makes the two roles, and the rights that later tables get by themselves. */
const ROLES = /^do \$\$[\s\S]*?^end \$\$;/m
const DEFAULTS = /^alter default privileges [^;]*;/gm
/** What a migration says of a table's rights, one statement each. */
const SAID =
  /^(?:(?:grant|revoke)\s[^;]*?\son\s+(?<tables>[^;]*?)\s+(?:to|from)\s[^;]*|create policy (?<policy>\w+) on (?<table>\w+) [^;]*);/gm

/**
 * Makes roles, grants and policies as the migrations made them, in one transaction. A merchant's table that says nothing of
 * itself is protected as `huanji_protect` does it.
 * @throws whatever the database refuses, such as 42501 where the account may not make roles
 */
export async function restoreRights(client: ClientBase): Promise<void> {
  const texts = readMigrations(MIGRATIONS_FOLDER).map(({ text }) => text)
  const [first = ''] = texts
  await client.query('begin')
  try {
    await client.query(ROLES.exec(first)?.[0] ?? '')
    for (const match of first.matchAll(DEFAULTS)) await client.query(match[0])
    await client.query(
      `grant select, insert, update, delete on all tables in schema public to huanji_app;
       grant usage on all sequences in schema public to huanji_app;
       revoke all on migration from huanji_app`,
    )
    for (const match of texts.flatMap((text) => [...text.matchAll(SAID)])) await sayAgain(client, match)
    const { rows } = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relforcerowsecurity
         and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'merchant')`,
    )
    if (rows.length > 0)
      await client.query('select huanji_protect(variadic $1::text[])', [rows.map(({ name }) => name)])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Repeats a statement of a migration about tables that are still there, and a policy that is not. */
async function sayAgain(client: ClientBase, { 0: statement, groups = {} }: RegExpMatchArray): Promise<void> {
  const { tables, policy, table } = groups
  const names = (tables ?? table ?? '').split(',').map((name) => name.trim())
  const { rows } = await client.query<{ is_due: boolean }>(
    `select bool_and(to_regclass(name) is not null) and not exists (
       select from pg_policy p where p.polname = $2 and p.polrelid = to_regclass(nullif($3, ''))) as is_due
     from unnest($1::text[]) as name`,
    [names, policy ?? '', table ?? ''],
  )
  if (rows[0]?.is_due === true) await client.query(statement)
}
