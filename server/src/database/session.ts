import pg from 'pg'
import { newId } from '../platform/ids.ts'
import { codeOf } from './errors.ts'
import { unreachable } from './server-client.ts'

/** How long a statement, a lock and an idle transaction may last, in milliseconds. */
const LIMITS = {
  statement_timeout: 15_000,
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 15_000,
} as const

/** What a connection asks of the server when it begins; a pooler refuses it, or drops it without a word. */
export const ASKED_OF_SESSION = { ...LIMITS, options: '-c TimeZone=UTC' } as const

/** The same, said in the message that opens a transaction, to whose end it holds. */
const SAID_IN_TRANSACTION = [
  `set local TimeZone = 'UTC'`,
  ...Object.entries(LIMITS).map(([name, ms]) => `set local ${name} = ${ms}`),
]
  .map((statement) => `${statement}; `)
  .join('')

/** How much of a session lies between the program and the server. */
export interface SessionKind {
  /** False behind a pooler that drops what a connection asks for: each transaction says it then. */
  readonly isKept: boolean
  /** False behind a pooler that hands on no prepared statements: none is made then. */
  readonly keepsPrepared: boolean
  /** What the message that opens a transaction says first. */
  readonly opening: string
}

export const OWN_SESSION: SessionKind = { isKept: true, keepsPrepared: true, opening: '' }

const PROTOCOL_VIOLATION = '08P01'
const CONNECT_LIMIT_MS = 10_000
const PROBE_LIMIT_MS = 5_000

/**
 * Finds out by trying whether sessions keep what they are asked for, and whether a prepared statement outlives its transaction.
 * @throws StartupRefusal when the database cannot be reached
 */
export async function sessionKind(connectionString: string): Promise<SessionKind> {
  if (await keepsWhatIsAsked(connectionString)) return OWN_SESSION
  return { isKept: false, keepsPrepared: await keepsPrepared(connectionString), opening: SAID_IN_TRANSACTION }
}

/** True when the server refused the connection for what it asks of the session, as a pooler does. */
export const refusesToAsk = (error: unknown): boolean =>
  codeOf(error) === PROTOCOL_VIOLATION && error instanceof Error && error.message.includes('startup parameter')

async function keepsWhatIsAsked(connectionString: string): Promise<boolean> {
  try {
    return await withClient({ connectionString, ...ASKED_OF_SESSION }, async (client) => {
      const { rows } = await client.query<{ is_kept: boolean }>(
        `select current_setting('TimeZone') = 'UTC' and bool_and(s.setting::bigint = any ($2::bigint[])) as is_kept
         from pg_settings s where s.name = any ($1::text[])`,
        [Object.keys(LIMITS), Object.values(LIMITS)],
      )
      return rows[0]?.is_kept === true
    })
  } catch (error) {
    if (refusesToAsk(error)) return false
    throw unreachable(error)
  }
}

/**
 * Prepares a statement, lets somebody else take the server's connection that has it, and uses it over another: it is there
 * only where the pooler prepares it again. False too where there is but one connection to be had.
 */
async function keepsPrepared(connectionString: string): Promise<boolean> {
  // a server's connection may still have the statement of an earlier try
  const statement = { name: `huanji_${newId()}`, text: 'select 1' }
  const config = { connectionString, query_timeout: PROBE_LIMIT_MS }
  try {
    return await withClient(config, (first) =>
      withClient(config, (second) =>
        withClient(config, async (third) => {
          await first.query('begin')
          await first.query(statement)
          await second.query('begin')
          await first.query('commit')
          await third.query('begin')
          await second.query('commit')
          await first.query('begin')
          await first.query(statement)
          await first.query('commit')
          return true
        }),
      ),
    )
  } catch {
    return false
  }
}

async function withClient<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    ...config,
    application_name: 'huanji',
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
  })
  // the statement under way fails and says so; without a listener the loss would end the process as well
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
