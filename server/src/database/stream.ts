import type { Pool, PoolClient } from 'pg'
import type { Statement } from './query.ts'

/** How a stream is read, and when it is given up. */
export interface StreamOptions {
  /** Rows a batch, 1,000 by default: what is in memory at one time. */
  readonly batchRows?: number
  /** Ends the stream: its statement is cancelled and its connection is free again. */
  readonly signal?: AbortSignal
  /** How long all of it may take, half an hour by default. */
  readonly timeLimitMs?: number
}

/** What may take longer than a call's statement: the first batch of a large sort, and whoever writes a batch away. */
const STATEMENT_LIMIT_MS = 120_000
const IDLE_LIMIT_MS = 120_000
const WHOLE_LIMIT_MS = 30 * 60_000
const BATCH_ROWS = 1_000

export interface Streams {
  /** Reads a statement's rows in batches, as they were at one moment. `role` are the commands that choose role and merchant. */
  read<R>(role: string, statement: Statement<R>, options: StreamOptions): AsyncGenerator<R[], void, void>
  /** Ends every stream that is open. */
  end(): void
}

/**
 * Streams over a pool. On a server each one has a connection and a read-only transaction of its own. A pool of one
 * connection, the embedded database, must not be kept from others for so long: there the answer is laid down in the
 * session when the stream begins, on disk beyond a few megabytes, and each batch is a short statement.
 */
export function createStreams(pool: Pool): Streams {
  const closing = new AbortController()
  const hasOneConnection = pool.options.max === 1
  let count = 0
  return {
    read: (role, statement, options) => {
      const { signal, timeLimitMs = WHOLE_LIMIT_MS, batchRows = BATCH_ROWS } = options
      const given = signal === undefined ? [] : [signal]
      const ended = AbortSignal.any([closing.signal, AbortSignal.timeout(timeLimitMs), ...given])
      count += 1
      const reading = { pool, role, statement, batchRows, ended, cursor: `stream_${count}` }
      return hasOneConnection ? readHeld(reading) : readOpen(reading)
    },
    end: () => closing.abort(new Error('the database is closing')),
  }
}

interface Reading<R> {
  readonly pool: Pool
  readonly role: string
  readonly statement: Statement<R>
  readonly batchRows: number
  readonly ended: AbortSignal
  readonly cursor: string
}

/** Runs a cursor in a transaction of its own, which ends with the stream however that ends. */
async function* readOpen<R>(reading: Reading<R>): AsyncGenerator<R[], void, void> {
  const { pool, role, statement, batchRows, ended, cursor } = reading
  ended.throwIfAborted()
  const client = await pool.connect()
  const stop = onAbort(pool, client, ended)
  try {
    await client.query(
      `begin isolation level repeatable read read only; ${role};
       set local statement_timeout = ${STATEMENT_LIMIT_MS}; set local idle_in_transaction_session_timeout = ${IDLE_LIMIT_MS}`,
    )
    const { sql, parameters } = statement.compile()
    await client.query(`declare ${cursor} no scroll cursor for ${sql}`, [...parameters])
    for (;;) {
      ended.throwIfAborted()
      const { rows } = await client.query(`fetch forward ${batchRows} from ${cursor}`)
      if (rows.length > 0) yield rows
      if (rows.length < batchRows) return
    }
  } catch (error) {
    ended.throwIfAborted()
    throw error
  } finally {
    await stop()
  }
}

/**
 * Gives the connection back once, when the stream is done or as soon as it is aborted: nobody may be reading then who
 * would notice.
 */
function onAbort(pool: Pool, client: PoolClient, ended: AbortSignal): () => Promise<void> {
  let stopping: Promise<void> | null = null
  // without a listener a connection that is cut between two batches would end the process; the next statement reports it
  const ignore = () => undefined
  client.on('error', ignore)
  const giveBack = async () => {
    ended.removeEventListener('abort', abort)
    const failure = await client.query('rollback').then(
      () => undefined,
      (error: Error) => error,
    )
    client.off('error', ignore)
    client.release(failure)
  }
  const stop = () => {
    stopping ??= giveBack()
    return stopping
  }
  const abort = () => {
    const { processID } = client as PoolClient & { readonly processID?: number }
    pool.query('select pg_cancel_backend($1)', [processID]).catch(ignore)
    void stop()
  }
  ended.addEventListener('abort', abort)
  return stop
}

/** Runs the statement at once into a cursor that outlives its transaction, and lets others have their turn between batches. */
async function* readHeld<R>({
  pool,
  role,
  statement,
  batchRows,
  ended,
  cursor,
}: Reading<R>): AsyncGenerator<R[], void, void> {
  ended.throwIfAborted()
  await holdCursor(pool, role, statement, cursor)
  try {
    for (;;) {
      ended.throwIfAborted()
      const { rows } = await pool.query(`fetch forward ${batchRows} from ${cursor}`)
      if (rows.length > 0) yield rows
      if (rows.length < batchRows) return
    }
  } finally {
    await pool.query(`close ${cursor}`).catch(() => undefined)
  }
}

async function holdCursor(pool: Pool, role: string, statement: Statement<unknown>, cursor: string): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`begin read only; ${role}`)
    const { sql, parameters } = statement.compile()
    await client.query(`declare ${cursor} no scroll cursor with hold for ${sql}`, [...parameters])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
