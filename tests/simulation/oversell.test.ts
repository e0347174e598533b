import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseKind } from '../support/databases.ts'
import { DEEDS } from './deeds.ts'
import { runHistories } from './histories.ts'
import { openUniverse, type Universe } from './world.ts'

/** `HUANJI_HISTORIES=10000` for the long form, best on PostgreSQL, where people and jobs then act at once. */
const LONG = Number(process.env.HUANJI_HISTORIES ?? 0)
const SEED = Number(process.env.HUANJI_HISTORIES_SEED ?? (LONG > 0 ? Date.now() % 1_000_000 : 20_261_123))
const HOUR_MS = 3_600_000

let universe: Universe
beforeAll(async () => {
  universe = await openUniverse()
})
afterAll(() => universe?.close())

it(
  `R1, R2: a phone is offered once and sold once, and stock is never oversold (seed ${SEED})`,
  async () => {
    const atOnce = LONG > 0 && databaseKind() !== 'embedded'
    const histories = LONG > 0 ? LONG : 30
    const begun = performance.now()
    const done = await runHistories(universe, { seed: SEED, histories, deeds: 8, atOnce })
    const seconds = Math.round((performance.now() - begun) / 1000)
    process.stdout.write(
      `${histories} histories, seed ${SEED}: ${seconds} s, ${JSON.stringify(Object.fromEntries(done))}\n`,
    )
    // a few histories need not get as far as the last deeds
    const wanted =
      histories < 2_000 ? ['publishStock', 'publishSingle', 'publishAuction', 'buy', 'pay'] : Object.keys(DEEDS)
    const never = wanted.filter((deed) => !done.has(deed))
    expect(never, 'deeds that were never done').toEqual([])
  },
  4 * HOUR_MS,
)
