import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { VALUE_TYPES } from '@huanji/server/database/value-types'
import pg from 'pg'

/** A value of a statement: the same each time, new each time, or brought by the request under a name. */
export type Value =
  | { readonly constant: unknown }
  | { readonly fresh: 'id' }
  | { readonly named: string }
  | { readonly list: readonly Value[] }

export interface BareStatement {
  readonly text: string
  /** What a connection keeps it by, as the gateway's does. */
  readonly name?: string | undefined
  readonly values: readonly Value[]
  /** Rows it must touch, where it changes some; anything else means that it did not do the gateway's work. */
  readonly rowCount: number | null
}

/** What the server below is given in `BARE_PLAN`, as JSON. */
export interface BarePlan {
  readonly databaseUrl: string
  readonly poolSize: number
  /** Statements by the path that runs them. */
  readonly lists: Readonly<Record<string, readonly BareStatement[]>>
  readonly writes: Readonly<Record<string, readonly BareStatement[]>>
}

/**
 * What the gateway is measured against: node:http and pg with the gateway's own statements, and nothing else. A list's
 * statements run on any connection, those of a write in their transaction, and `/nothing` runs none at all.
 */
async function serve(plan: BarePlan): Promise<void> {
  const pool = new pg.Pool({
    connectionString: plan.databaseUrl,
    max: plan.poolSize,
    options: '-c TimeZone=UTC',
    types: VALUE_TYPES,
  })
  const server = createServer((request, response) => {
    void bodyOf(request)
      .then((text) => answer(pool, plan, request.url ?? '', JSON.parse(text)))
      .then(
        (body) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
        (error: unknown) => response.writeHead(500).end(String(error)),
      )
  })
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`)
  })
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

type Named = Readonly<Record<string, unknown>>

async function answer(pool: pg.Pool, plan: BarePlan, path: string, named: Named): Promise<unknown> {
  if (path === '/nothing') return { ok: true }
  const writing = plan.writes[path]
  if (writing) return write(pool, writing, named)
  const results = []
  for (const statement of plan.lists[path] ?? []) results.push((await pool.query(queryOf(statement, named))).rows)
  return { ok: true, results }
}

async function write(pool: pg.Pool, statements: readonly BareStatement[], named: Named): Promise<unknown> {
  const client = await pool.connect()
  try {
    for (const statement of statements) {
      const { rowCount } = await client.query(queryOf(statement, named))
      if (statement.rowCount !== null && rowCount !== statement.rowCount)
        throw new Error(`${rowCount} instead of ${statement.rowCount} rows: ${statement.text}`)
    }
    return { ok: true, version: Number(named.version) + 1 }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** Statements without values go over the simple protocol, several in one message, as the gateway sends them. */
function queryOf({ text, name, values }: BareStatement, named: Named): string | pg.QueryConfig {
  if (values.length === 0) return text
  const query = { text, values: values.map((value) => actual(value, named)) }
  return name === undefined ? query : { ...query, name }
}

function actual(value: Value, named: Named): unknown {
  if ('constant' in value) return value.constant
  if ('list' in value) return value.list.map((item) => actual(item, named))
  return 'fresh' in value ? randomUUID() : named[value.named]
}

const plan = process.env.BARE_PLAN
if (plan !== undefined) await serve(JSON.parse(plan))
