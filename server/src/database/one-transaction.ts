import { type RawBuilder, sql } from 'kysely'
import { type Database, enterMerchant, type GlobalTx } from './database.ts'
import { compiled, type Statement, withName } from './query.ts'

/** A database whose transactions are all parts of one, and what they have signalled. */
export interface OneTransaction {
  /** One part at a time. A part that fails fails the whole: nothing of it is undone by itself. */
  readonly database: Database
  /** Gives the details that were signalled for `topic` since the last time, each once; nobody else hears of them before the end. */
  takeSignals(topic: string): string[]
}

/**
 * Runs `work` so that all that its transactions write is committed together, or none of it, however long it takes.
 * For filling an empty database, which nobody else waits for. Streams, listeners and the worker's role are not to be had.
 */
export function inOneTransaction<T>(home: Database, work: (one: OneTransaction) => Promise<T>): Promise<T> {
  return home.global(async (tx) => {
    await tx.run(sql`set local idle_in_transaction_session_timeout = 0`)
    return work(partsOf(tx))
  })
}

function partsOf(tx: GlobalTx): OneTransaction {
  const signals = new Map<string, Set<string>>()
  /** The same statements come again and again, and most of their time would go into parsing them. */
  const named = (query: Statement<unknown> | RawBuilder<unknown>) => ({ compile: () => withName(compiled(query)) })
  const part: GlobalTx = {
    ...tx,
    rows: (query) => tx.rows(named(query)),
    one: (query) => tx.one(named(query)),
    run: (query) => tx.run(named(query)),
    signal: (topic, detail) => {
      signals.set(topic, (signals.get(topic) ?? new Set()).add(detail))
    },
  }
  let entered = ''
  const notHere = () => {
    throw new Error('a part of a transaction cannot do this')
  }
  return {
    database: {
      global: (work) => work(part),
      tenant: async (merchantId, work) => {
        if (entered !== merchantId) await enterMerchant(tx, merchantId)
        entered = merchantId
        return work({ ...part, merchantId })
      },
      worker: notHere,
      stream: notHere,
      on: notHere,
      ready: notHere,
      close: notHere,
    },
    takeSignals: (topic) => {
      const taken = [...(signals.get(topic) ?? [])]
      signals.delete(topic)
      return taken
    },
  }
}
