import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKind, openTestDatabase, type TestDatabase } from '../../../tests/support/databases.ts'
import { until } from '../../../tests/support/until.ts'
import { newId } from '../platform/ids.ts'
import { nextNumber } from './counter.ts'
import type { Tx } from './database.ts'
import { isUnavailable } from './errors.ts'

const CUTS = 60
const WRITERS = 6
/** Printed with a failure, so that the same pauses and states can be tried again. */
const SEED = Number(process.env.TEST_SEED ?? 20_261_128)

/** Numbers that look random and follow from the seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

// the embedded database has no connection that could be cut
describe.runIf(databaseKind() !== 'embedded')('a database connection that is lost while it is in use', () => {
  let database: TestDatabase
  let administrator: pg.Client
  beforeAll(async () => {
    database = await openTestDatabase()
    administrator = new pg.Client({ connectionString: database.databaseUrl ?? '' })
    await administrator.connect()
  })
  afterAll(async () => {
    await administrator.end()
    await database.close()
  })

  /** Ends every connection of the pool that is in one of the given states; gives how many. */
  const cut = async (states: readonly string[], limit: number) =>
    (
      await administrator.query(
        `select pg_terminate_backend(pid) from (
           select pid from pg_stat_activity
           where datname = current_database() and application_name = 'huanji' and pid <> pg_backend_pid() and state = any ($1)
           order by random() limit $2) as victims`,
        [states, limit],
      )
    ).rowCount ?? 0

  /** How many connections of the pool are in a state. */
  const countIn = async (state: string) =>
    (
      await administrator.query(
        `select from pg_stat_activity
         where datname = current_database() and application_name = 'huanji' and state = $1`,
        [state],
      )
    ).rowCount

  const countOf = (merchantId: string) =>
    database.open.db.tenant(merchantId, (tx) =>
      tx.one<{ value: number }>(sql`select value from counter where merchant_id = ${merchantId} and name = 'written'`),
    )

  it('refuses the transaction between two statements, and the next one works', async () => {
    const merchantId = newId()
    const broken = database.open.db.tenant(merchantId, async (tx) => {
      await nextNumber(tx, 'written')
      expect(await cut(['idle in transaction'], 10)).toBeGreaterThan(0)
      await until(async () => (await countIn('idle in transaction')) === 0)
      await nextNumber(tx, 'written')
    })
    expect(isUnavailable(await broken.catch((error: unknown) => error))).toBe(true)
    expect(await countOf(merchantId)).toBeNull()
    expect(await database.open.db.tenant(merchantId, (tx) => nextNumber(tx, 'written'))).toBe(1)
  })

  it('refuses the transaction within a statement', async () => {
    const waiting = database.open.db.global((tx) => tx.run(sql`select pg_sleep(10)`))
    const end = waiting.catch((error: unknown) => error)
    await until(async () => (await cut(['active'], 10)) > 0)
    expect(isUnavailable(await end)).toBe(true)
    expect(await database.open.db.ready()).toBe(true)
  })

  it('is replaced where it lay idle', async () => {
    await database.open.db.ready()
    expect(await cut(['idle'], 10)).toBeGreaterThan(0)
    await until(() => database.open.connections().total === 0)
    expect(await database.open.db.ready()).toBe(true)
  })

  it(`neither ends the process nor loses or doubles what was acknowledged, cut at random ${CUTS} times (seed ${SEED})`, async () => {
    const random = randomFrom(SEED)
    const merchants = Array.from({ length: WRITERS }, () => newId())
    const acknowledged = new Map<string, string[]>(merchants.map((id) => [id, []]))
    const failures: unknown[] = []
    let isOver = false
    const write = async (tx: Tx, token: string) => {
      await nextNumber(tx, 'written')
      if (token.endsWith('0')) await pause(1)
      await tx.run(sql`
        insert into history (merchant_id, subject, subject_id, at, who, action, action_label)
        values (${tx.merchantId}, 'cut', ${token}, '2026-11-20T02:00:00Z', '', '', '')`)
    }
    const writer = async (merchantId: string) => {
      while (!isOver) {
        const token = newId()
        try {
          await database.open.db.tenant(merchantId, (tx) => write(tx, token))
          acknowledged.get(merchantId)?.push(token)
        } catch (error) {
          failures.push(error)
        }
      }
    }
    const writers = merchants.map(writer)
    const states = [['active'], ['idle in transaction'], ['idle'], ['active', 'idle', 'idle in transaction']]
    let lost = 0
    for (let count = 0; count < CUTS; count += 1) {
      await pause(random() * 25)
      lost += await cut(states[Math.floor(random() * states.length)] ?? [], 1 + Math.floor(random() * 4))
    }
    isOver = true
    await Promise.all(writers)

    expect(lost).toBeGreaterThan(CUTS / 4)
    expect(failures.filter((failure) => !isUnavailable(failure))).toEqual([])
    for (const merchantId of merchants) {
      const rows = await database.open.db.tenant(merchantId, (tx) =>
        tx.rows<{ id: string }>(sql`select subject_id as id from history where merchant_id = ${merchantId}`),
      )
      const kept = rows.map(({ id }) => id)
      expect(new Set(kept).size).toBe(kept.length)
      expect(acknowledged.get(merchantId)?.filter((token) => !kept.includes(token))).toEqual([])
      // both halves of each transaction, or none: the commit whose answer was lost included
      expect((await countOf(merchantId))?.value ?? 0).toBe(kept.length)
    }
  })
})
