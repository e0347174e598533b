import { createHash } from 'node:crypto'

/** Runs one statement as the owner of the tables, past row level security. */
export type OwnerQuery = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>

/** Every table that holds merchants' rows. */
export async function merchantTables(query: OwnerQuery): Promise<string[]> {
  const { rows } = await query(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'merchant_id'
        and table_name in (select relname from pg_class where relkind in ('r', 'p') and relrowsecurity)
      order by 1`,
  )
  return (rows as { name: string }[]).map(({ name }) => name)
}

/** A hash over every row a merchant has, and over nothing else: it changes when any of them does. */
export async function fingerprint(query: OwnerQuery, merchantId: string): Promise<string> {
  const hash = createHash('sha256')
  for (const table of await merchantTables(query)) {
    const { rows } = await query(`select t::text as row from ${table} t where merchant_id = $1 order by 1`, [
      merchantId,
    ])
    for (const { row } of rows as { row: string }[]) hash.update(`${table}\n${row}\n`)
  }
  return hash.digest('hex')
}

/** How many rows a merchant has in each table. */
export async function rowCounts(query: OwnerQuery, merchantId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of await merchantTables(query)) {
    const { rows } = await query(`select count(*)::int as count from ${table} where merchant_id = $1`, [merchantId])
    counts[table] = (rows[0] as { count: number }).count
  }
  return counts
}

/** One id of each kind of thing a merchant has: table and id. */
export async function oneOfEach(query: OwnerQuery, merchantId: string): Promise<{ what: string; id: string }[]> {
  const things: { what: string; id: string }[] = []
  for (const table of await merchantTables(query)) {
    const { rows } = await query(
      `select column_name as name from information_schema.columns
        where table_schema = 'public' and table_name = $1 and data_type = 'uuid' and column_name <> 'merchant_id'
        order by column_name = 'id' desc, 1`,
      [table],
    )
    for (const { name } of rows as { name: string }[]) {
      const found = await query(
        `select ${name}::text as id from ${table} where merchant_id = $1 and ${name} is not null order by 1 limit 1`,
        [merchantId],
      )
      const [first] = found.rows as { id: string }[]
      if (first) things.push({ what: `${table}.${name}`, id: first.id })
    }
  }
  return [...new Map(things.map((thing) => [thing.id, thing])).values(), { what: 'merchant', id: merchantId }]
}
