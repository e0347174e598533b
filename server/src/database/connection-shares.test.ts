import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKind, openTestDatabase, type TestDatabase } from '../../../tests/support/databases.ts'
import { newId } from '../platform/ids.ts'
import { createConnectionShares } from './connection-shares.ts'
import { nextNumber } from './counter.ts'
import type { Tx } from './database.ts'
import { DatabaseUnavailable, isUnavailable } from './errors.ts'

const PATIENCE_MS = 10_000

describe('a share of the connections', () => {
  it('is given in the order of asking, and never exceeded', async () => {
    const shares = createConnectionShares({ inAll: 5, ofOne: 2 })
    const order: number[] = []
    let using = 0
    let most = 0
    const use = async (number: number) => {
      const giveBack = await shares.take('one', PATIENCE_MS)
      order.push(number)
      using += 1
      most = Math.max(most, using)
      await new Promise((resolve) => setTimeout(resolve, 2))
      using -= 1
      giveBack()
    }
    const numbers = Array.from({ length: 9 }, (_, index) => index)
    await Promise.all(numbers.map(use))
    expect(most).toBe(2)
    expect(order).toEqual(numbers)
  })

  it('of one holder is nothing to another', async () => {
    const shares = createConnectionShares({ inAll: 2, ofOne: 1 })
    await shares.take('one', PATIENCE_MS)
    await expect(shares.take('other', PATIENCE_MS)).resolves.toBeInstanceOf(Function)
  })

  it('goes to one holder after the other, however many each of them waits with', async () => {
    const shares = createConnectionShares({ inAll: 1, ofOne: 1 })
    const served: string[] = []
    const first = await shares.take('large', PATIENCE_MS)
    const waiting = ['large', 'large', 'large', 'small', 'other', 'large', 'small'].map(async (name) => {
      const giveBack = await shares.take(name, PATIENCE_MS)
      served.push(name)
      giveBack()
    })
    first()
    await Promise.all(waiting)
    expect(served).toEqual(['large', 'small', 'other', 'large', 'small', 'large', 'large'])
  })

  it('is refused after the wait, and whoever gave up is not served later', async () => {
    const shares = createConnectionShares({ inAll: 1, ofOne: 1 })
    const giveBack = await shares.take('one', PATIENCE_MS)
    await expect(shares.take('one', 20)).rejects.toBeInstanceOf(DatabaseUnavailable)
    await expect(shares.take('other', 20)).rejects.toBeInstanceOf(DatabaseUnavailable)
    giveBack()
    const again = await shares.take('one', PATIENCE_MS)
    again()
    await expect(shares.take('one', PATIENCE_MS)).resolves.toBeInstanceOf(Function)
  })

  it('given back twice counts once', async () => {
    const shares = createConnectionShares({ inAll: 1, ofOne: 1 })
    const giveBack = await shares.take('one', PATIENCE_MS)
    giveBack()
    giveBack()
    await shares.take('one', PATIENCE_MS)
    await expect(shares.take('other', 20)).rejects.toBeInstanceOf(DatabaseUnavailable)
  })
})

describe.runIf(databaseKind() !== 'embedded')('one merchant whose calls all wait for a locked row', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())

  it('leaves connections to every other merchant, and is told that it is too busy', async () => {
    const { db } = database.open
    const [crowded, other] = [newId(), newId()]
    const edit = (tx: Tx) => nextNumber(tx, 'the row')
    await db.tenant(crowded, edit)
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let holder: Promise<void> | undefined
    await new Promise<void>((taken) => {
      holder = db.tenant(crowded, async (tx) => {
        await edit(tx)
        taken()
        await held
      })
    })
    let ended = 0
    const edits = Array.from({ length: 20 }, async () => {
      const end = await db.tenant(crowded, edit).catch((error: unknown) => error)
      ended += 1
      return end
    })
    try {
      for (let count = 0; count < 10; count += 1) {
        expect(await db.tenant(other, (tx) => tx.one(sql`select 1 as one`))).toEqual({ one: 1 })
      }
      // an edit waits three seconds for the row: nobody had to wait for one of them to give up
      expect(ended).toBe(0)
      expect(database.open.connections().waiting).toBe(0)
      const ends = await Promise.all(edits)
      expect(ends.filter((end) => !isUnavailable(end))).toEqual([])
    } finally {
      letGo()
      await holder
    }
    expect(await db.tenant(crowded, edit)).toBe(3)
  })
})
