import type { Client } from 'pg'
import { isId } from '../platform/ids.ts'
import { StartupRefusal } from '../platform/startup-refusal.ts'
import { REFERENCE_TABLES } from './cluster.ts'
import { isLockTimeout, isRetryable } from './errors.ts'
import { AS_TEXT, type Owner } from './owner.ts'

/** A table with its rows' columns; what the database works out by itself is left out. */
export interface TableShape {
  readonly name: string
  /** Under forced row level security, a merchant's own. */
  readonly isMerchants: boolean
  readonly columns: readonly string[]
}

/** How far the numbers of a column have been given out. */
export interface NumbersGiven {
  readonly table: string
  readonly column: string
  readonly last: string
}

/** A row as the database writes its values, in the order of the table's columns. */
export type TextRow = readonly (string | null)[]

/** Some rows of a table. */
export interface Rows {
  readonly table: string
  readonly rows: readonly TextRow[]
}

/** Everything in a database as it was at one moment, until `close`. */
export interface Snapshot {
  /** The newest migration. */
  readonly migration: number
  readonly tables: readonly TableShape[]
  readonly numbers: readonly NumbersGiven[]
  /** All rows of all tables, in batches. */
  rows(): AsyncGenerator<Rows, void, void>
  close(): Promise<void>
}

/** The tables that say what the database is, rather than what is in it. */
const OF_THE_PROGRAM = ['migration']
/** What a cluster's nodes set for the roles of calls is lifted as well: a setting of the transaction travels there. */
const LIMITS = ['statement_timeout', 'idle_in_transaction_session_timeout']
const BATCH_ROWS = 500
/** A writer of the shared tables holds them for a moment only; who waits longer for all of them lets everybody pass first. */
const LOCK_LIMIT_MS = 1_000
const LOCK_ATTEMPTS = 10
const PAUSE_MS = 50
/** A merchant that nobody is: for a statement that asks every node. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Every table and its columns, from the catalogue, so that a new one belongs by itself. */
export async function tableShapes(client: Client): Promise<TableShape[]> {
  const { rows } = await client.query<{ name: string; is_merchants: boolean; columns: string[] }>(
    `select c.relname as name, c.relforcerowsecurity as is_merchants,
            array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1)
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     group by c.relname, c.relforcerowsecurity
     order by c.relforcerowsecurity, c.relname`,
    [OF_THE_PROGRAM],
  )
  return rows.map(({ name, is_merchants: isMerchants, columns }) => ({ name, isMerchants, columns }))
}

/** The columns that number their rows, and the sequence of each. */
export async function numberedColumns(client: Client): Promise<{ table: string; column: string; sequence: string }[]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select c.relname as table, a.attname::text as column,
            pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null
     order by 1, 2`,
  )
  return rows
}

/** The newest migration, or null in a database that has none. */
export async function newestMigration(client: Client): Promise<number | null> {
  const known = await client.query<{ is_there: boolean }>(`select to_regclass('migration') is not null as is_there`)
  if (known.rows[0]?.is_there !== true) return null
  const { rows } = await client.query<{ newest: number | null }>('select max(number) as newest from migration')
  return rows[0]?.newest ?? null
}

const nothingToTake = (): StartupRefusal =>
  new StartupRefusal(
    '数据库里还没有数据表，没有可备份的内容。',
    '请核对 DATABASE_URL 指向焕机正在使用的数据库；新装的请先启动一次。 The database has no tables: check DATABASE_URL, or start the server once.',
  )

/**
 * Takes a snapshot of everything. Nobody waits for it while it is read.
 *
 * One server, the embedded one too, gives one moment for all tables. On a cluster each node has a moment of its own; those
 * who write tables that all share are kept out while the nodes' moments are taken, so that of what one transaction wrote
 * to several nodes, all is there or nothing. A merchant's rows lie on one node and are of one moment in any case.
 * @throws StartupRefusal when the database has no tables; Error when it is too busy to be held still for a moment
 */
export async function takeSnapshot(owner: Owner): Promise<Snapshot> {
  const { client } = owner
  await client.query('begin isolation level repeatable read read only')
  try {
    for (const limit of LIMITS) await client.query(`set local ${limit} = 0`)
    await (owner.isCluster ? holdNodesStill(owner) : client.query('select 1'))
    const migration = await newestMigration(client)
    if (migration === null) throw nothingToTake()
    const tables = await tableShapes(client)
    const numbers = await numbersGiven(client)
    const close = async () => {
      await client.query('rollback')
    }
    return { migration, tables, numbers, rows: () => allRows(client, tables), close }
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * Lets the nodes take their moments while nobody is between two nodes. Whoever writes a shared table does so through the
 * coordinator and holds it there until all nodes have committed, so the coordinator's own locks are enough.
 */
async function holdNodesStill({ client, beside }: Owner): Promise<void> {
  await beside(async (holder) => {
    const shared = (await tableShapes(holder)).filter(({ isMerchants }) => !isMerchants).map(({ name }) => name)
    await lockOnCoordinator(holder, shared)
    await client.query('select 1')
    // a setting travels to the nodes with all of the message that it stands in
    for (const statement of [
      'set local citus.max_adaptive_executor_pool_size = 1',
      `set local role huanji_app; set local app.merchant_id = '${NOBODY}'`,
      'select count(*) from merchant',
      'set local role none',
    ]) {
      await client.query(statement)
    }
    await holder.query('rollback')
  })
}

async function lockOnCoordinator(holder: Client, names: readonly string[]): Promise<void> {
  const list = inWritersOrder(names).map(quoted).join(', ')
  for (let tries = 1; ; tries += 1) {
    try {
      await holder.query(
        `begin; set local lock_timeout = ${LOCK_LIMIT_MS}; set local citus.enable_ddl_propagation = off;
         lock table ${list} in share mode`,
      )
      return
    } catch (error) {
      await holder.query('rollback')
      if (tries === LOCK_ATTEMPTS || !isBusy(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tries))
    }
  }
}

/**
 * As those who write several of them begin: with what is on the coordinator alone, then the directories, accounts last. In
 * another order writers and this lock would hold each other up, which is found and tried again.
 */
const inWritersOrder = (names: readonly string[]): string[] =>
  names.toSorted((one, other) => {
    const [first, second] = [one, other].map((name) => REFERENCE_TABLES.includes(name))
    return first === second ? other.localeCompare(one) : Number(first) - Number(second)
  })

const isBusy = (error: unknown): boolean => isRetryable(error) || isLockTimeout(error)

async function numbersGiven(client: Client): Promise<NumbersGiven[]> {
  const given: NumbersGiven[] = []
  for (const { table, column, sequence } of await numberedColumns(client)) {
    const { rows } = await client.query<{ last: string | null }>(
      `select last_value::text as last from ${sequence} where is_called`,
    )
    const last = rows[0]?.last
    if (last) given.push({ table, column, last })
  }
  return given
}

/** Shared tables as the owner, then merchant after merchant as calls read them: forced row level security holds for the owner too. */
async function* allRows(client: Client, tables: readonly TableShape[]): AsyncGenerator<Rows, void, void> {
  for (const table of tables.filter(({ isMerchants }) => !isMerchants)) yield* tableRows(client, table, '')
  const own = tables.filter(({ isMerchants }) => isMerchants)
  for await (const merchantId of merchantIds(client)) {
    await client.query(`set local role huanji_app; set local app.merchant_id = '${merchantId}'`)
    for (const table of own) yield* tableRows(client, table, ` where merchant_id = '${merchantId}'`)
    await client.query('set local role none')
  }
}

async function* merchantIds(client: Client): AsyncGenerator<string, void, void> {
  const { rows } = await client.query<{ id: string }>(
    'select merchant_id as id from seller_directory order by seller_id',
  )
  for (const { id } of rows) {
    if (!isId(id)) throw new Error(`not a merchant's id: ${id}`)
    yield id
  }
}

interface TextResult {
  readonly command: string
  readonly rows: string[][]
}

/** Reads a table by a cursor; one that has few rows costs one message. */
async function* tableRows(client: Client, table: TableShape, where: string): AsyncGenerator<Rows, void, void> {
  const columns = table.columns.map(quoted).join(', ')
  const cursor = `declare whole no scroll cursor for select ${columns} from ${quoted(table.name)}${where}`
  let text = `${cursor}; fetch ${BATCH_ROWS} from whole`
  for (;;) {
    const answer: unknown = await client.query({ text, rowMode: 'array', types: AS_TEXT })
    const rows = fetched(answer)
    if (rows.length > 0) yield { table: table.name, rows }
    if (rows.length < BATCH_ROWS) break
    text = `fetch ${BATCH_ROWS} from whole`
  }
  await client.query('close whole')
}

/** The rows of a message's last command. */
function fetched(answer: unknown): TextRow[] {
  const results = (Array.isArray(answer) ? answer : [answer]) as TextResult[]
  return results.at(-1)?.rows ?? []
}
