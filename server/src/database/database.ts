import type { LiveTopic } from '@huanji/contract/live'
import { type RawBuilder, sql } from 'kysely'
import { isId } from '../platform/ids.ts'
import type { Statement } from './query.ts'
import type { StreamOptions } from './stream.ts'

/**
 * One open transaction that sees only the global tables. It is always handed on explicitly: on the embedded database,
 * which has a single connection, a statement that went around the open transaction would wait for it for ever.
 */
export interface GlobalTx {
  /** Signs the cursors of lists (list-page.ts). */
  readonly cursorKey: string
  /** One object for each open database: what a process keeps of its rows is found by it, in a `WeakMap`. */
  readonly instance: object
  /** Every row a statement answers. `timestamptz` comes as ISO 8601 in UTC with milliseconds, `bigint` as a number, `date` as text. */
  rows<R>(query: Statement<R> | RawBuilder<R>): Promise<R[]>
  /** The first row, or null when there is none. */
  one<R>(query: Statement<R> | RawBuilder<R>): Promise<R | null>
  /** Runs a statement and gives the number of rows it touched. */
  run(query: Statement<unknown> | RawBuilder<unknown>): Promise<number>
  /** Runs `fn` once the transaction is committed, and never when it is rolled back or retried. */
  afterCommit(fn: () => void): void
  /** After the commit, tells whoever listens on the database for `topic` (see `Database.on`), once for each `detail`. */
  signal(topic: string, detail: string): void
  /**
   * After the commit, tells the streams of the transaction's merchant that something changed, in all processes. The rows
   * that statements write say it by themselves, once the modules have named the topics of their tables; this is for the rest.
   */
  changed(topic: LiveTopic): void
  /** Says whose rows the transaction writes from here on, for `changed` and what the statements change. */
  belongsTo(merchantId: string): void
}

/** One open transaction that sees one merchant's rows and the global tables. */
export interface Tx extends GlobalTx {
  /** The merchant that row level security lets this transaction see. */
  readonly merchantId: string
}

/** A home of the data: a PostgreSQL server, or the embedded one. */
export interface Database {
  /** Runs `work` in a transaction that sees one merchant's rows and the global tables. Serialisation failures and deadlocks are retried. */
  tenant<T>(merchantId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs `work` in a transaction that sees only the global tables; touching a merchant's table in it is an error. */
  global<T>(work: (tx: GlobalTx) => Promise<T>): Promise<T>
  /** Runs `work` as the job worker: the outbox, the inbox and the idempotency records of all merchants, and nothing else of theirs; rate limits. */
  worker<T>(work: (tx: GlobalTx) => Promise<T>): Promise<T>
  /**
   * Reads the rows of one merchant's statement in batches, as they were at one moment, without holding more than a batch
   * in memory or keeping others waiting: for exports. Leaving the loop ends it. @throws the signal's reason when aborted
   */
  stream<R>(merchantId: string, statement: Statement<R>, options?: StreamOptions): AsyncIterable<R[]>
  /** Calls `listener` in this process after every commit that signalled `topic`; the returned function ends that. */
  on(topic: string, listener: (detail: string) => void): () => void
  /** True when the database answers a statement now. */
  ready(): Promise<boolean>
  /** Waits for open transactions and closes every connection. */
  close(): Promise<void>
}

/**
 * Binds a global transaction to a merchant, for sign-in, which learns the merchant only from the directory of phones.
 * Gives a transaction that sees that merchant's rows from here to the commit.
 * @throws Error when `merchantId` is not an id; it goes into the statement as text
 */
export async function enterMerchant(tx: GlobalTx, merchantId: string): Promise<Tx> {
  await tx.run(bindMerchant(merchantId))
  tx.belongsTo(merchantId)
  return { ...tx, merchantId }
}

/** The command that lets row level security see one merchant until the transaction ends. */
export function bindMerchant(merchantId: string): RawBuilder<unknown> {
  if (!isId(merchantId)) throw new Error('a merchant id must be a UUID in lower case')
  return sql.raw(`set local app.merchant_id = '${merchantId}'`)
}

/**
 * Runs `work` so that its failure undoes only what it wrote itself and leaves the transaction usable: for one row of
 * many. Do not run two of them at the same time in one transaction.
 */
export async function savepoint<T>(tx: GlobalTx, work: () => Promise<T>): Promise<T> {
  await tx.run(sql`savepoint part`)
  try {
    const result = await work()
    await tx.run(sql`release savepoint part`)
    return result
  } catch (error) {
    await tx.run(sql`rollback to savepoint part`)
    await tx.run(sql`release savepoint part`)
    throw error
  }
}
