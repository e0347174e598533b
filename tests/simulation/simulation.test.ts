import { randomOf } from '@huanji/marketplace/sandbox/random'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { differences } from './books.ts'
import { caseDifferences } from './cases.ts'
import { readFacts } from './facts.ts'
import { QUIET, settle } from './histories.ts'
import { decideRefusedShipments } from './refused-shipments.ts'
import { HOUR_MS, MINUTE_MS, type Trade, takeDelivery, tradeForAnHour } from './trading-day.ts'
import { openUniverse, type Universe, type World } from './world.ts'

/** `HUANJI_SIMULATION_DAYS=30` for the long form; a seed repeats a run. */
const LONG = Number(process.env.HUANJI_SIMULATION_DAYS ?? 0)
const DAYS = LONG > 0 ? LONG : 2
const SEED = Number(process.env.HUANJI_SIMULATION_SEED ?? (LONG > 0 ? Date.now() % 1_000_000 : 20_261_124))
let universe: Universe
beforeAll(async () => {
  universe = await openUniverse()
})
afterAll(() => universe?.close())

it(
  `${DAYS} days of trade with a marketplace that fails at random end with equal books (seed ${SEED})`,
  async () => {
    const world = await universe.openWorld(SEED)
    const { control } = world
    control.setBehaviour({ bid: true, shop: true, defaultShare: 0.1, refundShare: 0.4, shopEveryMs: 4 * HOUR_MS })
    const random = randomOf(SEED, 'days')
    const trade: Trade = { world, random, phones: [] }
    for (let hour = 0; hour < DAYS * 24; hour += 1) {
      if (hour % 24 === 0) await takeDelivery(trade)
      await misbehave(world, random)
      await tradeForAnHour(trade)
      // two processes at once
      if (random.chance(0.2)) await Promise.all([world.figures(), world.figures()])
    }
    control.setFaults(QUIET)
    await control.comeBack()
    // whatever was to come late has come within the hour
    await settle(world)
    await decideRefusedShipments(world)
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
