import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  databaseKind,
  openTestDatabase,
  type TestDatabase,
  withoutMerchantInStatements,
} from '../../../tests/support/databases.ts'
import { newId } from '../platform/ids.ts'
import { nextNumber } from './counter.ts'
import { type Database, enterMerchant, type GlobalTx, savepoint } from './database.ts'
import { codeOf, isLockTimeout, isUniqueViolation } from './errors.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.open.db
})
afterAll(() => database.close())

const isServer = databaseKind() !== 'embedded'
const countOf = (merchantId: string, name: string) =>
  db.tenant(merchantId, (tx) =>
    tx.one<{ value: number }>(sql`select value from counter where merchant_id = ${merchantId} and name = ${name}`),
  )

/** A barrier that releases its callers once `count` of them have reached it. */
function gate(count: number): () => Promise<void> {
  const waiting: (() => void)[] = []
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length >= count) for (const go of waiting) go()
    })
}

describe('a transaction', () => {
  it('keeps what it wrote once it ends well', async () => {
    const merchantId = newId()
    await db.tenant(merchantId, (tx) => nextNumber(tx, 'kept'))
    expect(await countOf(merchantId, 'kept')).toEqual({ value: 1 })
  })

  it('leaves nothing of what it wrote when it fails, and passes the failure on', async () => {
    const merchantId = newId()
    const failing = db.tenant(merchantId, async (tx) => {
      await nextNumber(tx, 'lost')
      throw new RangeError('no')
    })
    await expect(failing).rejects.toThrow(RangeError)
    expect(await countOf(merchantId, 'lost')).toBeNull()
  })

  it('does not pretend to have committed after a swallowed failure', async () => {
    const merchantId = newId()
    const swallowing = db.tenant(merchantId, async (tx) => {
      await nextNumber(tx, 'swallowed')
      await tx.run(sql`select no_such_column from counter where merchant_id = ${merchantId}`).catch(() => undefined)
    })
    await expect(swallowing).rejects.toThrow('swallowed')
    expect(await countOf(merchantId, 'swallowed')).toBeNull()
  })

  it('cannot be used after its end', async () => {
    let kept: GlobalTx | null = null
    await db.global(async (tx) => {
      kept = tx
    })
    await expect((kept as GlobalTx | null)?.one(sql`select 1`)).rejects.toThrow('has ended')
  })

  it('runs what waits for the commit after it, in order, and only then', async () => {
    const merchantId = newId()
    const seen: string[] = []
    const stop = db.on('topic', (detail) => seen.push(`signal ${detail}`))
    await db.tenant(merchantId, async (tx) => {
      tx.afterCommit(() => seen.push('after commit'))
      tx.signal('topic', 'a')
      tx.signal('topic', 'a')
      tx.signal('topic', 'b')
      await nextNumber(tx, 'seen')
      seen.push('inside')
    })
    stop()
    expect(seen).toEqual(['inside', 'after commit', 'signal a', 'signal b'])
  })

  it('runs nothing of that when it is rolled back', async () => {
    const seen: string[] = []
    const stop = db.on('topic', (detail) => seen.push(detail))
    await db
      .global(async (tx) => {
        tx.afterCommit(() => seen.push('after commit'))
        tx.signal('topic', 'signalled')
        throw new Error('no')
      })
      .catch(() => undefined)
    stop()
    expect(seen).toEqual([])
  })

  it('goes on although something after a commit fails', async () => {
    const seen: string[] = []
    await db.global(async (tx) => {
      tx.afterCommit(() => {
        throw new Error('not your business')
      })
      tx.afterCommit(() => seen.push('second'))
    })
    expect(seen).toEqual(['second'])
  })

  it('undoes one part of itself by a savepoint and stays usable', async () => {
    const merchantId = newId()
    await db.tenant(merchantId, async (tx) => {
      await nextNumber(tx, 'outer')
      const part = savepoint(tx, async () => {
        await nextNumber(tx, 'inner')
        await tx.run(sql`insert into counter (merchant_id, name, value) values (${merchantId}, 'outer', 1)`)
      })
      const error = await part.catch((reason: unknown) => reason)
      expect(isUniqueViolation(error, 'counter_pkey')).toBe(true)
      await nextNumber(tx, 'outer')
    })
    expect(await countOf(merchantId, 'outer')).toEqual({ value: 2 })
    expect(await countOf(merchantId, 'inner')).toBeNull()
  })

  it('gives moments, large numbers and days in the forms the wire has', async () => {
    const row = await db.global((tx) =>
      tx.one(sql`
        select '2026-11-20 18:30:00.1+08'::timestamptz as tenth, '2026-11-20 10:30:00+00'::timestamptz as whole,
               '2026-11-20 10:30:00.123456+00'::timestamptz as micro, 9999999900::bigint as fen, '2026-11-20'::date as day`),
    )
    expect(row).toEqual({
      tenth: '2026-11-20T10:30:00.100Z',
      whole: '2026-11-20T10:30:00.000Z',
      micro: '2026-11-20T10:30:00.123Z',
      fen: 9_999_999_900,
      day: '2026-11-20',
    })
    await expect(db.global((tx) => tx.one(sql`select 9007199254740993::bigint as large`))).rejects.toThrow('too large')
  })

  it('holds 60 at once, and every one counts', async () => {
    const merchantId = newId()
    const numbers = await Promise.all(
      Array.from({ length: 60 }, () => db.tenant(merchantId, (tx) => nextNumber(tx, 'busy'))),
    )
    expect(numbers.sort((one, other) => one - other)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1))
  })
})

describe.runIf(isServer)('rivals', () => {
  it('runs a transaction again after a real serialisation failure, with nothing left of the first try', async () => {
    const merchantId = newId()
    await db.tenant(merchantId, (tx) => nextNumber(tx, 'rival'))
    const bothHaveRead = gate(2)
    let runs = 0
    const committed: number[] = []
    const addOne = () =>
      db.tenant(merchantId, async (tx) => {
        runs += 1
        const run = runs
        tx.afterCommit(() => committed.push(run))
        await tx.run(sql`set transaction isolation level repeatable read`)
        const row = await tx.one<{ value: number }>(
          sql`select value from counter where merchant_id = ${merchantId} and name = 'rival'`,
        )
        if (run <= 2) await bothHaveRead()
        await tx.run(
          sql`update counter set value = ${(row?.value ?? 0) + 1} where merchant_id = ${merchantId} and name = 'rival'`,
        )
      })
    await Promise.all([addOne(), addOne()])
    expect(runs).toBe(3)
    expect(committed).toHaveLength(2)
    expect(await countOf(merchantId, 'rival')).toEqual({ value: 3 })
  })

  it('runs a transaction again after a real deadlock', async () => {
    const merchantId = newId()
    for (const name of ['left', 'right']) await db.tenant(merchantId, (tx) => nextNumber(tx, name))
    const bothHoldOne = gate(2)
    let runs = 0
    const both = (first: string, second: string) =>
      db.tenant(merchantId, async (tx) => {
        runs += 1
        const run = runs
        await nextNumber(tx, first)
        if (run <= 2) await bothHoldOne()
        await nextNumber(tx, second)
      })
    await Promise.all([both('left', 'right'), both('right', 'left')])
    // on a cluster the node and the coordinator both look for deadlocks, and each may end another one of the two
    expect(database.kind === 'citus' ? [3, 4] : [3]).toContain(runs)
    expect([await countOf(merchantId, 'left'), await countOf(merchantId, 'right')]).toEqual([
      { value: 3 },
      { value: 3 },
    ])
  })

  it('gives up after three tries', async () => {
    let runs = 0
    const failing = db.global(async (tx) => {
      runs += 1
      await tx.run(sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`)
    })
    expect(codeOf(await failing.catch((error: unknown) => error))).toBe('40001')
    expect(runs).toBe(3)
  })

  it('waits three seconds for a row and not longer', async () => {
    const merchantId = newId()
    await db.tenant(merchantId, (tx) => nextNumber(tx, 'locked'))
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let holder: Promise<void> | undefined
    await new Promise<void>((taken) => {
      holder = db.tenant(merchantId, async (tx) => {
        await nextNumber(tx, 'locked')
        taken()
        await held
      })
    })
    const error = await db.tenant(merchantId, (tx) => nextNumber(tx, 'locked')).catch((reason: unknown) => reason)
    letGo()
    await holder
    expect(isLockTimeout(error)).toBe(true)
  })
})

describe('merchants', () => {
  it('are told apart by the database itself', async () => {
    const [mine, theirs] = [newId(), newId()]
    await db.tenant(theirs, (tx) => nextNumber(tx, 'secret'))
    const seen = await db.tenant(mine, async (tx) => {
      await withoutMerchantInStatements(tx)
      return tx.rows(sql`select * from counter`)
    })
    expect(seen).toEqual([])
    const touched = await db.tenant(mine, (tx) =>
      tx.run(sql`update counter set value = 100 where merchant_id = ${theirs}`),
    )
    expect(touched).toBe(0)
    const writing = db.tenant(mine, (tx) =>
      tx.run(sql`insert into counter (merchant_id, name, value) values (${theirs}, 'planted', 1)`),
    )
    expect(codeOf(await writing.catch((error: unknown) => error))).toBe('42501')
  })

  it('are out of reach for a transaction that names none, before and after one that does', async () => {
    const look = () => db.global((tx) => tx.rows(sql`select * from counter where merchant_id = ${newId()}`))
    await expect(look()).rejects.toThrow(/app\.merchant_id|uuid/)
    await db.tenant(newId(), (tx) => nextNumber(tx, 'some'))
    await expect(look()).rejects.toThrow(/app\.merchant_id|uuid/)
  })

  it('can be entered once from a global transaction, for sign-in', async () => {
    const merchantId = newId()
    await db.tenant(merchantId, (tx) => nextNumber(tx, 'mine'))
    const rows = await db.global(async (tx) => {
      const inside = await enterMerchant(tx, merchantId)
      expect(inside.merchantId).toBe(merchantId)
      await withoutMerchantInStatements(inside)
      return inside.rows(sql`select name from counter`)
    })
    expect(rows).toEqual([{ name: 'mine' }])
    await expect(db.global((tx) => enterMerchant(tx, "'; reset role; --"))).rejects.toThrow('UUID')
    await expect(db.tenant('nobody', async () => 1)).rejects.toThrow('UUID')
  })

  it('are out of reach for the job worker but for its queues', async () => {
    await expect(db.worker((tx) => tx.rows(sql`select * from counter`))).rejects.toMatchObject({ code: '42501' })
    await expect(db.worker((tx) => tx.rows(sql`select payload from outbox`))).resolves.toBeInstanceOf(Array)
  })

  it('cannot have their history rewritten', async () => {
    for (const statement of [`update history set who = 'someone else'`, 'delete from history']) {
      const rewriting = db.tenant(newId(), async (tx) => {
        await withoutMerchantInStatements(tx)
        await tx.run(sql.raw(statement))
      })
      await expect(rewriting).rejects.toMatchObject({ code: '42501' })
    }
  })
})
