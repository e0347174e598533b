import type { ParsedOf } from '@huanji/contract/call'
import type { stockAge } from '@huanji/contract/features/home/overview'
import type { Channel } from '@huanji/domain/channel'
import { isDrawnByMonth, type Period } from '@huanji/domain/overview/period'
import { STOCK_AGES, stockedBefore } from '@huanji/domain/overview/stock-age'
import type { InspectionState } from '@huanji/domain/states/inspection'
import { expressionBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { listPage } from '../../database/list-page.ts'
import { anyOf, db } from '../../database/query.ts'
import type { Tables } from '../../database/tables.ts'
import { ALL_SHOPS, FIGURE_VALUES, type FigureKind, type FigureValues } from './values.ts'

/** Whose figures are read: of one shop or all, of one channel or both. */
export interface FigureScope {
  readonly shopAccountId?: string | undefined
  readonly channel?: Channel | undefined
}

const { ref } = expressionBuilder<{ dailyFigure: Tables['dailyFigure'] }, 'dailyFigure'>()

/** The sums of these values of the rows. */
const sumsOf = <Name extends keyof FigureValues>(names: readonly Name[]) =>
  names.map((name) => sql<number>`sum(${ref(name)})::bigint`.as(name))

/** What the overview says of models, grades, sessions, reasons and inspectors: the parts of a year are many rows. */
export const PART_VALUES = [
  ...(['orders', 'units', 'shippedUnits', 'cases', 'reports', 'singleReports', 'offered', 'sold'] as const),
  ...(['pricedUnits', 'pricedFen', 'referenceFen'] as const),
] as const satisfies (keyof FigureValues)[]

function figures(tx: Tx, kinds: readonly FigureKind[], { from, to }: Period, { channel }: FigureScope) {
  const rows = db
    .selectFrom('dailyFigure')
    .where('merchantId', '=', tx.merchantId)
    .where('kind', 'in', kinds)
    .where('day', '>=', from)
    .where('day', '<=', to)
  return channel === undefined ? rows : rows.where('channel', '=', channel)
}

/** A shop that is asked for by the id of all together is no shop, and has no figures. */
const NO_SHOP = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const shopOf = ({ shopAccountId }: FigureScope): string =>
  shopAccountId === ALL_SHOPS ? NO_SHOP : (shopAccountId ?? ALL_SHOPS)

/** Each day's figures by channel: a row at most for each day and channel. */
export const dayFigures = (tx: Tx, period: Period, scope: FigureScope) =>
  tx.rows(
    figures(tx, ['all'], period, scope)
      .where('shopAccountId', '=', shopOf(scope))
      .select(['day', 'channel', ...FIGURE_VALUES])
      .orderBy('day'),
  )

/** The sums of a period by channel. */
export const channelFigures = (tx: Tx, period: Period, scope: FigureScope) =>
  tx.rows(
    figures(tx, ['all'], period, scope)
      .where('shopAccountId', '=', shopOf(scope))
      .groupBy('channel')
      .select(['channel', ...sumsOf(FIGURE_VALUES)]),
  )

export type ChannelFigures = Awaited<ReturnType<typeof channelFigures>>[number]

export type DayFigures = Awaited<ReturnType<typeof dayFigures>>[number]

/** The sums of the period for each part of the kinds, by channel. */
export const partFigures = (tx: Tx, kinds: readonly FigureKind[], period: Period, scope: FigureScope) =>
  tx.rows(
    figures(tx, kinds, period, scope)
      .where('shopAccountId', '=', shopOf(scope))
      .groupBy(['kind', 'part', 'channel'])
      .select(['kind', 'part', 'channel', ...sumsOf(PART_VALUES)]),
  )

export type PartFigures = Awaited<ReturnType<typeof partFigures>>[number]

/** Prices of models by day, or by month where the period is drawn so: `day` is the first of it that has any. */
export const priceFigures = (tx: Tx, modelIds: readonly string[], period: Period, scope: FigureScope) =>
  tx.rows(
    figures(tx, ['model'], period, scope)
      .where('shopAccountId', '=', shopOf(scope))
      .where('part', '=', anyOf(modelIds))
      .where('pricedUnits', '>', 0)
      .groupBy(['part', isDrawnByMonth(period) ? sql`date_trunc('month', ${ref('day')})` : 'day'])
      .select(['part', sql<string>`min(${ref('day')})`.as('day')])
      .select(sumsOf(['pricedUnits', 'pricedFen', 'referenceFen'])),
  )

/** The sums of the period for each shop that has any. */
export const shopFigures = (tx: Tx, period: Period, scope: FigureScope) =>
  tx.rows(
    figures(tx, ['all'], period, scope)
      .where('shopAccountId', scope.shopAccountId === undefined ? '<>' : '=', shopOf(scope))
      .groupBy('shopAccountId')
      .select(['shopAccountId', ...sumsOf(FIGURE_VALUES)]),
  )

/** The names of shops by their ids, also of those that are not used any more. */
export async function namesOfShops(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const shops = db.selectFrom('shopAccount').where('merchantId', '=', tx.merchantId).where('id', '=', anyOf(ids))
  return new Map((await tx.rows(shops.select(['id', 'shopName']))).map(({ id, shopName }) => [id, shopName]))
}

/** The names of people by their ids. */
export async function namesOfPeople(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const people = db.selectFrom('employee').where('merchantId', '=', tx.merchantId).where('id', '=', anyOf(ids))
  return new Map((await tx.rows(people.select(['id', 'name']))).map(({ id, name }) => [id, name]))
}

/** Since when the phone of the record `i` is here; an index holds the records that are not finished with by this. */
const STOCKED_AT = sql<string>`coalesce(${sql.ref('i.stockedAt')}, ${sql.ref('i.createdAt')})`

/** The records of phones that lie here. The states are written out, as in their index. */
function stocked(tx: Tx, { channel, shopAccountId }: FigureScope) {
  let records = db
    .selectFrom('inspection as i')
    .where('i.merchantId', '=', tx.merchantId)
    .where('i.state', 'not in', [sql.lit<InspectionState>('sold'), sql.lit<InspectionState>('voided')])
  if (channel !== undefined) records = records.where('i.channel', '=', channel)
  if (shopAccountId !== undefined) records = records.where('i.shopAccountId', '=', shopAccountId)
  return records
}

/** How many phones lie here for more than each of the ages. */
export async function agedCounts(tx: Tx, scope: FigureScope, now: Date): Promise<{ days: number; units: number }[]> {
  const [youngest] = STOCK_AGES
  const row = await tx.one(
    stocked(tx, scope)
      .where(STOCKED_AT, '<', stockedBefore(now, youngest))
      .select(STOCK_AGES.map((days) => olderThan(stockedBefore(now, days)).as(`over${days}` as const))),
  )
  return STOCK_AGES.map((days) => ({ days, units: row?.[`over${days}`] ?? 0 }))
}

const olderThan = (before: string) =>
  sql<number>`count(*) filter (where ${STOCKED_AT} < ${before}::timestamptz)::bigint`

const SHOP_NAME = (tx: Tx) =>
  db
    .selectFrom('shopAccount as s')
    .where('s.merchantId', '=', tx.merchantId)
    .where('s.id', '=', sql.ref<string>('i.shopAccountId'))
    .select('s.shopName')
    .$asScalar()

/** Phones that lie here for more than so many days, the longest first. */
export function agedPhones(tx: Tx, input: ParsedOf<(typeof stockAge)['agedStock']>, now: Date) {
  const phones = stocked(tx, input)
    .where(STOCKED_AT, '<', stockedBefore(now, input.days))
    .select(['i.id as inspectionId', 'i.inspectionNo', 'i.channel', 'i.state', 'i.barCode', 'i.imei', 'i.modelName'])
    .select(['i.skuText', 'i.finalGrade as grade', STOCKED_AT.as('stockedAt'), SHOP_NAME(tx).as('shopName')])
  const sort = { column: { key: 'stockedAt', value: STOCKED_AT }, idColumn: 'i.id', direction: 'asc' } as const
  return listPage(tx, phones, { sort, paging: input })
}

/** Whether there is anything that figures count; a case is one of an order. */
export async function hasRows(tx: Tx): Promise<boolean> {
  const { merchantId } = tx
  const row = await tx.one(
    db.selectNoFrom(({ exists, or, selectFrom }) =>
      or([
        exists(selectFrom('inspection').where('merchantId', '=', merchantId).select('id')),
        exists(selectFrom('saleOrder').where('merchantId', '=', merchantId).select('id')),
        exists(selectFrom('bill').where('merchantId', '=', merchantId).select('id')),
      ]).as('hasRows'),
    ),
  )
  return Boolean(row?.hasRows)
}
