import type { Channel } from '@huanji/domain/channel'
import { randomOf } from '@huanji/marketplace/sandbox/random'
import { BATCHES } from './batches.ts'
import { type DemoMerchant, personAt } from './merchants.ts'
import { batchPlan, type PhonePlan, phonePlan } from './phones.ts'
import { ALL_SCENARIOS, channelOf, runScenario, type Scenario, scenarioOf } from './scenarios.ts'
import { type Life, SINGLE_RECORDS } from './single-records.ts'
import type { DemoWorld, HandledPhone } from './steps.ts'

/** How many phones show what inspection knows beside the scenarios: single records, batches and a lot. */
export const RECORD_PHONES = BATCHES.reduce<number>((sum, batch) => sum + batch.phones, SINGLE_RECORDS.length)

/** The phones of a demo: one for each of the scenarios, and behind them those of the records, where there are any. */
export interface DemoPhones {
  readonly scenarios: readonly Scenario[]
  readonly hasRecords: boolean
}

/** So many phones in all. A demo that is too small to show every scenario and the records too has the scenarios alone. */
export function demoPhonesOf(seed: number, count: number): DemoPhones {
  const hasRecords = count >= ALL_SCENARIOS.length + RECORD_PHONES
  const length = hasRecords ? count - RECORD_PHONES : count
  return { scenarios: Array.from({ length }, (_, number) => scenarioOf(seed, number)), hasRecords }
}

/** How many phones there are in all. */
export const countOf = ({ scenarios, hasRecords }: DemoPhones): number =>
  scenarios.length + (hasRecords ? RECORD_PHONES : 0)

interface Planned {
  readonly plan: PhonePlan
  readonly channel: Channel
}

function plannedRecords(seed: number, from: number): { readonly singles: Planned[]; readonly batches: Planned[][] } {
  let number = from
  const singles = SINGLE_RECORDS.map(({ channel }) => ({ plan: phonePlan(seed, number++, channel), channel }))
  const batches = BATCHES.map((batch) =>
    Array.from({ length: batch.phones }, () => ({ plan: batchPlan(seed, number++, batch), channel: batch.channel })),
  )
  return { singles, batches }
}

/** What each phone is before anybody has touched it, in the order of their numbers. */
export function plansOf(seed: number, { scenarios, hasRecords }: DemoPhones): PhonePlan[] {
  const plans = scenarios.map((scenario, number) => phonePlan(seed, number, channelOf(scenario)))
  if (!hasRecords) return plans
  const { singles, batches } = plannedRecords(seed, scenarios.length)
  return [...plans, ...[...singles, ...batches.flat()].map(({ plan }) => plan)]
}

/** What happens to some of the phones, one thing after the other. */
export interface LifeOfPhones {
  readonly phones: number
  readonly life: Life
}

/** The lives of all phones, each at one of the merchants; the first merchant shows every scenario, and the records. */
export function livesOf(world: DemoWorld, merchants: readonly DemoMerchant[], demo: DemoPhones): LifeOfPhones[] {
  const { scenarios, hasRecords } = demo
  const [bigger, smaller = bigger] = merchants
  if (bigger === undefined || smaller === undefined) throw new Error('there is no merchant')
  const lives = scenarios.map((scenario, number) => {
    const channel = channelOf(scenario)
    const planned = { plan: phonePlan(world.seed, number, channel), channel }
    return { phones: 1, life: runScenario(handled(world, [bigger, smaller], planned), scenario) }
  })
  if (!hasRecords) return lives
  const { singles, batches } = plannedRecords(world.seed, scenarios.length)
  const at = (planned: Planned) => handled(world, [bigger, bigger], planned)
  return [
    ...lives,
    ...SINGLE_RECORDS.flatMap(({ live }, index) => {
      const planned = singles[index]
      return planned === undefined ? [] : [{ phones: 1, life: live(at(planned)) }]
    }),
    ...BATCHES.flatMap((plan, index) => {
      const [first, ...others] = batches[index] ?? []
      if (first === undefined) return []
      return [{ phones: plan.phones, life: plan.live({ plan, phones: [at(first), ...others.map(at)] }) }]
    }),
  ]
}

/** A phone at one of two merchants, and who handles it. */
function handled(
  world: DemoWorld,
  [bigger, smaller]: readonly [DemoMerchant, DemoMerchant],
  { plan, channel }: Planned,
): HandledPhone {
  const { number } = plan
  const random = randomOf(world.seed, `phone-at:${number}`)
  // the first phones show every scenario at one merchant
  const merchant = number < 40 || random.chance(0.7) ? bigger : smaller
  return {
    world,
    merchant,
    channel,
    random,
    plan,
    inspector: world.access.as(personAt(merchant, random.pick(merchant.inspectors))),
    bagCode: merchant.bagCodeOf(2 * number),
    spareBagCode: merchant.bagCodeOf(2 * number + 1),
  }
}
