import { CHANNELS, type Channel } from '@huanji/domain/channel'
import { FREEZING_TYPES } from '@huanji/domain/fees/bill-types'
import type { Period } from '@huanji/domain/overview/period'
import type { Grade } from '@huanji/domain/template/types'
import { addDays, startOfShanghaiDay } from '@huanji/domain/time'
import { type Expression, expressionBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { db } from '../../database/query.ts'
import type { Tables } from '../../database/tables.ts'

/** The Shanghai day of a moment, as `yyyy-MM-dd`. */
const dayOf = (moment: Expression<string | null>) =>
  sql<string>`to_char(${moment} at time zone 'UTC' + interval '8 hours', 'YYYY-MM-DD')`

/** Written out as literals, so that the indexes which begin with the channel serve both. */
const BOTH = sql<Channel>`any (array['auction', 'curated'])`

/** The moments of a period: from the first one to before the last. */
const momentsOf = ({ from, to }: Period) => [startOfShanghaiDay(from), startOfShanghaiDay(addDays(to, 1))] as const

const count = sql<number>`count(*)::bigint`
const sumOf = (value: Expression<number | null>) => sql<number>`coalesce(sum(${value}), 0)::bigint`
const countIn = (state: Expression<string>, wanted: string) =>
  sql<number>`count(*) filter (where ${state} = ${sql.lit(wanted)})::bigint`

const ordersOf = (tx: Tx) =>
  db.selectFrom('saleOrder as o').where('o.merchantId', '=', tx.merchantId).where('o.channel', '=', BOTH)

function ordersPaid(tx: Tx, period: Period) {
  const [from, until] = momentsOf(period)
  return ordersOf(tx).where('o.paidAt', '>=', from).where('o.paidAt', '<', until)
}

/** Orders by the day of their payment, model and grade, with what has become of them. */
export const salesOf = (tx: Tx, period: Period) =>
  tx.rows(
    ordersPaid(tx, period)
      .select(({ ref }) => [
        dayOf(ref('o.paidAt')).as('day'),
        'o.shopAccountId',
        'o.channel',
        'o.modelId',
        'o.grade',
        count.as('orders'),
        sumOf(ref('o.unitCount')).as('units'),
        sumOf(ref('o.dealPriceFen')).as('salesFen'),
        countIn(ref('o.state'), 'refunded').as('refundedOrders'),
        countIn(ref('o.state'), 'closed').as('closedOrders'),
      ])
      .groupBy([sql`1`, 'o.shopAccountId', 'o.channel', 'o.modelId', 'o.grade']),
  )

/** The order stands: it was neither closed nor paid back. */
const stands = (state: Expression<string>) => sql<boolean>`${state} not in ('closed', 'refunded')`

/**
 * The phones of paid orders that are known, by model, variant and grade: how long they were here, what the ones went for
 * that were sold singly and stay sold, and what is left of it over the cost where that is known. A phone that came back does
 * not stay sold: another one that went out for it has the same price.
 */
export const phonesSoldOf = (tx: Tx, period: Period) =>
  tx.rows(
    ordersPaid(tx, period)
      .innerJoin('saleOrderUnit as u', (on) =>
        on.onRef('u.merchantId', '=', 'o.merchantId').onRef('u.orderId', '=', 'o.id'),
      )
      .innerJoin('unit as n', (on) => on.onRef('n.merchantId', '=', 'u.merchantId').onRef('n.id', '=', 'u.unitId'))
      .select(({ ref }) => {
        const isPriced = sql<boolean>`${stands(ref('o.state'))} and ${ref('u.dispatchState')} <> 'returned'
          and ${ref('u.dealPriceFen')} is not null`
        const isCosted = sql<boolean>`${isPriced} and ${ref('n.costPriceFen')} is not null`
        const margin = sql<number>`${ref('u.dealPriceFen')} - ${ref('n.costPriceFen')}`
        const standing = <Value>(value: Expression<Value>) =>
          sql<Value>`case when ${stands(ref('o.state'))} then ${value} end`
        return [
          dayOf(ref('o.paidAt')).as('day'),
          'o.shopAccountId' as const,
          'o.channel' as const,
          // what a phone is told to be can be corrected once it is here again, not while it is sold
          standing<string | null>(ref('n.modelId')).as('modelId'),
          standing<string | null>(sql`${ref('n.sku')} ->> 'ram'`).as('ram'),
          standing<string | null>(sql`${ref('n.sku')} ->> 'storage'`).as('storage'),
          standing<Grade | null>(ref('o.grade')).as('grade'),
          count.as('stockUnits'),
          sql<number>`sum(greatest(0, floor(extract(epoch from ${ref('o.paidAt')} - ${ref('n.createdAt')}))))::bigint`.as(
            'stockSeconds',
          ),
          sql<number>`count(*) filter (where ${isPriced})::bigint`.as('pricedUnits'),
          sql<number>`coalesce(sum(${ref('u.dealPriceFen')}) filter (where ${isPriced}), 0)::bigint`.as('pricedFen'),
          sql<number>`count(*) filter (where ${isCosted})::bigint`.as('costedUnits'),
          sql<number>`coalesce(sum(${margin}) filter (where ${isCosted}), 0)::bigint`.as('marginFen'),
        ]
      })
      .groupBy([sql`1`, 'o.shopAccountId', 'o.channel', sql`4`, sql`5`, sql`6`, sql`7`]),
  )

function ordersShipped(tx: Tx, period: Period) {
  const [from, until] = momentsOf(period)
  return ordersOf(tx).where('o.shippedAt', '>=', from).where('o.shippedAt', '<', until)
}

/** Phones by the day their parcel left, and their model. */
export const shippedOf = (tx: Tx, period: Period) =>
  tx.rows(
    ordersShipped(tx, period)
      .select(({ ref }) => [
        dayOf(ref('o.shippedAt')).as('day'),
        'o.shopAccountId',
        'o.channel',
        'o.modelId',
        sumOf(ref('o.unitCount')).as('shippedUnits'),
      ])
      .groupBy([sql`1`, 'o.shopAccountId', 'o.channel', 'o.modelId']),
  )

/** The same by who inspected them, of the phones that are known. */
export const shippedByInspector = (tx: Tx, period: Period) =>
  tx.rows(
    ordersShipped(tx, period)
      .innerJoin('saleOrderUnit as u', (on) =>
        on.onRef('u.merchantId', '=', 'o.merchantId').onRef('u.orderId', '=', 'o.id'),
      )
      .innerJoin('inspection as i', (on) =>
        on.onRef('i.merchantId', '=', 'u.merchantId').onRef('i.id', '=', 'u.inspectionId'),
      )
      .select(({ ref }) => [
        dayOf(ref('o.shippedAt')).as('day'),
        'o.shopAccountId',
        'o.channel',
        'i.inspectorId',
        count.as('shippedUnits'),
      ])
      .groupBy([sql`1`, 'o.shopAccountId', 'o.channel', 'i.inspectorId']),
  )

/**
 * What the bills of a day come to: incomes less expenses, the cancelled ones and those that only freeze left out, and what
 * moves between account and bank, which is of no channel.
 */
export function netOf(tx: Tx, period: Period) {
  const [from, until] = momentsOf(period)
  return tx.rows(
    db
      .selectFrom('bill as b')
      .where('b.merchantId', '=', tx.merchantId)
      .where('b.occurredAt', '>=', from)
      .where('b.occurredAt', '<', until)
      .where('b.state', '<>', 'cancelled')
      .where('b.type', 'not in', [...FREEZING_TYPES])
      .where('b.channel', 'is not', null)
      .select(({ ref }) => [
        dayOf(ref('b.occurredAt')).as('day'),
        'b.shopAccountId',
        ref('b.channel').$notNull().as('channel'),
        sumOf(sql`case ${ref('b.direction')} when 'in' then ${ref('b.amountFen')} else -${ref('b.amountFen')} end`).as(
          'netFen',
        ),
      ])
      .groupBy([sql`1`, 'b.shopAccountId', 'b.channel']),
  )
}

function casesIn(tx: Tx, period: Period) {
  const [from, until] = momentsOf(period)
  return db
    .selectFrom('refund as r')
    .where('r.merchantId', '=', tx.merchantId)
    .where('r.openedAt', '>=', from)
    .where('r.openedAt', '<', until)
}

/** After-sale cases by the day they were opened, their reason and model. */
export const casesOf = (tx: Tx, period: Period) =>
  tx.rows(
    casesIn(tx, period)
      .select(({ ref }) => [
        dayOf(ref('r.openedAt')).as('day'),
        'r.shopAccountId',
        'r.channel',
        'r.reasonCode',
        'r.modelId',
        count.as('cases'),
      ])
      .groupBy([sql`1`, 'r.shopAccountId', 'r.channel', 'r.reasonCode', 'r.modelId']),
  )

/** The same by who inspected the order's phones: a case counts once for each of these people. */
export const casesByInspector = (tx: Tx, period: Period) =>
  tx.rows(
    casesIn(tx, period)
      .innerJoin('saleOrderUnit as u', (on) =>
        on.onRef('u.merchantId', '=', 'r.merchantId').onRef('u.orderId', '=', 'r.orderId'),
      )
      .innerJoin('inspection as i', (on) =>
        on.onRef('i.merchantId', '=', 'u.merchantId').onRef('i.id', '=', 'u.inspectionId'),
      )
      .select(({ ref }) => [
        dayOf(ref('r.openedAt')).as('day'),
        'r.shopAccountId',
        'r.channel',
        'i.inspectorId',
        sql<number>`count(distinct ${ref('r.id')})::bigint`.as('cases'),
      ])
      .groupBy([sql`1`, 'r.shopAccountId', 'r.channel', 'i.inspectorId']),
  )

const reportsIn = (tx: Tx) =>
  db.selectFrom('inspection as i').where('i.merchantId', '=', tx.merchantId).where('i.channel', '=', BOTH)

/** Reports with a grade by the day they were begun. */
export function reportsOf(tx: Tx, period: Period) {
  const [from, until] = momentsOf(period)
  return tx.rows(
    reportsIn(tx)
      .where('i.createdAt', '>=', from)
      .where('i.createdAt', '<', until)
      .where('i.finalGrade', 'is not', null)
      .select(({ ref }) => [
        dayOf(ref('i.createdAt')).as('day'),
        'i.shopAccountId',
        'i.channel',
        ref('i.finalGrade').$notNull().as('grade'),
        count.as('reports'),
        sql<number>`count(*) filter (where ${ref('i.batchId')} is null)::bigint`.as('singleReports'),
      ])
      .groupBy([sql`1`, 'i.shopAccountId', 'i.channel', 'i.finalGrade']),
  )
}

/** Whether an order came of the entry `e`. */
function hasOrder(tx: Tx) {
  const { ref } = expressionBuilder<{ e: Tables['auctionEntry'] }, 'e'>()
  const orders = db
    .selectFrom('saleOrderAuction as a')
    .where('a.merchantId', '=', tx.merchantId)
    .where('a.scheduleDate', '=', ref('e.scheduleDate'))
    .where('a.entryId', '=', ref('e.id'))
    .select('a.orderId')
  return sql<boolean>`exists (${orders})`
}

/** Entries that were put to auction, by session: neither taken back before it, nor cancelled with it. */
export const entriesOf = (tx: Tx, { from, to }: Period) =>
  tx.rows(
    db
      .selectFrom('auctionEntry as e')
      .innerJoin('listing as l', (on) =>
        on.onRef('l.merchantId', '=', 'e.merchantId').onRef('l.id', '=', 'e.listingId'),
      )
      .where('e.merchantId', '=', tx.merchantId)
      .where('e.scheduleDate', '>=', from)
      .where('e.scheduleDate', '<=', to)
      .where(({ and, eb, or }) =>
        or([
          eb('e.state', 'in', ['bidding', 'negotiating', 'won', 'unsold', 'defaulted']),
          and([eb('e.state', '=', 'closed'), hasOrder(tx)]),
        ]),
      )
      .select(({ ref }) => [
        sql<string>`${ref('e.scheduleDate')}::text`.as('day'),
        'l.shopAccountId',
        'e.scheduleNumber as session',
        count.as('offered'),
      ])
      .groupBy(['e.scheduleDate', 'l.shopAccountId', 'e.scheduleNumber']),
  )

/** The orders that sessions brought, paid for or not. */
export const wonOf = (tx: Tx, { from, to }: Period) =>
  tx.rows(
    db
      .selectFrom('saleOrderAuction as a')
      .innerJoin('saleOrder as o', (on) =>
        on.onRef('o.merchantId', '=', 'a.merchantId').onRef('o.id', '=', 'a.orderId'),
      )
      .where('a.merchantId', '=', tx.merchantId)
      .where('a.scheduleDate', '>=', from)
      .where('a.scheduleDate', '<=', to)
      .select(({ ref }) => [
        sql<string>`${ref('a.scheduleDate')}::text`.as('day'),
        'o.shopAccountId',
        'a.scheduleNumber as session',
        count.as('sold'),
      ])
      .groupBy(['a.scheduleDate', 'o.shopAccountId', 'a.scheduleNumber']),
  )

/** The shop that the report `i` was first offered in. */
function firstShop(tx: Tx) {
  const { ref } = expressionBuilder<{ i: Tables['inspection'] }, 'i'>()
  const shops = db
    .selectFrom('listingUnit as u')
    .innerJoin('listing as l', (on) => on.onRef('l.merchantId', '=', 'u.merchantId').onRef('l.id', '=', 'u.listingId'))
    .where('u.merchantId', '=', tx.merchantId)
    .where('u.inspectionId', '=', ref('i.id'))
    .select('l.shopAccountId')
    .orderBy('l.createdAt')
    .orderBy('l.id')
    .limit(1)
  return sql<string | null>`(${shops})`
}

/** Whether a paid order has the phone of the report `i` by that report. */
function isSold(tx: Tx) {
  const { ref } = expressionBuilder<{ i: Tables['inspection'] }, 'i'>()
  const orders = db
    .selectFrom('saleOrderUnit as u')
    .innerJoin('saleOrder as o', (on) => on.onRef('o.merchantId', '=', 'u.merchantId').onRef('o.id', '=', 'u.orderId'))
    .where('u.merchantId', '=', tx.merchantId)
    .where('u.unitId', '=', ref('i.unitId'))
    .where('u.inspectionId', '=', ref('i.id'))
    .where('o.paidAt', 'is not', null)
    .select('o.id')
  return sql<boolean>`exists (${orders})`
}

/** Phones of the curated channel by the day on which they were first offered, and how many of them were sold since. */
export function offeredOf(tx: Tx, period: Period) {
  const [from, until] = momentsOf(period)
  const reports = db
    .selectFrom('inspection as i')
    .where('i.merchantId', '=', tx.merchantId)
    .where('i.channel', '=', 'curated')
    .where('i.firstListedAt', '>=', from)
    .where('i.firstListedAt', '<', until)
    .select(({ ref }) => [
      dayOf(ref('i.firstListedAt')).as('day'),
      firstShop(tx).as('shopAccountId'),
      isSold(tx).as('isSold'),
    ])
    .as('r')
  return tx.rows(
    db
      .selectFrom(reports)
      .select(({ ref }) => [
        'r.day',
        'r.shopAccountId',
        count.as('offered'),
        sql<number>`count(*) filter (where ${ref('r.isSold')})::bigint`.as('sold'),
      ])
      .groupBy(['r.day', 'r.shopAccountId']),
  )
}

/** The first and the last of moments, as Shanghai days, or of days. */
const endsOf = (moment: Expression<string | null>) => [
  dayOf(sql`min(${moment})`).$castTo<string | null>().as('first'),
  dayOf(sql`max(${moment})`).$castTo<string | null>().as('last'),
]
const endDaysOf = (day: Expression<string | null>) => [
  sql<string | null>`min(${day})::text`.as('first'),
  sql<string | null>`max(${day})::text`.as('last'),
]

/** The ends of everything that a day counts by, each of which an index gives without reading the rows between. */
function endsOfRows({ merchantId }: Tx) {
  const ofChannel = (channel: Channel) => {
    const orders = db.selectFrom('saleOrder').where('merchantId', '=', merchantId).where('channel', '=', channel)
    const reports = db.selectFrom('inspection').where('merchantId', '=', merchantId).where('channel', '=', channel)
    return [
      orders.select(({ ref }) => endsOf(ref('orderedAt'))),
      orders.select(({ ref }) => endsOf(ref('paidAt'))),
      orders.select(({ ref }) => endsOf(ref('shippedAt'))),
      reports.select(({ ref }) => endsOf(ref('createdAt'))),
      reports.select(({ ref }) => endsOf(ref('firstListedAt'))),
    ]
  }
  const bills = db.selectFrom('bill').where('merchantId', '=', merchantId)
  const cases = db.selectFrom('refund').where('merchantId', '=', merchantId)
  const entries = db.selectFrom('auctionEntry').where('merchantId', '=', merchantId)
  const won = db.selectFrom('saleOrderAuction').where('merchantId', '=', merchantId)
  return bills
    .select(({ ref }) => endsOf(ref('occurredAt')))
    .unionAll(cases.select(({ ref }) => endsOf(ref('openedAt'))))
    .unionAll(entries.select(({ ref }) => endDaysOf(ref('scheduleDate'))))
    .unionAll(won.select(({ ref }) => endDaysOf(ref('scheduleDate'))))
    .unionAll(CHANNELS.flatMap(ofChannel))
}

/** The first and the last day that has something to count, or null. */
export async function daysWithRows(tx: Tx): Promise<Period | null> {
  const ends = await tx.rows(endsOfRows(tx))
  const days = ends.flatMap(({ first, last }) => (first === null || last === null ? [] : [first, last])).sort()
  const [from, to] = [days.at(0), days.at(-1)]
  return from === undefined || to === undefined ? null : { from, to }
}
