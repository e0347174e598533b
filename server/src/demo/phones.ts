import { type CatalogueModel, MODELS } from '@huanji/domain/catalogue/models'
import { imeiCheckDigit } from '@huanji/domain/codes/luhn'
import { FATE_SHARES, type Fate, GUARANTEED_FATES, SELLING_SHARES } from './fates.ts'
import type { DemoPlan } from './journal.ts'
import { type PaintName, paintNameOf } from './paint.ts'
import { type Draws, drawsOf } from './random.ts'

type Answers = Record<string, { options: string[]; value?: string }>

/** A phone of the demo data before anybody has touched it. */
export interface PhonePlan {
  /** Counts from 0 over all merchants; steps and keys are named after it. */
  readonly number: number
  readonly merchant: number
  readonly fate: Fate
  readonly model: CatalogueModel
  readonly sku: { regulatoryNo: string; ram: string; storage: string; colour: string }
  readonly imei: string
  readonly answers: Answers
  readonly paint: PaintName
}

/** What nobody fills in for the inspector, with the normal answer. */
const ASKED: Answers = {
  A08: { options: ['A08-1'] },
  A09: { options: ['A09-1'] },
  A11: { options: ['A11-1'] },
  A12: { options: ['A12-1'] },
  A16: { options: ['A16-1'] },
  A17: { options: ['A17-1'] },
  A18: { options: ['A18-1'] },
}

type Wear = 'asNew' | 'light' | 'used' | 'worn' | 'broken'

/** How used phones come in; the grades follow from it. */
const WEARS: readonly (readonly [Wear, number])[] = [
  ['asNew', 22],
  ['light', 38],
  ['used', 25],
  ['worn', 11],
  ['broken', 4],
]

/** Marks that each wear may leave, as options of the template: from tiny ones to those of a fault unit. */
const MARKS: Readonly<Record<Wear, readonly string[]>> = {
  asNew: [],
  light: ['B03-2', 'B03-3', 'C01-2', 'C01-3', 'D03-2', 'D04-2'],
  used: ['B03-3', 'B03-4', 'C01-3', 'C01-4', 'D02-2', 'D05-2', 'D06-2', 'D01-2'],
  worn: ['B03-5', 'C01-5', 'C02-2', 'B06-2', 'D04-3', 'E01-3', 'E01-4', 'E04-2', 'E06-2'],
  broken: ['C02-3', 'D08-2', 'D08-3', 'D07-3'],
}
const MARK_COUNT: Readonly<Record<Wear, readonly [number, number]>> = {
  asNew: [0, 0],
  light: [1, 2],
  used: [1, 3],
  worn: [1, 2],
  broken: [1, 1],
}
const BATTERY: Readonly<Record<Wear, readonly [number, number]>> = {
  asNew: [94, 100],
  light: [88, 97],
  used: [82, 92],
  worn: [74, 88],
  broken: [78, 90],
}

function answersFor(draws: Draws): Answers {
  const wear = draws.pickWeighted(WEARS)
  const answers: Answers = { ...ASKED, A14: { options: [], value: String(draws.whole(...BATTERY[wear])) } }
  // not every phone was sold on the mainland, and some still have a warranty
  if (draws.share() < 0.06) answers.A09 = { options: ['A09-2'] }
  if (draws.share() < 0.3) answers.A12 = { options: [`A12-${draws.whole(2, 5)}`] }
  for (let count = draws.whole(...MARK_COUNT[wear]); count > 0; count -= 1) {
    const option = draws.pick(MARKS[wear])
    answers[option.slice(0, 3)] = { options: [option] }
  }
  return answers
}

/** What comes in most: iPhones, and of everything rather the younger models. */
function modelFor(draws: Draws): CatalogueModel {
  return draws.pickWeighted(
    MODELS.map((model) => [model, (model.platform === 'apple' ? 2.2 : 1) * Math.max(0.4, model.year - 2016)] as const),
  )
}

/** A well-formed IMEI that nobody has: the model's own type allocation code where it is known, else one made up. */
function imeiFor(model: CatalogueModel, seed: number, number: number): string {
  const made = `86${String(10_0000 + ((MODELS.indexOf(model) * 131 + seed * 7) % 90_0000)).padStart(6, '0')}`
  const digits = `${model.tacs[0] ?? made}${String(number).padStart(6, '0')}`
  return digits + imeiCheckDigit(digits)
}

/** The first merchant of two is the bigger one; more of them are alike. */
function merchantOf(merchants: number, draws: Draws): number {
  if (merchants !== 2) return draws.whole(0, merchants - 1)
  return draws.pickWeighted([
    [0, 3],
    [1, 1],
  ])
}

/**
 * The phone with this number: model, SKU, condition and fate follow from seed and number. The first ones stand for
 * every fate and belong to the first merchant.
 */
export function planPhone({ seed, merchants, sellsAll }: Omit<DemoPlan, 'phones'>, number: number): PhonePlan {
  const draws = drawsOf(seed, `phone:${number}`)
  const model = modelFor(draws)
  const variant = draws.pick(model.storages)
  const colour = draws.pick(model.colours)
  const regulatoryNo = model.regulatoryNos.length > 0 ? draws.pick(model.regulatoryNos) : ''
  const answers = answersFor(draws)
  const guaranteed = GUARANTEED_FATES[number]
  const fate = guaranteed ?? draws.pickWeighted(sellsAll ? SELLING_SHARES : FATE_SHARES)
  return {
    number,
    merchant: guaranteed === undefined ? merchantOf(merchants, draws) : 0,
    fate,
    model,
    sku: { regulatoryNo, ram: variant.ram ?? '', storage: variant.storage, colour },
    imei: imeiFor(model, seed, number),
    answers,
    paint: paintNameOf(colour),
  }
}
