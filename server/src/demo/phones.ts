import type { CatalogueModel } from '@huanji/domain/catalogue/models'
import type { Channel } from '@huanji/domain/channel'
import { imeiCheckDigit } from '@huanji/domain/codes/luhn'
import { findItem } from '@huanji/domain/template/template'
import { type Random, randomOf } from '@huanji/marketplace/sandbox/random'
import { assess } from '../modules/inspection/assessment.ts'
import { DEMO_MODELS, demoModel } from './models.ts'
import type { PhotoLook } from './placeholder-photos.ts'

/** What is photographed of a phone in any case. */
export function looksOf({ model, answers, sku }: PhonePlan): PhotoLook[] {
  const { shots, exceptions } = assess(model, 'auction', answers, sku)
  const subjects = [
    ...shots.filter(({ rule }) => rule === 'must').map(({ code }) => code),
    ...exceptions.filter(({ photoRequired }) => photoRequired).map(({ itemCode }) => itemCode),
  ]
  return subjects.map((subject) => ({ subject, colour: sku.colour, platform: model.platform }))
}

type Answers = Record<string, { options: string[]; value?: string }>

/** A phone of the demo data before anybody has touched it. */
export interface PhonePlan {
  /** Counts from 0 over all merchants. */
  readonly number: number
  readonly imei: string
  readonly model: CatalogueModel
  readonly sku: { regulatoryNo: string; ram: string; storage: string; colour: string }
  /** Complete: what an inspector would tick. */
  readonly answers: Answers
}

/** How used phones come in: how many of a hundred, their battery, how many marks they have, and of which (options of the template). */
const WEARS = [
  { share: 22, battery: [94, 100], marks: [0, 0], of: ['B03-2'] },
  { share: 38, battery: [88, 97], marks: [1, 2], of: ['B03-2', 'B03-3', 'C01-2', 'C01-3', 'D03-2', 'D04-2'] },
  {
    share: 25,
    battery: [82, 92],
    marks: [1, 3],
    of: ['B03-3', 'B03-4', 'C01-3', 'C01-4', 'D02-2', 'D05-2', 'D06-2', 'D01-2'],
  },
  {
    share: 11,
    battery: [74, 88],
    marks: [1, 2],
    of: ['B03-5', 'C01-5', 'C02-2', 'B06-2', 'D04-3', 'E01-3', 'E01-4', 'E04-2', 'E06-2'],
  },
  { share: 4, battery: [78, 90], marks: [1, 1], of: ['C02-3', 'D08-2', 'D08-3', 'D07-3'] },
] as const

/** The first of them: grades from 90 up, which the curated channel takes whatever was repaired. */
const CURATED_WEARS = 3

/** One of several. @throws RangeError when there is none */
export function pickFrom<T>(random: Random, among: readonly T[]): T {
  const [first, ...others] = among
  if (first === undefined) throw new RangeError('there is nothing to pick from')
  return random.pick([first, ...others])
}

/** One of several, each as likely as its share says. */
export function pickByShare<T extends { readonly share: number }>(random: Random, among: readonly T[]): T {
  let rest = random.share() * among.reduce((sum, { share }) => sum + share, 0)
  const found = among.find(({ share }) => {
    rest -= share
    return rest < 0
  })
  return found ?? pickFrom(random, among)
}

function answersOf(random: Random, { model, sku }: Pick<PhonePlan, 'model' | 'sku'>, channel: Channel): Answers {
  const wear = pickByShare(random, channel === 'curated' ? WEARS.slice(0, CURATED_WEARS) : WEARS)
  const [leastBattery, mostBattery] = wear.battery
  const [leastMarks, mostMarks] = wear.marks
  const answers: Answers = { A14: { options: [], value: String(random.whole(leastBattery, mostBattery)) } }
  // not every phone was sold on the mainland, and some still have a warranty
  if (random.chance(0.06)) answers.A09 = { options: ['A09-2'] }
  if (random.chance(0.3)) answers.A12 = { options: [`A12-${random.whole(2, 5)}`] }
  for (let count = random.whole(leastMarks, mostMarks); count > 0; count -= 1) {
    const option = random.pick<readonly [string, ...string[]]>(wear.of)
    answers[option.slice(0, 3)] = { options: [option] }
  }
  return completed(answers, { model, sku }, channel)
}

/** The answers with whatever is still asked as it should be. */
function completed(given: Answers, { model, sku }: Pick<PhonePlan, 'model' | 'sku'>, channel: Channel): Answers {
  const answers = { ...given }
  for (let { missing, template } = assess(model, channel, answers, sku); missing.length > 0; ) {
    for (const code of missing) {
      const options = findItem(template, code)?.options ?? []
      const usual = options.find((option) => option.effect === 'normal') ?? options[0]
      answers[code] = usual === undefined ? { options: [], value: '1' } : { options: [usual.code] }
    }
    missing = assess(model, channel, answers, sku).missing
  }
  return answers
}

/** A well-formed IMEI that nobody has, with a made-up type allocation code for each model. */
function imeiOf(model: CatalogueModel, seed: number, number: number): string {
  const made = `86${100_000 + ((DEMO_MODELS.indexOf(model) * 131 + seed * 7) % 900_000)}`
  const digits = `${made}${String(number).padStart(6, '0')}`
  return digits + imeiCheckDigit(digits)
}

/** The phone with this number: model, SKU and condition follow from seed and number alone. Most are younger iPhones. */
export function phonePlan(seed: number, number: number, channel: Channel): PhonePlan {
  const random = randomOf(seed, `phone:${number}`)
  const likely = DEMO_MODELS.map((model) => ({
    model,
    share: (model.platform === 'apple' ? 2.2 : 1) * Math.max(0.4, model.year - 2016),
  }))
  const { model } = pickByShare(random, likely)
  const { ram, storage } = pickFrom(random, model.storages)
  const regulatoryNo = model.regulatoryNos[0] ?? ''
  const sku = { regulatoryNo, ram: ram ?? '', storage, colour: pickFrom(random, model.colours) }
  const answers = answersOf(random, { model, sku }, channel)
  return { number, imei: imeiOf(model, seed, number), model, sku, answers }
}

/** A phone with this number as one of a batch: the same model, SKU and answers as the others, an IMEI of its own. */
export function batchPlan(
  seed: number,
  number: number,
  { modelId, sku, answers, channel }: Pick<PhonePlan, 'sku' | 'answers'> & { modelId: string; channel: Channel },
): PhonePlan {
  const model = demoModel(modelId)
  return { number, imei: imeiOf(model, seed, number), model, sku, answers: completed(answers, { model, sku }, channel) }
}
