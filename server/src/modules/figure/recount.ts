import { referencePriceFen } from '@huanji/domain/catalogue/reference-price'
import type { Channel } from '@huanji/domain/channel'
import { skuIdOf, storageOfSku } from '@huanji/domain/listing/sku-id'
import type { Period } from '@huanji/domain/overview/period'
import type { Grade } from '@huanji/domain/template/types'
import { addDays } from '@huanji/domain/time'
import type { Tx } from '../../database/database.ts'
import { catalogueOf } from '../catalogue/known.ts'
import {
  casesByInspector,
  casesOf,
  entriesOf,
  netOf,
  offeredOf,
  phonesSoldOf,
  reportsOf,
  salesOf,
  shippedByInspector,
  shippedOf,
  wonOf,
} from './recount-store.ts'
import { type FigureKind, type FigureRow, FigureSheet, type FigureValues } from './values.ts'

/** What was counted for a day, shop and channel. */
interface Counted {
  readonly day: string
  readonly shopAccountId: string | null
  readonly channel: Channel
}

/** Adds what was counted to its day, and to the parts of it that it also belongs to. */
function adderTo(sheet: FigureSheet) {
  return ({ day, shopAccountId, channel }: Counted, values: Partial<FigureValues>, parts: Parts = {}): void => {
    const place = { day, shopAccountId, channel }
    sheet.add({ ...place, kind: 'all', part: '' }, values)
    for (const [kind, part] of Object.entries(parts) as [FigureKind, string][])
      sheet.add({ ...place, kind, part }, values)
  }
}

type Parts = Partial<Readonly<Record<Exclude<FigureKind, 'all'>, string>>>

/** Counts a period's days from the rows themselves: what `daily_figure` is to hold of them, by `keyOf`. */
export async function recount(tx: Tx, period: Period): Promise<ReadonlyMap<string, FigureRow>> {
  const sheet = new FigureSheet()
  const add = adderTo(sheet)
  await addSales(tx, period, sheet)
  for (const { modelId, ...row } of await shippedOf(tx, period)) add(row, row, { model: modelId })
  for (const { inspectorId, shippedUnits, ...row } of await shippedByInspector(tx, period)) {
    sheet.add({ ...row, kind: 'inspector', part: inspectorId }, { shippedUnits })
  }
  for (const { reasonCode, modelId, ...row } of await casesOf(tx, period)) {
    add(row, row, { reason: reasonCode, model: modelId })
  }
  for (const { inspectorId, cases, ...row } of await casesByInspector(tx, period)) {
    sheet.add({ ...row, kind: 'inspector', part: inspectorId }, { cases })
  }
  for (const row of await netOf(tx, period)) add(row, row)
  for (const { grade, ...row } of await reportsOf(tx, period)) add(row, row, { grade })
  for (const { session, ...row } of [...(await entriesOf(tx, period)), ...(await wonOf(tx, period))]) {
    add({ ...row, channel: 'auction' }, row, { session })
  }
  for (const row of await offeredOf(tx, period)) add({ ...row, channel: 'curated' }, row)
  return sheet.rows()
}

async function addSales(tx: Tx, period: Period, sheet: FigureSheet): Promise<void> {
  const add = adderTo(sheet)
  for (const { modelId, grade, ...row } of await salesOf(tx, period))
    add(row, row, { model: modelId, grade: grade ?? '' })
  for (const { modelId, ram, storage, grade, ...row } of await phonesSoldOf(tx, period)) {
    const { stockUnits, stockSeconds, costedUnits, marginFen, pricedUnits, pricedFen } = row
    add(row, { stockUnits, stockSeconds, costedUnits, marginFen })
    const sku = { ram: ram ?? '', storage: storage ?? '', colour: '' }
    const referenceFen =
      modelId === null ? null : referenceOf(tx, modelId, { storage: storageOfSku(skuIdOf(sku)), grade, day: row.day })
    // beside a reference there is, so that both averages are of the same phones
    if (modelId === null || referenceFen === null || pricedUnits === 0) continue
    const prices = { pricedUnits, pricedFen, referenceFen: referenceFen * pricedUnits }
    const { day, shopAccountId, channel } = row
    sheet.add({ day, shopAccountId, channel, kind: 'model', part: modelId }, prices)
  }
}

/** What such a phone is worth on a day by the catalogue, in fen; null where it says nothing. */
function referenceOf(
  tx: Tx,
  modelId: string,
  { storage, grade, day }: { readonly storage: string; readonly grade: Grade | null; readonly day: string },
): number | null {
  const model = catalogueOf(tx).find(modelId)
  return model === null || grade === null ? null : referencePriceFen(model, storage, grade, day)
}

/** Days as the periods that they make up without gaps, none longer than `longest`. */
export function periodsOf(days: readonly string[], longest: number): Period[] {
  const periods: { from: string; to: string; length: number }[] = []
  for (const day of [...new Set(days)].sort()) {
    const last = periods.at(-1)
    if (last && addDays(last.to, 1) === day && last.length < longest) {
      last.to = day
      last.length += 1
    } else periods.push({ from: day, to: day, length: 1 })
  }
  return periods.map(({ from, to }) => ({ from, to }))
}
