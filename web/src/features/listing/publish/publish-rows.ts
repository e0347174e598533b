import type { Fen } from '@huanji/domain/money'
import { judgePrices, type PriceMeasure, type PriceVerdict, type TypedPrices } from '../prices.ts'
import type { ListableUnit, PublishInput, Session } from '../types.ts'

/** The most units one lot may hold, as the contract has it. */
export const LOT_MAX = 20

/** One listing to be: a unit, or several sold together as a lot. */
export interface PublishRow {
  readonly key: string
  readonly units: readonly ListableUnit[]
  readonly prices: TypedPrices
  /** Why the server refused it last time; empty before. */
  readonly failure: string
  /** A doubt of the server's that this side did not have. */
  readonly serverQuestion: string | null
}

/** The sum of an amount over units, or null where one of them has none. */
function sumOf(units: readonly ListableUnit[], amountOf: (unit: ListableUnit) => Fen | null): Fen | null {
  let sum = 0
  for (const unit of units) {
    const amount = amountOf(unit)
    if (amount === null) return null
    sum += amount
  }
  return sum
}

/** What the units of a row are worth together, in fen, or null where one is not known. */
export const referenceOf = (row: Pick<PublishRow, 'units'>): Fen | null =>
  sumOf(row.units, (unit) => unit.referencePriceFen)

/** The prices the catalogue suggests for these units together. */
export function suggestedPrices(units: readonly ListableUnit[]): TypedPrices {
  return {
    startFen: sumOf(units, (unit) => unit.suggestedStartFen),
    reserveFen: sumOf(units, (unit) => unit.suggestedReserveFen),
  }
}

/** A row for these units, its prices filled with the suggestions. */
export function newRow(units: readonly ListableUnit[]): PublishRow {
  const key = units.map((unit) => unit.inspectionId).join()
  return { key, units, prices: suggestedPrices(units), failure: '', serverQuestion: null }
}

/** What a person knows a row by. */
export function rowName({ units }: PublishRow): string {
  const [first] = units
  if (!first) return ''
  const name = `${first.modelName} ${first.skuText}`.trim()
  return units.length > 1 ? `${units.length}台 ${name} 等` : `${name} ${first.imei || first.barCode}`
}

/** True when a unit is in one of the rows already. */
export const isChosen = (rows: readonly PublishRow[], inspectionId: string): boolean =>
  rows.some((row) => row.units.some((unit) => unit.inspectionId === inspectionId))

/** The rows with a unit more; a unit that is there already changes nothing. */
export const withUnit = (rows: readonly PublishRow[], unit: ListableUnit): readonly PublishRow[] =>
  isChosen(rows, unit.inspectionId) ? rows : [...rows, newRow([unit])]

/** The rows without a unit; a lot it was in goes on without it, its prices suggested anew. */
export function withoutUnit(rows: readonly PublishRow[], inspectionId: string): readonly PublishRow[] {
  return rows.flatMap((row) => {
    const units = row.units.filter((unit) => unit.inspectionId !== inspectionId)
    if (units.length === row.units.length) return [row]
    return units.length === 0 ? [] : [newRow(units)]
  })
}

/** All units as one lot. */
export const asLot = (rows: readonly PublishRow[]): readonly PublishRow[] => [newRow(rows.flatMap((row) => row.units))]

/** Every unit as a listing of its own. */
export const asSingles = (rows: readonly PublishRow[]): readonly PublishRow[] =>
  rows.flatMap((row) => (row.units.length === 1 ? [row] : row.units.map((unit) => newRow([unit]))))

/** A row with prices a person typed; what was said of the old ones no longer holds. */
export const withPrices = (row: PublishRow, prices: TypedPrices): PublishRow => ({
  ...row,
  prices,
  failure: '',
  serverQuestion: null,
})

const measureOf = (row: PublishRow): PriceMeasure => ({ referenceFen: referenceOf(row), beforeReserveFen: null })

/** What is wrong with a row's prices, and what has to be confirmed, the server's own doubt included. */
export function judgeRow(row: PublishRow): PriceVerdict {
  const verdict = judgePrices(row.prices, measureOf(row))
  return { ...verdict, question: verdict.question ?? row.serverQuestion }
}

/** The shop a row goes to: the one chosen for all, or else the one its units were inspected for; null where neither says. */
export function shopOfRow(row: PublishRow, chosenShopId: string): string | null {
  if (chosenShopId !== '') return chosenShopId
  const own = new Set(row.units.map((unit) => unit.shopAccountId))
  const [only] = own
  return own.size === 1 ? (only ?? null) : null
}

/** A row as the publish call takes it, or null while something is missing. */
export function toPublish(row: PublishRow, chosenShopId: string, session: Session): PublishInput | null {
  const shopAccountId = shopOfRow(row, chosenShopId)
  const { startFen, reserveFen } = row.prices
  if (shopAccountId === null || startFen === null || reserveFen === null) return null
  return {
    inspectionIds: row.units.map((unit) => unit.inspectionId),
    shopAccountId,
    scheduleDate: session.scheduleDate,
    scheduleNumber: session.scheduleNumber,
    startPriceFen: startFen,
    reservePriceFen: reserveFen,
    // Asked before sending; a row without a doubt needs no yes.
    priceConfirmed: judgeRow(row).question !== null,
  }
}
