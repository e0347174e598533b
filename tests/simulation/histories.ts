import { randomOf } from '@huanji/marketplace/sandbox/random'
import { differences } from './books.ts'
import { doSomething, type Stall } from './deeds.ts'
import { type Facts, phoneOf, readFacts } from './facts.ts'
import { breaches } from './rules.ts'
import type { StockPhone } from './stock-room.ts'
import type { Universe, World } from './world.ts'

export interface HistoryPlan {
  readonly seed: number
  readonly histories: number
  /** Deeds of each history. */
  readonly deeds: number
  /** People, buyers and jobs act at the same moment: not the same twice, so for the long form. */
  readonly atOnce: boolean
}

/** So many run beside each other, each with phones of its own: jobs and looks are for all of them. */
const TOGETHER = 50
/** A marketplace is given up after so many: it looks through all that it ever had. */
const GROUPS_PER_WORLD = 4
/** Those of the curated channel are of two SKUs. */
const PHONES = { auction: 2, curated: 5 }
const STEPS_MS = [1_000, 20_000, 90_000, 600_000] as const
/** Nothing goes wrong. */
export const QUIET = {
  callFaultShare: 0,
  lateCallShare: 0,
  twiceCallShare: 0,
  pushTwice: false,
  pushOutOfOrder: false,
  dropPushes: false,
  pushDelayMs: 0,
}

/** A breach, told so that it can be repeated: the seed, the history, and everything that was done in it. */
export class Broken extends Error {
  override readonly name = 'Broken'
}

interface History extends Pick<Stall, 'world' | 'random' | 'phones'> {
  readonly number: number
  readonly log: string[]
}

/**
 * Runs random histories of selling over both channels and all shops, while answers are lost, doubled, shuffled and late.
 * After every deed the rules must hold, and in the end both sides must say the same. Gives how often each deed was done.
 * @throws Broken
 */
export async function runHistories(universe: Universe, plan: HistoryPlan): Promise<Map<string, number>> {
  const done = new Map<string, number>()
  let world: World | null = null
  for (let first = 0; first < plan.histories; first += TOGETHER) {
    const group = first / TOGETHER
    if (world === null || group % GROUPS_PER_WORLD === 0) world = await universe.openWorld(plan.seed + group)
    const count = Math.min(TOGETHER, plan.histories - first)
    for (const deed of await runGroup(world, { ...plan, histories: count }, first)) {
      done.set(deed, (done.get(deed) ?? 0) + 1)
    }
  }
  return done
}

async function runGroup(world: World, plan: HistoryPlan, first: number): Promise<string[]> {
  const random = randomOf(plan.seed, `group:${first}`)
  const auction = await world.phones('auction', plan.histories * PHONES.auction)
  const curated = await world.phones('curated', plan.histories * PHONES.curated)
  const share = (phones: readonly StockPhone[], index: number, size: number) =>
    phones.slice(index * size, (index + 1) * size)
  const histories = Array.from({ length: plan.histories }, (_, index): History => {
    const number = first + index
    const phones = [...share(auction, index, PHONES.auction), ...share(curated, index, PHONES.curated)]
    return { world, number, phones, random: randomOf(plan.seed, `history:${number}`), log: [] }
  })
  let facts = await readFacts(world)
  for (let deed = 0; deed < plan.deeds; deed += 1) {
    world.control.setFaults({
      callFaultShare: random.pick([0, 0, 0.15, 0.4]),
      pushTwice: random.chance(0.3),
      pushOutOfOrder: random.chance(0.3),
      dropPushes: random.chance(0.25),
    })
    await actAll(histories, facts, plan.atOnce)
    await world.pass(random.pick(STEPS_MS))
    if (random.chance(0.3)) await world.look()
    facts = await readFacts(world)
    expectNone(breaches(facts), plan, histories, facts)
  }
  world.control.setFaults(QUIET)
  await settle(world)
  facts = await readFacts(world)
  expectNone([...breaches(facts), ...differences(facts)], plan, histories, facts)
  return histories.flatMap(({ log }) => log.map((line) => line.split(':')[0] ?? ''))
}

async function actAll(histories: readonly History[], facts: Facts, atOnce: boolean): Promise<void> {
  const act = async (history: History) => {
    history.log.push(await doSomething({ ...history, facts }))
  }
  if (!atOnce) for (const history of histories) await act(history)
  else await Promise.all([...histories.map(act), histories[0]?.world.pass(0)])
}

/** Lets both sides come to rest: every request that waits gets its next turn. */
export async function settle(world: World): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    await world.pass(25 * 60_000 * (turn < 3 ? 0.05 : 1))
    await world.look()
  }
  await world.pass(60_000)
}

/** @throws Broken with the histories that a breach is about */
function expectNone(found: readonly string[], plan: HistoryPlan, histories: readonly History[], facts: Facts): void {
  if (found.length === 0) return
  const text = found.join('\n')
  const concerned = histories.filter(({ phones }) => {
    const imeis = new Set(phones.map(({ imei }) => imei))
    const isOwn = (report: string) => imeis.has(phoneOf(facts, report))
    const listings = facts.offers.filter((offer) => offer.phones.some(isOwn)).map(({ listingId }) => listingId)
    const orders = facts.sales.filter(({ listingId }) => listingId !== null && listings.includes(listingId))
    return [...imeis, ...listings, ...orders.map(({ orderNo }) => orderNo)].some((id) => text.includes(id))
  })
  const stories = concerned.map(({ number, log }) => `history ${number}:\n  ${log.join('\n  ')}`)
  throw new Broken(`seed ${plan.seed}, ${found.length} breaches:\n${text}\n${stories.join('\n')}`)
}
