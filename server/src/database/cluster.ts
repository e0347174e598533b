import type { ClientBase } from 'pg'

/**
 * The global tables that statements join with a merchant's own, or that sign-in writes together with them: every node has
 * a copy. The other global tables, among them the job queue's, stay on the coordinator.
 */
export const REFERENCE_TABLES = [
  ...['account', 'phone_directory', 'seller_directory', 'shop_directory', 'auction_session'],
  ...['catalogue_version', 'catalogue_model', 'catalogue_part'],
]

/** The table that all merchants' tables are placed with. */
const ANCHOR = 'merchant'

/** What a statement may take on a node: settings of the connection to the coordinator do not reach the nodes. */
const NODE_LIMITS = [`lock_timeout = '3s'`, `statement_timeout = '15s'`]

type Client = Pick<ClientBase, 'query'>

/** True for a Citus cluster, where a merchant's rows lie together on one node. */
export async function isCluster(client: Client): Promise<boolean> {
  return (await client.query("select from pg_extension where extname = 'citus'")).rowCount === 1
}

/**
 * Spreads a migrated database over its Citus cluster: every table under forced row level security by `merchant_id`, all
 * placed alike, and the reference tables on every node. What is spread already stays as it is. Rows that exist are moved.
 * It does nothing on a plain server. Needs the owner's rights and a connection outside a transaction.
 */
export async function spreadOverCluster(client: Client): Promise<void> {
  if (!(await isCluster(client))) return
  await letSettingsTravel(client)
  const waiting = await waitingTables(client)
  if (waiting.merchants.length + waiting.references.length === 0) return
  await client.query('begin')
  try {
    // a key between two tables cannot stand while only one of them is spread, and some tables point at each other
    const keys = await foreignKeys(client, [...waiting.merchants, ...waiting.references])
    for (const { drop } of keys) await client.query(drop)
    await client.query("set local citus.multi_shard_modify_mode = 'sequential'")
    // an owner that is no superuser would find no row to move, nor any that a key points at
    for (const name of waiting.merchants) await client.query(`alter table ${name} no force row level security`)
    for (const name of waiting.references) await client.query('select create_reference_table($1)', [name])
    for (const name of waiting.merchants) await distribute(client, name)
    for (const { add } of keys) await client.query(add)
    for (const name of waiting.merchants) await client.query(`alter table ${name} force row level security`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const distribute = (client: Client, name: string) =>
  client.query(`select create_distributed_table($1, 'merchant_id', colocate_with => $2)`, [
    name,
    name === ANCHOR ? 'none' : ANCHOR,
  ])

/**
 * The nodes are reached as the role that a transaction took when it began, so that role may log in there; it has no
 * password, and who may come in is up to the nodes' own rules. The merchant that row level security compares with
 * goes along to them.
 */
async function letSettingsTravel(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(datname) as name from pg_database d
     where datname = current_database() and not exists (
       select from pg_db_role_setting s
       where s.setdatabase = d.oid and s.setrole = 0 and 'citus.propagate_set_commands=local' = any (s.setconfig))`,
  )
  for (const { name } of rows) await client.query(`alter database ${name} set citus.propagate_set_commands = 'local'`)
  const closed = await client.query<{ name: string }>(
    "select rolname as name from pg_roles where rolname in ('huanji_app', 'huanji_worker') and not rolcanlogin",
  )
  for (const { name } of closed.rows) {
    await client.query(`alter role ${name} login`)
    for (const limit of NODE_LIMITS) await client.query(`alter role ${name} set ${limit}`)
  }
}

/** The tables that are not spread yet, the anchor first. */
async function waitingTables(client: Client): Promise<{ merchants: string[]; references: string[] }> {
  const { rows } = await client.query<{ name: string; is_merchants: boolean }>(
    `select c.relname as name, c.relforcerowsecurity as is_merchants
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and (c.relforcerowsecurity or c.relname = any ($1))
       and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid and p.partmethod = 'h')
       and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid and p.repmodel = 't')
     order by c.relname <> $2, c.relname`,
    [REFERENCE_TABLES, ANCHOR],
  )
  const names = (isMerchants: boolean) => rows.filter((row) => row.is_merchants === isMerchants).map(({ name }) => name)
  return { merchants: names(true), references: names(false) }
}

/** The foreign keys from or to any of the tables, each as the statements that drop it and lay it again. */
export async function foreignKeys(client: Client, tables: readonly string[]): Promise<{ drop: string; add: string }[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
     from pg_constraint
     where contype = 'f' and (conrelid = any ($1::text[]::regclass[]) or confrelid = any ($1::text[]::regclass[]))
     order by conrelid::regclass::text, conname`,
    [tables],
  )
  return rows
}
