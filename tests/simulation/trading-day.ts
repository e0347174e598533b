import type { Random } from '@huanji/marketplace/sandbox/random'
import { decideCases } from './cases.ts'
import { doSomething } from './deeds.ts'
import { readFacts } from './facts.ts'
import { decideRefusedShipments } from './refused-shipments.ts'
import type { StockPhone } from './stock-room.ts'
import type { World } from './world.ts'

export const HOUR_MS = 3_600_000
export const MINUTE_MS = 60_000

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
/** How often in an hour somebody sees to the shipments that were refused. */
const REFUSED_SEEN_SHARE = 0.3
const MORNING = { auction: 3, curated: 8 }
const HOURS = { opens: 9, closes: 21 }

const hourOf = (world: World) => (new Date(world.nowMs()).getUTCHours() + 8) % 24

/** A merchant whose people work by the hour; `phones` grows with what comes in. */
export interface Trade {
  readonly world: World
  readonly random: Random
  readonly phones: StockPhone[]
}

/** The phones of a day come in: of both channels, photographed and ready to be offered. */
export async function takeDelivery({ world, phones }: Trade): Promise<void> {
  phones.push(...(await world.phones('auction', MORNING.auction)))
  phones.push(...(await world.phones('curated', MORNING.curated)))
}

/** An hour of trade: people do something of everything while they are there, time passes, the schedules look. */
export async function tradeForAnHour({ world, random, phones }: Trade): Promise<void> {
  const isOpen = hourOf(world) >= HOURS.opens && hourOf(world) < HOURS.closes
  for (let deed = 0; isOpen && deed < DEEDS_AN_HOUR; deed += 1) {
    await doSomething({ world, random, phones, facts: await readFacts(world) }, STAFF)
  }
  if (isOpen) await decideCases(world, random)
  if (isOpen && random.chance(REFUSED_SEEN_SHARE)) await decideRefusedShipments(world)
  await world.pass(MINUTE_MS)
  await world.pass(HOUR_MS - MINUTE_MS)
  await world.look()
}
