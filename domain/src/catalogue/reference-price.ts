import type { Fen } from '../money.ts'
import type { Grade } from '../template/types.ts'
import { findStorage } from './models.ts'
import type { CatalogueModel, ModelStorage } from './types.ts'

/** Hundredths of the launch price left 0, 1, 2, 3, 4 and 5 or more years after the launch (docs/domain.md §11.1). */
const AGE_PERCENT = {
  apple: [80, 65, 52, 42, 32, 22],
  android: [68, 48, 36, 26, 18, 10],
} as const

/** Huawei's Mate line and its foldables hold their price better. */
const HUAWEI_EXTRA_PERCENT = 6

const GRADE_PERCENT: Readonly<Record<Exclude<Grade, 'X'>, number>> = {
  NEW: 110,
  '99': 100,
  '95': 95,
  '90': 88,
  '80': 78,
  '70': 60,
  E: 30,
}

const TEN_YUAN_FEN = 1000

/**
 * The mainland launch price of one variant, in fen: prices rise evenly from the smallest variant to the largest.
 * The variant must be one of the model's. Null for a model whose launch price nobody knows.
 */
export function launchPriceFen(model: CatalogueModel, variant: ModelStorage): Fen | null {
  const { launchPriceLowFen: lowFen, launchPriceHighFen: highFen } = model
  if (lowFen === null || highFen === null) return null
  const steps = model.storages.length - 1
  const step = Math.max(0, model.storages.indexOf(variant))
  return steps === 0 ? lowFen : lowFen + Math.round(((highFen - lowFen) * step) / steps)
}

const DAY_MS = 86_400_000
const YEAR_DAYS = 365.25

/** In which month of its year a model came out, which the catalogue does not know: iPhones in autumn, others all year round. */
const LAUNCH_MONTH = { apple: '09', android: '07' } as const

/** Years since a model came out, with their fraction; none before it did. */
function yearsSince({ year, platform }: CatalogueModel, onDate: string): number {
  const days = (Date.parse(onDate) - Date.parse(`${year}-${LAUNCH_MONTH[platform]}-01`)) / DAY_MS
  return Math.max(0, days / YEAR_DAYS)
}

/** What of the launch price is left, in hundredths: evenly less from one year to the next, so that no day makes a step. */
function agePercent(model: CatalogueModel, onDate: string): number {
  const table = AGE_PERCENT[model.platform]
  const at = (years: number): number => table[Math.min(years, table.length - 1)] ?? 0
  const age = yearsSince(model, onDate)
  const whole = Math.floor(age)
  const base = at(whole) + (at(whole + 1) - at(whole)) * (age - whole)
  const holdsBetter = model.brand === '华为' && (model.name.startsWith('Mate') || model.features.includes('foldable'))
  return holdsBetter ? base + HUAWEI_EXTRA_PERCENT : base
}

/**
 * What a unit is worth, in fen, rounded to ten yuan: launch price × age factor × grade factor (docs/domain.md §11.1).
 * Age counts from a month of the launch year, which is all that the catalogue knows. A starting point where the
 * marketplace gives no price of its own and the merchant has not sold enough of the same.
 * @param storage `256GB` or `12GB+256GB`
 * @param onDate the day it is asked for, `yyyy-MM-dd`
 * @returns null for a variant the model does not have, a model without a launch price, and grade X, which has no price
 */
export function referencePriceFen(model: CatalogueModel, storage: string, grade: Grade, onDate: string): Fen | null {
  const variant = findStorage(model, storage)
  if (!variant || grade === 'X') return null
  const launchFen = launchPriceFen(model, variant)
  if (launchFen === null) return null
  const rawFen = (launchFen * agePercent(model, onDate) * GRADE_PERCENT[grade]) / 10000
  return Math.round(rawFen / TEN_YUAN_FEN) * TEN_YUAN_FEN
}
