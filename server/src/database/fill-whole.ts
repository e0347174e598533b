import type { Client } from 'pg'
import { StartupRefusal } from '../platform/startup-refusal.ts'
import { foreignKeys } from './cluster.ts'
import { codeOf, isForeignKeyViolation } from './errors.ts'
import { MIGRATIONS_FOLDER, migrate, readMigrations } from './migrate.ts'
import type { Owner } from './owner.ts'
import {
  type NumbersGiven,
  newestMigration,
  numberedColumns,
  type Rows,
  type TableShape,
  tableShapes,
} from './whole.ts'

/** What an empty database is filled with. */
export interface Whole {
  /** The newest migration of the database it was taken from. */
  readonly migration: number
  readonly tables: readonly TableShape[]
  readonly numbers: readonly NumbersGiven[]
}

/** A statement takes no more values than this; PostgreSQL counts them with sixteen bits. */
const VALUES_A_STATEMENT = 10_000
const ROWS_A_STATEMENT = 1_000

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** @throws StartupRefusal when there is anything in the database, or its tables are newer than what would be filled in */
export async function checkEmpty(owner: Owner, migration: number): Promise<void> {
  if (!readMigrations(MIGRATIONS_FOLDER).some(({ number }) => number === migration)) throw unknownTables(migration)
  const present = await newestMigration(owner.client)
  if (present === null) return
  for (const table of ['account', 'seller_directory']) {
    const { rowCount } = await owner.client.query(`select from ${table} limit 1`)
    if (rowCount !== 0) throw notEmpty()
  }
  if (present > migration) throw tooNew(present, migration)
}

/**
 * Makes the tables as they were at `whole.migration`, and fills them, all or nothing: foreign keys are laid again over
 * what was filled in, and refuse what they do not hold for. Later migrations are left to whoever opens the database next.
 * @throws StartupRefusal when a row points at one that is not there
 */
export async function fillWhole(owner: Owner, whole: Whole, batches: AsyncIterable<Rows>): Promise<void> {
  const { client } = owner
  await migrate(client, undefined, whole.migration)
  const tables = await knownTables(client, whole)
  await client.query('begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
  try {
    if (owner.isCluster) await client.query("set local citus.multi_shard_modify_mode = 'sequential'")
    const keys = await foreignKeys(
      client,
      whole.tables.map(({ name }) => name),
    )
    for (const { drop } of keys) await client.query(drop)
    await eachTable(client, whole, (name) => `alter table ${name} no force row level security`)
    for (const { name, isMerchants } of whole.tables) {
      if (!isMerchants) await client.query(`delete from ${quoted(name)}`)
    }
    for await (const { table, rows } of batches) await insert(client, tables, table, rows)
    await giveNumbers(client, whole.numbers)
    for (const { add } of keys) await client.query(add)
    await eachTable(client, whole, (name) => `alter table ${name} force row level security`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw isForeignKeyViolation(error) ? brokenKey(error) : error
  }
}

/** The tables by name. @throws StartupRefusal for tables or columns that this program does not have at that migration */
async function knownTables(client: Client, whole: Whole): Promise<Map<string, TableShape>> {
  const here = new Map((await tableShapes(client)).map((table) => [table.name, table]))
  for (const { name, columns } of whole.tables) {
    const known = here.get(name)
    if (known === undefined || columns.some((column) => !known.columns.includes(column))) throw otherTables(name)
  }
  return new Map(whole.tables.map((table) => [table.name, table]))
}

async function eachTable(client: Client, { tables }: Whole, statement: (name: string) => string): Promise<void> {
  for (const { name, isMerchants } of tables) if (isMerchants) await client.query(statement(quoted(name)))
}

async function insert(
  client: Client,
  tables: ReadonlyMap<string, TableShape>,
  name: string,
  rows: Rows['rows'],
): Promise<void> {
  const table = tables.get(name)
  if (table === undefined) throw otherTables(name)
  const { columns } = table
  const atOnce = Math.max(1, Math.min(ROWS_A_STATEMENT, Math.floor(VALUES_A_STATEMENT / columns.length)))
  const into = `insert into ${quoted(name)} (${columns.map(quoted).join(', ')}) overriding system value values `
  for (let at = 0; at < rows.length; at += atOnce) {
    const some = rows.slice(at, at + atOnce)
    const places = some.map(
      (_, row) => `(${columns.map((_name, column) => `$${row * columns.length + column + 1}`).join(',')})`,
    )
    await client.query(into + places.join(','), some.flat())
  }
}

async function giveNumbers(client: Client, numbers: readonly NumbersGiven[]): Promise<void> {
  const sequences = await numberedColumns(client)
  for (const { table, column, last } of numbers) {
    const known = sequences.find((one) => one.table === table && one.column === column)
    if (known !== undefined) await client.query('select setval($1::regclass, $2::bigint)', [known.sequence, last])
  }
}

const notEmpty = () =>
  new StartupRefusal(
    '目标数据库不是空的，恢复只写入空的数据库。',
    '请用 DATABASE_URL（或 HUANJI_DATA）指向一个新的空数据库。 The database is not empty: restore into a new one.',
  )

const tooNew = (present: number, migration: number) =>
  new StartupRefusal(
    `目标数据库的表（第 ${present} 号迁移）比备份（第 ${migration} 号）新。`,
    '请指向一个全新的、没有任何表的数据库；恢复后会自动更新到最新。 The tables there are newer than the backup: restore into a database without tables.',
  )

const unknownTables = (migration: number) =>
  new StartupRefusal(
    `备份来自更新的版本（第 ${migration} 号迁移），本程序不认识它的表。`,
    '请用写下这份备份的版本或更新的版本恢复。 The backup is of a newer program: restore with that one.',
  )

const otherTables = (name: string) =>
  new StartupRefusal(
    `备份中的表 ${name} 与本程序的不同。`,
    '请用写下这份备份的版本或更新的版本恢复。 A table of the backup is not this program’s: restore with the release that wrote it, or a newer one.',
  )

function brokenKey(error: unknown): StartupRefusal {
  const reason = error instanceof Error ? error.message : codeOf(error)
  return new StartupRefusal(
    `备份中的数据不完整：有的行指向不存在的行（${reason}）。`,
    '没有写入任何数据；请换一份备份。 Rows of the backup point at rows that are not there: nothing was written, use another backup.',
  )
}
