import { randomOf } from '@huanji/marketplace/sandbox/random'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { differences } from './books.ts'
import { caseDifferences, decideCases } from './cases.ts'
import { doSomething } from './deeds.ts'
import { readFacts } from './facts.ts'
import { QUIET, settle } from './histories.ts'
import type { StockPhone } from './stock-room.ts'
import { openUniverse, type Universe, type World } from './world.ts'

/** `HUANJI_SIMULATION_DAYS=30` for the long form; a seed repeats a run. */
const LONG = Number(process.env.HUANJI_SIMULATION_DAYS ?? 0)
const DAYS = LONG > 0 ? LONG : 2
const SEED = Number(process.env.HUANJI_SIMULATION_SEED ?? (LONG > 0 ? Date.now() % 1_000_000 : 20_261_124))
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** What the merchant's people do; buyers and the marketplace act by themselves. */
const STAFF = new Set([
  ...[
    'inspectAnew',
    'takeIn',
    'publishAuction',
    'publishSingle',
    'publishStock',
    'restock',
    'edit',
    'takeOff',
    'relist',
    'delete',
  ],
  ...['close', 'changePrice', 'pick', 'ship'],
])
const DEEDS_AN_HOUR = 5
const MORNING = { auction: 3, curated: 8 }
const HOURS = { opens: 9, closes: 21 }

let universe: Universe
beforeAll(async () => {
  universe = await openUniverse()
})
afterAll(() => universe?.close())

const hourOf = (world: World) => (new Date(world.nowMs()).getUTCHours() + 8) % 24

it(
  `${DAYS} days of trade with a marketplace that fails at random end with equal books (seed ${SEED})`,
  async () => {
    const world = await universe.openWorld(SEED)
    const { control } = world
    control.setBehaviour({ bid: true, shop: true, defaultShare: 0.1, refundShare: 0.4, shopEveryMs: 4 * HOUR_MS })
    const random = randomOf(SEED, 'days')
    const phones: StockPhone[] = []
    for (let hour = 0; hour < DAYS * 24; hour += 1) {
      if (hour % 24 === 0) {
        phones.push(...(await world.phones('auction', MORNING.auction)))
        phones.push(...(await world.phones('curated', MORNING.curated)))
      }
      await misbehave(world, random)
      const isOpen = hourOf(world) >= HOURS.opens && hourOf(world) < HOURS.closes
      for (let deed = 0; isOpen && deed < DEEDS_AN_HOUR; deed += 1) {
        await doSomething({ world, random, phones, facts: await readFacts(world) }, STAFF)
      }
      if (isOpen) await decideCases(world, random)
      await world.pass(MINUTE_MS)
      await world.pass(HOUR_MS - MINUTE_MS)
      await world.look()
      // two processes at once
      if (random.chance(0.2)) await Promise.all([world.figures(), world.figures()])
    }
    control.setFaults(QUIET)
    await control.comeBack()
    // whatever was to come late has come within the hour
    await settle(world)
    const facts = await readFacts(world)
    const sold = facts.orders.filter(({ paidMs }) => paidMs > 0).length
    const afterSale = await caseDifferences(world)
    process.stdout.write(
      `seed ${SEED}: ${facts.offers.length} listings, ${facts.orders.length} orders, ${sold} paid, ${afterSale.cases} cases of which ${afterSale.ended} ended\n`,
    )
    expect([...differences(facts), ...afterSale.found], `seed ${SEED}`).toEqual([])
    const { stored, counted } = await world.figures()
    expect(stored, `figures by day, seed ${SEED}`).toEqual(counted)
    expect(sold, 'orders that were paid').toBeGreaterThan(0)
    expect(await world.reconciled(), 'bills').toEqual([])
  },
  4 * HOUR_MS,
)

/** What goes wrong in the next hour. */
async function misbehave({ control }: World, random: ReturnType<typeof randomOf>): Promise<void> {
  control.setFaults({
    callFaultShare: random.pick([0, 0, 0.05, 0.3]),
    lateCallShare: random.pick([0, 0, 0.03]),
    pushTwice: random.chance(0.3),
    pushOutOfOrder: random.chance(0.3),
    dropPushes: random.chance(0.1),
    pushDelayMs: random.pick([0, 0, 5 * MINUTE_MS]),
  })
  if (random.chance(0.05)) await control.beAway({ kind: 'http', status: 503, durationMs: random.whole(1, 4) * HOUR_MS })
}
