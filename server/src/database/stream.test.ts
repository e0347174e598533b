import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKind, openTestDatabase, type TestDatabase } from '../../../tests/support/databases.ts'
import { until } from '../../../tests/support/until.ts'
import { newId } from '../platform/ids.ts'
import { nextNumber } from './counter.ts'
import { db } from './query.ts'

const ROWS = 100_000
const ROW_BYTES = 1_024
const merchantId = newId()
const isServer = databaseKind() === 'postgres'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** Generated rows of a kilobyte each, about 100 MB together. */
const many = db
  .selectFrom(sql<{ n: number }>`generate_series(1, ${ROWS})`.as(sql`series (n)`))
  .select([sql<number>`n`.as('number'), sql<string>`repeat(md5(n::text), ${ROW_BYTES / 32})`.as('text')])

/** The bytes that are in use, without what only waits to be collected. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

const connections = () => database.open.connections()

async function idleAgain(): Promise<void> {
  await expect.poll(() => connections().total - connections().idle, { timeout: 5_000 }).toBe(0)
}

async function namesOf(stream: AsyncIterable<{ name: string }[]>): Promise<string[]> {
  const names: string[] = []
  for await (const rows of stream) names.push(...rows.map(({ name }) => name))
  return names
}

describe('a stream', () => {
  it('reads every row once, in batches, holding no more than a few of them', async () => {
    const before = heldBytes()
    let [last, most, batches] = [0, 0, 0]
    for await (const rows of database.open.db.stream(merchantId, many)) {
      expect(rows.length).toBeLessThanOrEqual(1_000)
      expect(rows[0]?.number).toBe(last + 1)
      last = rows.at(-1)?.number ?? 0
      batches += 1
      if (batches % 10 === 0) most = Math.max(most, heldBytes() - before)
    }
    expect(last).toBe(ROWS)
    expect(batches).toBe(ROWS / 1_000)
    expect(most).toBeLessThan((ROWS * ROW_BYTES) / 10)
    await idleAgain()
  })

  it('shows the rows as they were when it began, while others write', async () => {
    await database.open.db.tenant(merchantId, async (tx) => {
      for (const name of ['a', 'b', 'c']) await nextNumber(tx, name)
    })
    const counters = db
      .selectFrom('counter')
      .select(['name', 'value'])
      .where('merchantId', '=', merchantId)
      .orderBy('name')
    const seen: unknown[] = []
    for await (const rows of database.open.db.stream(merchantId, counters, { batchRows: 1 })) {
      seen.push(...rows)
      await database.open.db.tenant(merchantId, (tx) => nextNumber(tx, 'c'))
      await database.open.db.tenant(merchantId, (tx) => nextNumber(tx, 'd'))
    }
    expect(seen).toEqual(['a', 'b', 'c'].map((name) => ({ name, value: 1 })))
  })

  it('shows no row of another merchant', async () => {
    const other = newId()
    await database.open.db.tenant(other, (tx) => nextNumber(tx, 'theirs'))
    const ofOther = db.selectFrom('counter').where('merchantId', '=', other).select('name')
    expect(await namesOf(database.open.db.stream(merchantId, ofOther))).toEqual([])
    expect(await namesOf(database.open.db.stream(other, ofOther))).toEqual(['theirs'])
  })

  it.runIf(databaseKind() === 'citus')('that names no merchant is refused on a cluster', async () => {
    const all = database.open.db.stream(merchantId, db.selectFrom('counter').select('name'))
    await expect(namesOf(all)).rejects.toThrow('multi-task')
  })

  it('frees its connection when the loop is left, and lets others work meanwhile', async () => {
    for await (const rows of database.open.db.stream(merchantId, many, { batchRows: 10 })) {
      expect(rows).toHaveLength(10)
      await database.open.db.tenant(merchantId, (tx) => nextNumber(tx, 'meanwhile'))
      break
    }
    await idleAgain()
  })

  it('ends with the reason of its signal, also when nobody is reading', async () => {
    const ended = new AbortController()
    const stream = database.open.db.stream(merchantId, many, { batchRows: 10, signal: ended.signal })
    const reader = stream[Symbol.asyncIterator]()
    await reader.next()
    ended.abort(new Error('enough'))
    if (isServer) await idleAgain()
    await expect(reader.next()).rejects.toThrow('enough')
    await idleAgain()
  })

  it.runIf(isServer)('cancels the statement that it waits for', async () => {
    const ended = new AbortController()
    const slow = db.selectNoFrom(sql<string>`pg_sleep(60)::text`.as('slept'))
    const reader = database.open.db.stream(merchantId, slow, { signal: ended.signal })[Symbol.asyncIterator]()
    const waiting = expect(reader.next()).rejects.toThrow('enough')
    await until(async () => {
      const { rows } = await database.open.ownerQuery(
        `select from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and state = 'active' and query like 'fetch%'`,
      )
      return rows.length > 0
    })
    ended.abort(new Error('enough'))
    await waiting
    await idleAgain()
  })

  it('is over when its time is', async () => {
    const reading = async () => {
      for await (const _ of database.open.db.stream(merchantId, many, { batchRows: 10, timeLimitMs: 200 }))
        await pause(50)
    }
    await expect(reading()).rejects.toThrow(/timeout/i)
    await idleAgain()
  })

  it('can write nothing', async () => {
    const writing = db.insertInto('counter').values({ merchantId, name: 'written', value: 1 }).returning('name')
    const reader = database.open.db.stream(merchantId, writing)[Symbol.asyncIterator]()
    await expect(reader.next()).rejects.toThrow()
    await idleAgain()
  })
})
