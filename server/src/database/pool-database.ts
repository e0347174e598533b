import type { LiveTopic } from '@huanji/contract/live'
import type { RawBuilder } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { isId } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import { traced } from '../platform/tracing.ts'
import type { ConnectionShares } from './connection-shares.ts'
import type { Database, GlobalTx } from './database.ts'
import { codeOf, DatabaseUnavailable, isRetryable } from './errors.ts'
import type { FreeSpace } from './free-space.ts'
import { compiled, type Statement } from './query.ts'
import type { SessionKind } from './session.ts'
import { NARROWED } from './shop-bound.ts'
import { createStreams } from './stream.ts'

const ATTEMPTS = 3
const PAUSE_BETWEEN_ATTEMPTS_MS = 15

/**
 * On a cluster a call's statement that would ask several nodes is refused: it lacks its merchant somewhere, would cost more
 * with each node, and would bar the transaction from writing to a reference table afterwards.
 */
const ONE_NODE = `set local citus.multi_task_query_log_level = 'error'`

export interface PoolDatabaseOptions {
  /** Signs the cursors of lists. */
  readonly cursorKey: string
  readonly instance: object
  readonly log: Log
  readonly isCluster: boolean
  /** How much of a session lies between the pool's connections and the server. */
  readonly session: SessionKind
  /** What one merchant may use of the pool; sign-in, which knows no merchant yet, counts as one more. */
  readonly shares: ConnectionShares
  /** How long a transaction waits for its share. */
  readonly waitMs: number
  /** The topics of the tables that a statement's text writes. */
  readonly topicsOf: (text: string) => readonly LiveTopic[]
  /** Told after a commit what it changed for its merchant. */
  readonly changed: (merchantId: string, topics: ReadonlySet<LiveTopic>) => void
  /** Asked before each write where the disk is the product's own to watch. */
  readonly space?: Pick<FreeSpace, 'requireRoom'> | undefined
}

/** A database whose transactions can be begun with another patience. */
export interface PoolDatabase extends Database {
  /** The same database, whose transactions are given up when their share does not come within `waitMs`. */
  within(waitMs: number): Database
}

/** How a transaction begins: the message that opens it, and whose share of the pool it uses. */
interface Opening {
  readonly text: string
  /** Null uses no share. */
  readonly holder: string | null
  /** How long it waits for that share. */
  readonly waitMs: number
  /** The merchant whose rows it writes. */
  readonly merchantId?: string
}

interface OpenTransaction {
  readonly tx: GlobalTx
  readonly end: () => void
  readonly runAfterCommit: () => void
}

/**
 * The transactions of a connection pool. Each one opens with a single message that also takes the role and, for a
 * merchant, the setting that row level security compares with.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its functions share one state, which would otherwise be handed around
export function createPoolDatabase(pool: Pool, options: PoolDatabaseOptions): PoolDatabase {
  const { opening } = options.session
  const role = `${opening}${options.isCluster ? `${ONE_NODE}; ` : ''}set local role huanji_app`
  const asApplication = `begin; ${role}`
  const listeners = new Map<string, Set<(detail: string) => void>>()
  const open = new Set<Promise<unknown>>()
  const streams = createStreams(pool)

  const notify = (topic: string, detail: string) => {
    for (const listener of listeners.get(topic) ?? []) listener(detail)
  }

  async function attempt<T>({ text, merchantId }: Opening, work: (tx: GlobalTx) => Promise<T>): Promise<T> {
    const client = await connect(pool)
    const beginning = client.query(text)
    // whoever waits for it hears of a failure; work that fails before its first statement waits for nothing
    beginning.catch(() => undefined)
    const current = openTransaction({ client, beginning, merchantId }, options, notify)
    let broken: Error | undefined
    let isCommitted = false
    try {
      const result = await work(current.tx)
      current.end()
      await beginning
      await commit(client)
      isCommitted = true
      return result
    } catch (error) {
      current.end()
      broken = await rollBack(client)
      throw broken === undefined ? error : new DatabaseUnavailable('the connection was lost', { cause: error })
    } finally {
      client.release(broken)
      if (isCommitted) current.runAfterCommit()
    }
  }

  async function withinShare<T>(opening: Opening, work: (tx: GlobalTx) => Promise<T>): Promise<T> {
    if (opening.holder === null) return attempt(opening, work)
    const giveBack = await options.shares.take(opening.holder, opening.waitMs)
    try {
      return await attempt(opening, work)
    } finally {
      giveBack()
    }
  }

  /** All streams together use one share: they keep their connections for minutes. With one connection they keep none. */
  async function* withinStreams<R>(rows: AsyncGenerator<R[], void, void>): AsyncGenerator<R[], void, void> {
    const giveBack = pool.options.max === 1 ? null : await options.shares.take('streams', options.waitMs)
    try {
      yield* rows
    } finally {
      giveBack?.()
    }
  }

  async function transaction<T>(opening: Opening, work: (tx: GlobalTx) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      const running = traced('transaction', 'work', {}, () => withinShare(opening, work))
      const settled = running.catch(() => undefined)
      open.add(settled)
      try {
        return await running
      } catch (error) {
        if (tries >= ATTEMPTS || !isRetryable(error)) throw error
        options.log.debug({ code: codeOf(error), tries }, 'transaction runs again')
        await new Promise((resolve) => setTimeout(resolve, PAUSE_BETWEEN_ATTEMPTS_MS * tries))
      } finally {
        open.delete(settled)
      }
    }
  }

  const waiting = (waitMs: number): Pick<Database, 'tenant' | 'global'> => ({
    tenant: async (merchantId, work) => {
      if (!isId(merchantId)) throw new Error('a merchant id must be a UUID in lower case')
      const text = `${asApplication}; set local app.merchant_id = '${merchantId}'`
      return transaction({ text, holder: merchantId, waitMs, merchantId }, (tx) => work({ ...tx, merchantId }))
    },
    global: (work) => transaction({ text: asApplication, holder: 'nobody', waitMs }, work),
  })

  const database: Database = {
    ...waiting(options.waitMs),
    worker: (work) =>
      transaction({ text: `begin; ${opening}set local role huanji_worker`, holder: null, waitMs: 0 }, work),
    stream: (merchantId, statement, given = {}) => {
      if (!isId(merchantId)) throw new Error('a merchant id must be a UUID in lower case')
      return withinStreams(streams.read(`${role}; set local app.merchant_id = '${merchantId}'`, statement, given))
    },
    on: (topic, listener) => {
      const known = listeners.get(topic) ?? new Set()
      listeners.set(topic, known.add(listener))
      return () => known.delete(listener)
    },
    ready: () => answers(pool),
    close: async () => {
      streams.end()
      await Promise.all(open)
      await pool.end()
    },
  }
  return { ...database, within: (waitMs) => ({ ...database, ...waiting(waitMs) }) }
}

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw new DatabaseUnavailable('no connection could be had', { cause: error })
  }
}

async function commit(client: PoolClient): Promise<void> {
  const { command } = await client.query('commit')
  // PostgreSQL answers a commit with a rollback when the transaction was already aborted
  if (command !== 'COMMIT') throw new Error('a statement of this transaction failed and the failure was swallowed')
}

/** Rolls back, and gives the reason when the connection cannot be used any more. */
async function rollBack(client: PoolClient): Promise<Error | undefined> {
  try {
    await client.query('rollback')
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

async function answers(pool: Pool): Promise<boolean> {
  try {
    await pool.query('select 1')
    return true
  } catch {
    return false
  }
}

/** A statement that changes nothing, so that it does no harm outside a transaction that could not be opened. */
export const isReading = (text: string): boolean => text.startsWith('select ') || text.startsWith(NARROWED)

interface Begun {
  readonly client: PoolClient
  readonly beginning: Promise<unknown>
  readonly merchantId: string | undefined
}

function openTransaction(
  { client, beginning, merchantId }: Begun,
  options: PoolDatabaseOptions,
  notify: (topic: string, detail: string) => void,
): OpenTransaction {
  const afterCommit: (() => void)[] = []
  const signals = new Map<string, Set<string>>()
  const topics = new Set<LiveTopic>()
  let owner = merchantId
  let ended = false

  async function send(query: Statement<unknown> | RawBuilder<unknown>) {
    if (ended) throw new Error('this transaction has ended: a statement was not awaited, or its tx was kept')
    const { name: preparedName, sql: text, parameters } = compiled(query)
    const name = options.session.keepsPrepared ? preparedName : undefined
    const values = [...parameters]
    // what reads is sent along with the message that opens the transaction; nothing of it counts unless that succeeded
    const mayWrite = !isReading(text)
    if (mayWrite) {
      options.space?.requireRoom()
      await beginning
    }
    const answer = traced(text.slice(0, text.indexOf(' ')), 'outside', { 'db.query.text': text }, () =>
      client.query(name === undefined ? { text, values } : { name, text, values }),
    )
    const [, { rowCount }] = await Promise.all([beginning, answer])
    if (mayWrite && rowCount !== 0) for (const topic of options.topicsOf(text)) topics.add(topic)
    return answer
  }

  return {
    tx: {
      cursorKey: options.cursorKey,
      instance: options.instance,
      rows: async (query) => (await send(query)).rows,
      one: async (query) => (await send(query)).rows[0] ?? null,
      run: async (query) => (await send(query)).rowCount ?? 0,
      afterCommit: (fn) => {
        afterCommit.push(fn)
      },
      signal: (topic, detail) => {
        signals.set(topic, (signals.get(topic) ?? new Set()).add(detail))
      },
      changed: (topic) => {
        topics.add(topic)
      },
      belongsTo: (id) => {
        owner = id
      },
    },
    end: () => {
      ended = true
    },
    runAfterCommit: () => {
      for (const fn of afterCommit) runSafely(fn, options.log)
      for (const [topic, details] of signals) {
        for (const detail of details) runSafely(() => notify(topic, detail), options.log)
      }
      if (owner !== undefined && topics.size > 0) options.changed(owner, topics)
    },
  }
}

function runSafely(fn: () => void, log: Log): void {
  try {
    fn()
  } catch (error) {
    log.error({ err: error }, 'something after a commit failed')
  }
}
