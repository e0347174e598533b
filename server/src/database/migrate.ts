import type { Client, ClientBase } from 'pg'
import { StartupRefusal } from '../platform/startup-refusal.ts'
import { spreadOverCluster } from './cluster.ts'
import { codeOf } from './errors.ts'
import { MIGRATIONS_FOLDER, type Migration, readMigrations } from './migration-files.ts'
import { missingRights, RIGHTS, restoreRights } from './rights.ts'

export { MIGRATIONS_FOLDER, readMigrations }

/** Any number that nothing else on the server uses: two processes that start at once migrate one after the other. */
const LOCK = 4_012_026_018
const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Brings a database up to date, each file in a transaction of its own, forward only, and spreads it where it is a cluster.
 * Gives the names it applied, and `RIGHTS` where a dump had left roles, grants and policies out. A database that has further files is left as it is where this program works with them, so
 * that two versions of the program can be at work while one takes the place of the other (docs/releasing.md). With `upTo`
 * it knows only the files up to that number.
 * @throws StartupRefusal when an applied file was changed, the database is too new for this program, or rights are lacking
 */
export async function migrate(
  client: ClientBase,
  folder = MIGRATIONS_FOLDER,
  upTo = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const migrations = readMigrations(folder).filter(({ number }) => number <= upTo)
  await client.query(`select pg_advisory_lock(${LOCK})`)
  try {
    const due = await pending(client, migrations)
    const lacksRights = (await missingRights(client)) !== null
    if (lacksRights) await restoreRights(client)
    for (const migration of due) await apply(client, migration)
    await spreadOverCluster(client)
    return [...(lacksRights ? [RIGHTS] : []), ...due.map(({ name }) => name)]
  } catch (error) {
    throw codeOf(error) === INSUFFICIENT_PRIVILEGE ? lackingRights(error) : error
  } finally {
    await client.query(`select pg_advisory_unlock(${LOCK})`)
  }
}

/** True when the database has every migration of the folder, and further ones only where this program works with them. */
export async function isMigrated(client: Pick<Client, 'query'>, folder = MIGRATIONS_FOLDER): Promise<boolean> {
  const { rows } = await client.query<AppliedRow>('select number, checksum, works_with from migration')
  const known = readMigrations(folder)
  const applied = new Set(rows.map(({ number }) => number))
  return known.every(({ number }) => applied.has(number)) && unknownTo(known, rows) === undefined
}

interface AppliedRow {
  readonly number: number
  readonly checksum: string
  /** Null where it was applied before this was written down. */
  readonly works_with: number | null
}

/** The first applied file with whose tables a program that knows these migrations does not work. */
function unknownTo(known: readonly Migration[], applied: readonly AppliedRow[]): AppliedRow | undefined {
  const numbers = new Set(known.map(({ number }) => number))
  const newest = Math.max(0, ...numbers)
  return applied.find(({ number, works_with: worksWith }) => {
    if (numbers.has(number)) return false
    return number < newest || worksWith === null || worksWith > newest
  })
}

async function pending(client: ClientBase, migrations: Migration[]): Promise<Migration[]> {
  await client.query(`
    create table if not exists migration (
      number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now()
    );
    alter table migration add column if not exists works_with integer`)
  const { rows } = await client.query<AppliedRow>('select number, checksum, works_with from migration')
  const checksums = new Map(rows.map((row) => [row.number, row.checksum]))
  const newest = Math.max(0, ...checksums.keys())
  const unknown = unknownTo(migrations, rows)
  if (unknown !== undefined) throw newerDatabase(unknown.number)
  for (const { number, name, checksum } of migrations) {
    const before = checksums.get(number)
    if (before !== undefined && before !== checksum) throw changedFile(name)
    if (before === undefined && number < newest) throw lateFile(name)
  }
  return migrations.filter(({ number }) => !checksums.has(number))
}

async function apply(client: ClientBase, { number, name, text, checksum, worksWith }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into migration (number, name, checksum, works_with) values ($1, $2, $3, $4)', [
      ...[number, name, checksum, worksWith],
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const newerDatabase = (number: number) =>
  new StartupRefusal(
    `数据库比程序新：它已执行第 ${number} 号迁移，本程序没有这个文件，也不能在其后的表上工作。`,
    '请升级程序到写入该数据库的版本或更新版本。 The database is newer than this program: upgrade the program.',
  )

const changedFile = (name: string) =>
  new StartupRefusal(
    `已执行过的迁移文件被改动：${name}。`,
    '请恢复该文件的原内容，把修改写成一个新的迁移文件。 An applied migration was changed: restore it, and put the change into a new file.',
  )

const lateFile = (name: string) =>
  new StartupRefusal(
    `迁移文件 ${name} 的编号小于已执行的迁移。`,
    '迁移只能向前：请改用更大的编号。 Migrations go forward only: give it a higher number.',
  )

const lackingRights = (error: unknown) =>
  new StartupRefusal(
    `数据库账号权限不足：${error instanceof Error ? error.message : ''}。`,
    '请使用数据库的所有者并授予 CREATEROLE，或请数据库管理员先建好角色 huanji_app 与 huanji_worker 并授予该账号。 ' +
      'The database account lacks rights: use the owner of the database with CREATEROLE.',
  )
