import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../tests/support/databases.ts'
import { later, settableClock } from '../platform/clock.ts'
import { forgetBuckets, type SettleClaims, settleIn } from './rates-store.ts'

const START = '2026-11-20T02:00:00.000Z'
const budget = { burst: 10, perSecond: 2 }
const clock = settableClock(START)

let database: TestDatabase
let settle: SettleClaims
beforeAll(async () => {
  database = await openTestDatabase()
  settle = settleIn(database.open.db, clock)
})
afterAll(() => database.close())

const claim = (subject: string, used: number, wanted: number) => ({ subject, budget, used, wanted })
const one = async (subject: string, used: number, wanted: number) => (await settle([claim(subject, used, wanted)]))[0]

it('begins with a whole budget, grants what there is and gives back with time', async () => {
  expect(await one('a', 0, 4)).toMatchObject({ granted: 4, tokens: 6 })
  expect(await one('a', 5, 4)).toMatchObject({ granted: 1, tokens: 0 })
  clock.advance(1_250)
  expect(await one('a', 0, 4)).toMatchObject({ granted: 2, tokens: 0.5 })
  clock.advance(3_600_000)
  expect(await one('a', 0, 20)).toMatchObject({ granted: 10, tokens: 0 })
})

it('owes at most one burst', async () => {
  expect(await one('b', 14, 1)).toMatchObject({ granted: 0, tokens: -4 })
  expect(await one('b', 1_000, 1)).toMatchObject({ granted: 0, tokens: -10 })
})

it('answers many callers in the order of asking', async () => {
  const settled = await settle([claim('z', 1, 0), claim('y', 2, 1), claim('x', 3, 0)])
  expect(settled.map(({ tokens }) => tokens)).toEqual([9, 7, 7])
})

it('gives nothing back twice to gateways whose clocks are apart, and a whole budget after a clock was put back', async () => {
  expect(await one('c', 10, 0)).toMatchObject({ tokens: 0 })
  const behind = settableClock(later(clock.now(), -4_000).toISOString())
  const [settled] = await settleIn(database.open.db, behind)([claim('c', 0, 1)])
  expect(settled).toMatchObject({ granted: 0, tokens: 0 })
  clock.advance(1_000)
  expect(await one('c', 0, 0)).toMatchObject({ tokens: 2 })
  behind.advance(-60_000)
  const [putBack] = await settleIn(database.open.db, behind)([claim('c', 0, 1)])
  expect(putBack).toMatchObject({ granted: 1, tokens: 9 })
})

it('counts claims that are made at the same time one after the other', async () => {
  const settled = await Promise.all(Array.from({ length: 8 }, () => one('d', 0, 2)))
  expect(settled.reduce((sum, settlement) => sum + (settlement?.granted ?? 0), 0)).toBe(10)
})

it('forgets buckets that nobody used for an hour, and keeps the others', async () => {
  await one('old', 1, 0)
  clock.advance(3_600_001)
  await one('new', 1, 0)
  await database.open.db.worker((tx) => forgetBuckets(tx, clock.now()))
  const { rows } = await database.open.ownerQuery('select subject from rate_bucket')
  expect(rows).toEqual([{ subject: 'new' }])
})

it('is nothing that a call could read or change', async () => {
  const asCall = database.open.db.global((tx) => tx.rows(sql`select subject from rate_bucket`))
  await expect(asCall).rejects.toThrow('permission denied')
})
