import { shipmentHandling } from '@huanji/contract/features/order/order'
import { refund } from '@huanji/contract/features/refund/refund-calls'
import { randomOf } from '@huanji/marketplace/sandbox/random'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { differences } from './books.ts'
import { caseDifferences } from './cases.ts'
import { readFacts } from './facts.ts'
import { QUIET, settle } from './histories.ts'
import { breaches } from './rules.ts'
import { HOUR_MS, type Trade, takeDelivery, tradeForAnHour } from './trading-day.ts'
import { openUniverse, type Universe, type World } from './world.ts'

const SEED = Number(process.env.HUANJI_SIMULATION_SEED ?? 20_261_126)
const HOURS = { before: 10, away: 24, after: 8 }

let universe: Universe
beforeAll(async () => {
  universe = await openUniverse()
})
afterAll(() => universe?.close())

/** What people asked of the marketplace that is neither done nor refused with a word to them. */
async function openRequests({ rows, merchantId }: World): Promise<number> {
  const text = `select count(*)::int as count from desired_state where state = 'pending' and merchant_id = '${merchantId}'`
  return (await rows<{ count: number }>(text))[0]?.count ?? 0
}

/** Orders that the marketplace has and we have not heard of. */
async function ordersNotKnown(world: World): Promise<number> {
  const { orders, sales } = await readFacts(world)
  const known = new Set(sales.map(({ orderNo }) => orderNo))
  return orders.filter(({ orderNo }) => !known.has(orderNo)).length
}

/** Parcels that the marketplace refused, because the buyer had asked for the money back meanwhile: a person pays it back, or sends again. */
async function workOffRefusedParcels(world: World): Promise<void> {
  const { rows, merchantId } = world
  const text = `select d.subject_id as "orderId", r.id as "refundId" from desired_state d
    left join refund r on r.merchant_id = d.merchant_id and r.order_id = d.subject_id and r.state = 'awaiting_merchant'
    where d.state = 'refused' and d.subject = 'shipment' and d.merchant_id = '${merchantId}'`
  for (const { orderId, refundId } of await rows<{ orderId: string; refundId: string | null }>(text)) {
    const { refusal } =
      refundId === null
        ? await world.ask(shipmentHandling.retry, { orderId })
        : await world.ask(refund.agree, { refundId })
    expect(refusal, `order ${orderId}`).toBeNull()
  }
}

const tradeFor = async (trade: Trade, hours: number) => {
  for (let hour = 0; hour < hours; hour += 1) await tradeForAnHour(trade)
}

it(
  `a marketplace that is away for a day and then answers twice and out of order leaves equal books (seed ${SEED})`,
  async () => {
    const world = await universe.openWorld(SEED)
    const { control } = world
    control.setBehaviour({ bid: true, shop: true, defaultShare: 0.1, refundShare: 0.4, shopEveryMs: 4 * HOUR_MS })
    const trade: Trade = { world, random: randomOf(SEED, 'outage'), phones: [] }
    for (let delivery = 0; delivery < 3; delivery += 1) await takeDelivery(trade)
    await tradeFor(trade, HOURS.before)

    // until it is called back
    await control.beAway({ kind: 'closed', durationMs: 2 * HOURS.away * HOUR_MS })
    await takeDelivery(trade)
    await tradeFor(trade, HOURS.away)
    const missed = { requests: await openRequests(world), orders: await ordersNotKnown(world) }
    expect(missed.requests, 'requests that the marketplace has not heard').toBeGreaterThan(5)
    expect(missed.orders, 'orders that we have not heard of').toBeGreaterThan(0)

    control.setFaults({ pushTwice: true, pushOutOfOrder: true, twiceCallShare: 1, lateCallShare: 0.1 })
    await control.comeBack()
    await tradeFor(trade, HOURS.after)
    control.setFaults(QUIET)
    await settle(world)
    await workOffRefusedParcels(world)
    await settle(world)

    const facts = await readFacts(world)
    const afterSale = await caseDifferences(world)
    process.stdout.write(
      `seed ${SEED}: missed ${missed.requests} requests and ${missed.orders} orders; in the end ${facts.offers.length} listings, ${facts.orders.length} orders, ${afterSale.cases} cases\n`,
    )
    expect([...breaches(facts), ...differences(facts), ...afterSale.found]).toEqual([])
    const { stored, counted } = await world.figures()
    expect(stored, 'figures by day').toEqual(counted)
    expect(await world.reconciled(), 'bills').toEqual([])
    expect(await openRequests(world)).toBe(0)
  },
  HOUR_MS,
)
