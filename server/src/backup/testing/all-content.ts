import { AS_TEXT, type Owner } from '../../database/owner.ts'
import type { Storage } from '../../storage/storage.ts'

/** Every row of every table, sorted, by table: read past all rules, as a superuser, and not as a backup reads it. */
export async function everyRow({ client }: Owner): Promise<Record<string, string[]>> {
  const { rows: tables } = await client.query<{ name: string; columns: string }>(
    `select table_name as name, string_agg(quote_ident(column_name), ', ' order by column_name) as columns
     from information_schema.columns
     where table_schema = 'public' and table_name not like 'citus%' and table_name <> 'migration' and is_generated = 'NEVER'
     group by 1 order by 1`,
  )
  const content: Record<string, string[]> = {}
  for (const { name, columns } of tables) {
    const text = `select ${columns} from "${name}"`
    const { rows } = await client.query<(string | null)[]>({ text, rowMode: 'array', types: AS_TEXT })
    content[name] = rows.map((row) => JSON.stringify(row)).sort()
  }
  return content
}

/** Every stored file, as its type and content. */
export async function everyFile(storage: Storage): Promise<Record<string, string>> {
  const files: [string, string][] = []
  for await (const key of storage.list()) {
    const type = (await storage.stat(key))?.contentType ?? ''
    files.push([key, `${type} ${(await storage.read(key)).toString('base64')}`])
  }
  return Object.fromEntries(files.sort(([one], [other]) => (one < other ? -1 : 1)))
}
