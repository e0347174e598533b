import { SKUS_MAX, STOCK_UNITS_MAX } from '@huanji/contract/constants'
import type { SaleTerms } from '@huanji/domain/fees/left-of-price'
import { GRADE_LABELS } from '@huanji/domain/grading/ladder'
import type { Fen } from '@huanji/domain/money'
import { judgeFixedPrice, judgePrices } from '../prices.ts'
import { saleTerms } from '../sale-terms.ts'
import {
  type Amounts,
  type LineEdit,
  type LineVerdict,
  likeOf,
  type PricedGoods,
  type PriceSpan,
  spanOfWorth,
} from '../sheet/lines.ts'
import type { ListableUnit } from '../types.ts'
import type { PublishKind } from './publish-kinds.ts'

/** The most units one lot may hold, as the contract has it. */
export const LOT_MAX = 20

/** What is priced by itself: a listing, or one variant of a listing of stock. */
export interface PublishLine {
  readonly key: string
  readonly skuId: string
  readonly skuText: string
  readonly units: readonly ListableUnit[]
  readonly amounts: Amounts
}

/** One listing to be. */
export interface PublishRow {
  readonly key: string
  readonly kind: PublishKind
  readonly units: readonly ListableUnit[]
  /** As a person wrote it; empty for the one that the server makes. */
  readonly title: string
  readonly lines: readonly PublishLine[]
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

/** The same of one of them, whatever their number: stock is priced a piece. */
function averageOf(units: readonly ListableUnit[], amountOf: (unit: ListableUnit) => Fen | null): Fen | null {
  const sum = sumOf(units, amountOf)
  return sum === null || units.length === 0 ? null : Math.round(sum / units.length)
}

/** How an amount of units becomes that of their line: together for a lot, a piece for stock. */
const perLine = (kind: PublishKind) => (kind === 'stock' ? averageOf : sumOf)

/** The prices that the catalogue suggests. */
export function suggestedAmounts(kind: PublishKind, units: readonly ListableUnit[]): Amounts {
  if (kind === 'auction') {
    return {
      startFen: sumOf(units, (unit) => unit.suggestedStartFen),
      reserveFen: sumOf(units, (unit) => unit.suggestedReserveFen),
    }
  }
  return { priceFen: averageOf(units, (unit) => unit.referencePriceFen) }
}

function newLine(kind: PublishKind, units: readonly ListableUnit[]): PublishLine {
  const [first] = units
  const key = kind === 'stock' ? `${groupOf(units)} ${first?.skuId}` : units.map((unit) => unit.inspectionId).join()
  return {
    key,
    skuId: first?.skuId ?? '',
    skuText: first?.skuText ?? '',
    units,
    amounts: suggestedAmounts(kind, units),
  }
}

/** What units of one listing of stock have in common. */
const groupOf = ([first]: readonly ListableUnit[]): string => (first ? `${first.modelId} ${first.grade}` : '')

/** The variants of some units, each with its own; amounts that a person typed stay. */
function skuLines(units: readonly ListableUnit[], before: readonly PublishLine[]): PublishLine[] {
  const bySku = Map.groupBy(units, ({ skuId }) => skuId)
  return [...bySku.values()].map((own) => {
    const line = newLine('stock', own)
    const kept = before.find(({ key }) => key === line.key)
    return kept ? { ...line, amounts: kept.amounts } : line
  })
}

/** A row for these units, its prices filled with the suggestions. */
export function newRow(kind: PublishKind, units: readonly ListableUnit[], before?: PublishRow): PublishRow {
  const isStock = kind === 'stock'
  return {
    key: isStock ? groupOf(units) : units.map((unit) => unit.inspectionId).join(),
    kind,
    units,
    title: before?.title ?? '',
    lines: isStock ? skuLines(units, before?.lines ?? []) : [newLine(kind, units)],
    failure: '',
    serverQuestion: null,
  }
}

/** What a person knows a row by. */
export function rowName({ kind, units }: PublishRow): string {
  const [first] = units
  if (!first) return ''
  if (kind === 'stock') return `${first.modelName} ${GRADE_LABELS[first.grade]}（${units.length}台）`
  const name = `${first.modelName} ${first.skuText}`.trim()
  return units.length > 1 ? `${units.length}台 ${name} 等` : `${name} ${first.imei || first.barCode}`
}

/** What a person knows a line by. */
export const lineName = (row: PublishRow, line: PublishLine): string =>
  row.kind === 'stock' ? `${row.units[0]?.modelName ?? ''} ${line.skuText}` : rowName(row)

/** True when a unit is in one of the rows already. */
export const isChosen = (rows: readonly PublishRow[], inspectionId: string): boolean =>
  rows.some((row) => row.units.some((unit) => unit.inspectionId === inspectionId))

/** The rows with a unit more; of stock it joins those of its model and grade. A unit that is there already changes nothing. */
export function withUnit(kind: PublishKind, rows: readonly PublishRow[], unit: ListableUnit): readonly PublishRow[] {
  if (isChosen(rows, unit.inspectionId)) return rows
  const mates = kind === 'stock' ? rows.find(({ key }) => key === groupOf([unit])) : undefined
  if (!mates) return [...rows, newRow(kind, [unit])]
  if (mates.units.length >= STOCK_UNITS_MAX) return rows
  const grown = newRow(kind, [...mates.units, unit], mates)
  return grown.lines.length > SKUS_MAX ? rows : rows.map((row) => (row === mates ? grown : row))
}

/** The rows without some units; what is left of a lot has its prices suggested anew, of stock they stay. */
export function withoutUnits(rows: readonly PublishRow[], ids: ReadonlySet<string>): readonly PublishRow[] {
  return rows.flatMap((row) => {
    const units = row.units.filter((unit) => !ids.has(unit.inspectionId))
    if (units.length === row.units.length) return [row]
    return units.length === 0 ? [] : [newRow(row.kind, units, row)]
  })
}

/** All units as one lot. */
export const asLot = (rows: readonly PublishRow[]): readonly PublishRow[] => [
  newRow(
    'auction',
    rows.flatMap((row) => row.units),
  ),
]

/** Every unit as a listing of its own. */
export const asSingles = (rows: readonly PublishRow[]): readonly PublishRow[] =>
  rows.flatMap((row) => (row.units.length === 1 ? [row] : row.units.map((unit) => newRow('auction', [unit]))))

/** The rows with amounts that a person changed; what was said of the old ones no longer holds. */
export function withEdits(rows: readonly PublishRow[], edits: readonly LineEdit[]): readonly PublishRow[] {
  const byLine = Map.groupBy(edits, ({ key }) => key)
  return rows.map((row) => {
    if (!row.lines.some(({ key }) => byLine.has(key))) return row
    const lines = row.lines.map((line) => {
      const changed = byLine.get(line.key)
      if (!changed) return line
      const amounts = Object.fromEntries(changed.map(({ amount, fen }) => [amount, fen]))
      return { ...line, amounts: { ...line.amounts, ...amounts } }
    })
    return { ...row, lines, failure: '', serverQuestion: null }
  })
}

/** The rows with the suggested prices again. */
export const withSuggestions = (rows: readonly PublishRow[]): readonly PublishRow[] =>
  rows.map((row) => newRow(row.kind, row.units, { ...row, lines: [] }))

/** The span of a line's prices; null where one of its units is not known. */
export function spanOf({ units }: PublishLine, kind: PublishKind): PriceSpan | null {
  const of = perLine(kind)
  const referenceFen = of(units, (unit) => unit.referencePriceFen)
  const lowFen = of(units, (unit) => unit.bandLowFen)
  const highFen = of(units, (unit) => unit.bandHighFen)
  const isOfDeals = units.every((unit) => unit.referenceSource === 'deals')
  return spanOfWorth({ referenceFen, lowFen, highFen, source: isOfDeals ? 'deals' : 'catalogue' })
}

/** What the units of a line cost, together or a piece; null where one of them is not known. */
export const costOf = ({ units }: PublishLine, kind: PublishKind): Fen | null =>
  perLine(kind)(units, (unit) => unit.costPriceFen)

/** How the units of a line go away: a lot together, the others one by one. */
export const termsOf = ({ units }: PublishLine, kind: PublishKind): SaleTerms =>
  kind === 'auction' ? saleTerms('auction', units.length) : saleTerms('curated', 1)

/** Equal for lines of one model and capacity, or of the same ones together. */
export const likeOfLine = ({ units }: Pick<PublishLine, 'units'>): string =>
  units.map(({ modelName, skuText }) => likeOf(modelName, skuText)).join('，')

/** What the last deals of a line are asked for; null for a lot, whose units may differ. */
export function goodsOf({ units, skuId }: PublishLine, kind: PublishKind): PricedGoods | null {
  const [first] = units
  if (!first || (kind !== 'stock' && units.length > 1)) return null
  return { modelId: first.modelId, skuId, grade: first.grade, channel: kind === 'auction' ? 'auction' : 'curated' }
}

/** What is wrong with a line's prices as this side knows the rules, and what has to be confirmed. */
export function judgeLine(line: PublishLine, kind: PublishKind): LineVerdict {
  const { startFen = null, reserveFen = null, priceFen = null } = line.amounts
  const measure = {
    referenceFen: spanOf(line, kind)?.referenceFen ?? null,
    beforeFen: null,
    costFen: costOf(line, kind),
    terms: termsOf(line, kind),
  }
  return kind === 'auction' ? judgePrices({ startFen, reserveFen }, measure) : judgeFixedPrice(priceFen, measure)
}

/** The shop a row goes to: the one chosen for all, or else the one its units were inspected for; null where neither says. */
export function shopOfRow(row: PublishRow, chosenShopId: string): string | null {
  if (chosenShopId !== '') return chosenShopId
  const own = new Set(row.units.map((unit) => unit.shopAccountId))
  const [only] = own
  return own.size === 1 ? (only ?? null) : null
}
