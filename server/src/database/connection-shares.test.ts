import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKind, openTestDatabase, type TestDatabase } from '../../../tests/support/databases.ts'
import { newId } from '../platform/ids.ts'
import { createConnectionShares } from './connection-shares.ts'
import { nextNumber } from './counter.ts'
import type { Tx } from './database.ts'
import { DatabaseUnavailable, isUnavailable } from './errors.ts'

describe('a share of the connections', () => {
  it('is given in the order of asking, and never exceeded', async () => {
    const shares = createConnectionShares(2, 1_000)
    const order: number[] = []
    let using = 0
    let most = 0
    const use = async (number: number) => {
      const giveBack = await shares.take('one')
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
    const shares = createConnectionShares(1, 1_000)
    await shares.take('one')
    await expect(shares.take('other')).resolves.toBeInstanceOf(Function)
  })

  it('is refused after the wait, and whoever gave up is not served later', async () => {
    const shares = createConnectionShares(1, 20)
    const giveBack = await shares.take('one')
    await expect(shares.take('one')).rejects.toBeInstanceOf(DatabaseUnavailable)
    giveBack()
    const again = await shares.take('one')
    again()
    await expect(shares.take('one')).resolves.toBeInstanceOf(Function)
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
