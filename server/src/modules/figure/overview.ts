import type { OutputOf, ParsedOf } from '@huanji/contract/call'
import type { merchant } from '@huanji/contract/features/merchant/calls'
import type { Channel } from '@huanji/domain/channel'
import { eachDay, type Period, periodBefore, stretchOf } from '@huanji/domain/overview/period'
import { REFUND_REASONS } from '@huanji/domain/refunds/reasons'
import { GRADES, type Grade } from '@huanji/domain/template/types'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../platform/actor.ts'
import { mayRead } from '../../platform/field-rights.ts'
import { compareNames } from '../../platform/name-order.ts'
import { titlesOf } from '../catalogue/known.ts'
import { readUpkeep } from './figure-store.ts'
import { isMarked } from './mark-store.ts'
import {
  agedCounts,
  type ChannelFigures,
  channelFigures,
  type DayFigures,
  dayFigures,
  type FigureScope,
  hasRows,
  namesOfPeople,
  namesOfShops,
  PART_VALUES,
  type PartFigures,
  partFigures,
  priceFigures,
  shopFigures,
} from './overview-store.ts'
import { FIGURE_VALUES, type FigureKind, type FigureValues } from './values.ts'

export type Overview = NonNullable<OutputOf<typeof merchant.business>['overview']>
type Figures = Overview['shops'][number]['figures']

/** So many models have a line in the overview. */
const TOP_MODELS = 8

const PARTS = ['model', 'grade', 'session', 'reason', 'inspector'] as const satisfies FigureKind[]

/** The overview of a period, or null where none was asked for or the caller may not see it. */
export async function overviewOf(
  tx: Tx,
  { from, to, ...scope }: ParsedOf<typeof merchant.business>,
  actor: Actor,
  now: Date,
): Promise<Overview | null> {
  if (from === undefined || to === undefined || !mayRead(actor, 'field:overview')) return null
  const period = { from, to }
  const before = periodBefore(period)
  // read first: what is counted after it is not said to be missing
  const asOf = await countedUntil(tx, now)
  const days = await dayFigures(tx, period, scope)
  const parts = Map.groupBy(await partFigures(tx, PARTS, period, scope), ({ kind }) => kind)
  const showsMargin = mayRead(actor, 'field:orderMoney')
  const sums = (values: readonly FigureValues[]) => figuresOf(sumOf(values), showsMargin)
  return {
    asOf,
    period,
    before,
    figures: byChannel(days, sums),
    figuresBefore: byChannel(await channelFigures(tx, before, scope), sums),
    days: daysOfPeriod(period, days),
    sessions: sessionsOf(parts.get('session') ?? []),
    grades: gradesOf(parts.get('grade') ?? []),
    models: await modelsOf(tx, parts.get('model') ?? [], period, scope),
    reasons: reasonsOf(parts.get('reason') ?? []),
    inspectors: await inspectorsOf(tx, parts.get('inspector') ?? []),
    shops: await shopsOf(tx, period, scope, sums),
    aged: await agedCounts(tx, scope, now),
  }
}

/** Everything that was committed before this moment is counted; null while the past is not. */
async function countedUntil(tx: Tx, now: Date): Promise<string | null> {
  const upkeep = await readUpkeep(tx)
  // who has just begun has no past to be counted
  if (upkeep === null) return (await hasRows(tx)) ? null : now.toISOString()
  if (upkeep.countedAt === null) return null
  return (await isMarked(tx)) ? upkeep.countedAt : now.toISOString()
}

function added<Name extends string>(names: readonly Name[], rows: readonly Readonly<Record<Name, number>>[]) {
  const sum = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
  for (const row of rows) for (const name of names) sum[name] += row[name]
  return sum
}

const sumOf = (rows: readonly FigureValues[]): FigureValues => added(FIGURE_VALUES, rows)
const sumOfParts = (rows: readonly PartFigures[]) => added(PART_VALUES, rows)

const SECONDS_A_DAY = 86_400

const averageOf = (sum: number, count: number): number | null => (count === 0 ? null : sum / count)

function figuresOf(sum: FigureValues, showsMargin: boolean): Figures {
  const { orders, units, salesFen, refundedOrders, closedOrders, netFen, marginFen, costedUnits } = sum
  const { shippedUnits, cases, reports, singleReports, offered, sold, stockSeconds, stockUnits } = sum
  const seconds = averageOf(stockSeconds, stockUnits)
  return {
    orders,
    units,
    salesFen,
    refundedOrders,
    closedOrders,
    netFen,
    costedUnits,
    shippedUnits,
    cases,
    reports,
    singleReports,
    offered,
    sold,
    // a margin is a sum of prices too
    marginFen: showsMargin ? marginFen : null,
    stockDays: seconds === null ? null : Math.round((seconds / SECONDS_A_DAY) * 10) / 10,
  }
}

function byChannel(
  rows: readonly ChannelFigures[],
  sums: (rows: readonly FigureValues[]) => Figures,
): Overview['figures'] {
  const of = (channel: Channel) => sums(rows.filter((row) => row.channel === channel))
  return { all: sums(rows), auction: of('auction'), curated: of('curated') }
}

function daysOfPeriod(period: Period, rows: readonly DayFigures[]): Overview['days'] {
  const byDay = Map.groupBy(rows, ({ day }) => day)
  return eachDay(period).map((day) => {
    const own = byDay.get(day) ?? []
    const [auction, curated] = (['auction', 'curated'] as const).map((one) =>
      sumOf(own.filter(({ channel }) => channel === one)),
    ) as [FigureValues, FigureValues]
    const { salesFen, netFen, units, shippedUnits, cases } = sumOf(own)
    return {
      day,
      salesFen,
      netFen,
      units,
      shippedUnits,
      cases,
      orders: { auction: auction.orders, curated: curated.orders },
      offered: { auction: auction.offered, curated: curated.offered },
      sold: { auction: auction.sold, curated: curated.sold },
    }
  })
}

const sessionsOf = (rows: readonly PartFigures[]): Overview['sessions'] =>
  rows
    .map(({ part: session, offered, sold }) => ({ session, offered, sold }))
    .filter(({ offered, sold }) => offered + sold > 0)
    .sort((one, other) => one.session.localeCompare(other.session))

function gradesOf(rows: readonly PartFigures[]): Overview['grades'] {
  const known = [...GRADES, null].map((grade) => {
    const own = rows.filter(({ part }) => part === (grade ?? ''))
    const of = (channel: Channel) => sumOfParts(own.filter((row) => row.channel === channel))
    const curated = of('curated')
    return {
      grade: grade as Grade | null,
      reports: {
        auction: of('auction').reports,
        curatedSingle: curated.singleReports,
        curatedBatch: curated.reports - curated.singleReports,
      },
      units: sumOfParts(own).units,
    }
  })
  return known.filter(
    ({ reports, units }) => units + reports.auction + reports.curatedSingle + reports.curatedBatch > 0,
  )
}

interface Priced {
  readonly pricedUnits: number
  readonly pricedFen: number
  readonly referenceFen: number
}

function pricesOf(rows: readonly Priced[]) {
  const add = (name: keyof Priced) => rows.reduce((sum, row) => sum + row[name], 0)
  const average = (name: 'pricedFen' | 'referenceFen') => {
    const fen = averageOf(add(name), add('pricedUnits'))
    return fen === null ? null : Math.round(fen)
  }
  return { averageFen: average('pricedFen'), referenceFen: average('referenceFen') }
}

/** The models of which most phones were sold: in that order, which says nothing of money. */
async function modelsOf(
  tx: Tx,
  rows: readonly PartFigures[],
  period: Period,
  scope: FigureScope,
): Promise<Overview['models']> {
  const byModel = [...Map.groupBy(rows, ({ part }) => part)].map(([modelId, own]) => ({
    modelId,
    own,
    sum: sumOfParts(own),
  }))
  const top = byModel
    .filter(({ modelId, sum }) => modelId !== '' && sum.units > 0)
    .sort((one, other) => other.sum.units - one.sum.units || one.modelId.localeCompare(other.modelId))
    .slice(0, TOP_MODELS)
  const prices = Map.groupBy(
    await priceFigures(
      tx,
      top.map(({ modelId }) => modelId),
      period,
      scope,
    ),
    ({ part }) => part,
  )
  const titleOf = await titlesOf(
    tx,
    top.map(({ modelId }) => modelId),
  )
  return top.map(({ modelId, own, sum }) => {
    const ordersOf = (channel: Channel) => sumOfParts(own.filter((row) => row.channel === channel)).orders
    const stretches = Map.groupBy(prices.get(modelId) ?? [], ({ day }) => stretchOf(period, day))
    return {
      modelId,
      modelName: titleOf(modelId),
      orders: { auction: ordersOf('auction'), curated: ordersOf('curated') },
      units: sum.units,
      shippedUnits: sum.shippedUnits,
      cases: sum.cases,
      ...pricesOf(own),
      trend: [...stretches]
        .map(([from, days]) => ({ from, ...pricesOf(days) }))
        .sort((one, other) => one.from.localeCompare(other.from)),
    }
  })
}

const reasonsOf = (rows: readonly PartFigures[]): Overview['reasons'] =>
  REFUND_REASONS.map(({ code, label }) => ({
    reason: code,
    label,
    cases: sumOfParts(rows.filter(({ part }) => part === code)).cases,
  })).filter(({ cases }) => cases > 0)

async function inspectorsOf(tx: Tx, rows: readonly PartFigures[]): Promise<Overview['inspectors']> {
  const people = [...Map.groupBy(rows, ({ part }) => part)].filter(([part]) => part !== '')
  const names = await namesOfPeople(
    tx,
    people.map(([inspectorId]) => inspectorId),
  )
  return people
    .map(([inspectorId, own]) => {
      const { shippedUnits, cases } = sumOfParts(own)
      return { inspectorId, name: names.get(inspectorId) ?? '', shippedUnits, cases }
    })
    .sort((one, other) => other.shippedUnits - one.shippedUnits || one.inspectorId.localeCompare(other.inspectorId))
}

async function shopsOf(
  tx: Tx,
  period: Period,
  scope: FigureScope,
  sums: (rows: readonly FigureValues[]) => Figures,
): Promise<Overview['shops']> {
  const rows = await shopFigures(tx, period, scope)
  const names = await namesOfShops(
    tx,
    rows.map(({ shopAccountId }) => shopAccountId),
  )
  return rows
    .map((row) => ({
      shopAccountId: row.shopAccountId,
      shopName: names.get(row.shopAccountId) ?? '',
      figures: sums([row]),
    }))
    .sort((one, other) => other.figures.units - one.figures.units || compareNames(one.shopName, other.shopName))
}
