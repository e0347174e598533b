import type { ParsedOf } from '@huanji/contract/call'
import type { bill } from '@huanji/contract/calls/bill'
import { CHANNELS, type Channel } from '@huanji/domain/channel'
import { BILL_TYPES, type BillTypeCode } from '@huanji/domain/fees/bill-types'
import { BILL_STATES, type BillAction, type BillState } from '@huanji/domain/states/bill'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { oneOf, takeSeveral, valuesOf } from '../../database/list-filter.ts'
import { countByValue, optionsIn, wordsAsOptions } from '../../database/list-options.ts'
import { countByState, listPage, type SortedPage } from '../../database/list-page.ts'
import { sortParts } from '../../database/list-sort.ts'
import { type ColumnsOf, db, type RowOf, type RowOfQuery } from '../../database/query.ts'
import { moveState } from '../history/state-store.ts'
import type { SystemWho } from '../history/store.ts'

export type BillFilter = ParsedOf<typeof bill.list>

/** The filters that take several values. */
const FILTERS = {
  shopAccountId: { column: 'b.shopAccountId', type: 'uuid' },
  type: { column: 'b.type', type: 'text' },
  channel: { column: 'b.channel', type: 'text' },
  direction: { column: 'b.direction', type: 'text' },
} as const

/** The bill rows of a filter. */
function filtered(tx: Tx, filter: BillFilter) {
  let bills = db.selectFrom('bill as b').where('b.merchantId', '=', tx.merchantId)
  if (filter.channel) bills = bills.where('b.channel', '=', oneOf(filter.channel))
  if (filter.shopAccountId) bills = bills.where('b.shopAccountId', '=', oneOf(filter.shopAccountId))
  if (filter.type) bills = bills.where('b.type', '=', sql<BillTypeCode>`${oneOf(filter.type)}`)
  if (filter.direction) bills = bills.where('b.direction', '=', oneOf(filter.direction))
  if (filter.state) bills = bills.where('b.state', '=', filter.state)
  if (filter.orderNo) bills = bills.where('b.orderNo', '<>', '').where('b.orderNo', '=', filter.orderNo)
  if (filter.occurredFrom) bills = bills.where('b.occurredAt', '>=', filter.occurredFrom)
  if (filter.occurredTo) bills = bills.where('b.occurredAt', '<=', filter.occurredTo)
  return bills
}

const listed = (tx: Tx, filter: BillFilter) =>
  filtered(tx, filter)
    .select([
      'b.id as billId',
      'b.billNo',
      'b.type',
      'b.direction',
      'b.state',
      'b.channel',
      'b.orderId',
      'b.orderNo',
      'b.shopAccountId',
      'b.title',
      'b.imei',
      'b.dealPriceFen',
      'b.amountFen',
      'b.formula',
      'b.occurredAt',
      'b.settledAt',
      'b.remark',
    ])
    .select(({ selectFrom }) =>
      sql<string>`${selectFrom('shopAccount as s')
        .where('s.merchantId', '=', tx.merchantId)
        .whereRef('s.id', '=', 'b.shopAccountId')
        .select('s.shopName')}`.as('shopName'),
    )
    .select(({ selectFrom }) =>
      sql<number | null>`${selectFrom('bill as o')
        .where('o.merchantId', '=', tx.merchantId)
        .whereRef('o.orderId', '=', 'b.orderId')
        .where('o.state', '<>', 'cancelled')
        .select(({ ref }) =>
          sql<number>`sum(case ${ref('o.direction')} when 'in' then ${ref('o.amountFen')} else -${ref('o.amountFen')} end)::bigint`.as(
            'netFen',
          ),
        )}`.as('orderNetFen'),
    )

/** A bill row; money in fen, times ISO 8601. */
export type BillRow = RowOfQuery<typeof listed>

const TYPES = BILL_TYPES.map(({ code }) => code)

/** Whose rows are merged: those of several shops, or of the types where each has its own order of amounts. */
function severalOf(filter: BillFilter, isByAmount: boolean) {
  if (!isByAmount) return takeSeveral(filter, { shopAccountId: FILTERS.shopAccountId })
  const types = valuesOf(filter.type)
  if (types.length === 1) return null
  return {
    filter: { ...filter, type: undefined },
    several: { ...FILTERS.type, values: types.length > 0 ? types : TYPES },
  }
}

const SORTED_BY = { occurredAt: 'b.occurredAt', amount: 'b.amountFen' } as const

/** One page of bill rows, newest first unless `filter.sort` says otherwise. */
export async function listBills(tx: Tx, filter: BillFilter): Promise<SortedPage<BillRow, BillFilter['sort']>> {
  const { key, direction } = sortParts(filter.sort ?? 'occurredAt.desc')
  const sort = { column: SORTED_BY[key], idColumn: 'b.id', direction } as const
  const taken = severalOf(filter, key === 'amount')
  const bills = listed(tx, taken?.filter ?? filter)
  const page = await listPage(tx, bills, { sort, paging: filter, several: taken?.several })
  return { ...page, sort: filter.sort ?? null }
}

const STATES = BILL_STATES.states.map(({ code }) => code)

/** How many bill rows of the filter stand in each state, each count capped. */
export const countBills = (tx: Tx, filter: BillFilter): Promise<Record<BillState, number>> =>
  countByState(tx, filtered(tx, { ...filter, state: undefined }), 'b.state', STATES)

/** How many bill rows there are for each value of the filter that is asked about, each count capped; null where none is. */
export async function countBillOptions(tx: Tx, filter: BillFilter): Promise<Record<string, number> | null> {
  const { countBy, channel, shopAccountId, type, direction, state, orderNo, occurredFrom, occurredTo } = filter
  if (countBy === undefined) return null
  const values = { channel, shopAccountId, type, direction, [countBy]: undefined }
  const rows = filtered(tx, { ...filter, ...values })
  const isFiltered = Boolean(state || orderNo || occurredFrom || occurredTo || Object.values(values).some(Boolean))
  const isIndexed = !isFiltered && (countBy === 'shopAccountId' || countBy === 'type')
  const { column } = FILTERS[countBy]
  const all = db.selectFrom('bill as b').where('b.merchantId', '=', tx.merchantId)
  const options = countBy === 'shopAccountId' ? optionsIn(all, column) : wordsAsOptions(WORDS[countBy])
  return countByValue(tx, rows, column, { options, isIndexed })
}

const WORDS = { type: TYPES, channel: CHANNELS, direction: ['in', 'out'] } as const

/** Sums over a filter, in fen. */
export interface BillTotals {
  readonly incomeFen: number
  readonly expenseFen: number
  readonly netFen: number
}

/** Totals of the whole filter; rows that were cancelled move no money and do not count. */
export async function billTotals(tx: Tx, filter: BillFilter): Promise<BillTotals> {
  const row = await tx.one(
    filtered(tx, filter)
      .where('b.state', '<>', 'cancelled')
      .select(({ ref }) => {
        const sumOf = (direction: 'in' | 'out') =>
          sql<number>`coalesce(sum(${ref('b.amountFen')}) filter (where ${ref('b.direction')} = ${sql.lit(direction)}), 0)::bigint`
        return [sumOf('in').as('incomeFen'), sumOf('out').as('expenseFen')]
      }),
  )
  const { incomeFen, expenseFen } = row ?? { incomeFen: 0, expenseFen: 0 }
  return { incomeFen, expenseFen, netFen: incomeFen - expenseFen }
}

/** A row to add. */
export interface NewBill {
  readonly billId: string
  readonly billNo: string
  readonly type: BillTypeCode
  readonly direction: 'in' | 'out'
  readonly channel: Channel
  /** Where the row came from: an order that expects it, or a settlement that moved the money; with the type it is unique. */
  readonly source: 'order' | 'settlement'
  readonly sourceId: string
  readonly orderId: string
  readonly orderNo: string
  readonly shopAccountId: string
  readonly title: string
  readonly imei: string
  readonly dealPriceFen: number
  readonly amountFen: number
  readonly formula: string
  readonly occurredAt: string
  readonly remark: string
  readonly now: Date
}

/** Adds a row in the first state of its table; false when its source has brought one of the type already. */
export async function insertBill(tx: Tx, { billId, now, ...bill }: NewBill): Promise<boolean> {
  const row = { merchantId: tx.merchantId, id: billId, state: BILL_STATES.initial, ...bill, createdAt: now }
  const added = db
    .insertInto('bill')
    .values(row)
    .onConflict((conflict) => conflict.columns(['merchantId', 'source', 'sourceId', 'type']).doNothing())
  return (await tx.run(added)) === 1
}

const ORDER_BILL_COLUMNS = [
  'id as billId',
  'type',
  'direction',
  'state',
  'amountFen',
  'remark',
] as const satisfies ColumnsOf<'bill'>

/** A row of an order as settling needs it. */
export type OrderBill = RowOf<'bill', typeof ORDER_BILL_COLUMNS>

const ofOrder = (tx: Tx, orderId: string) =>
  db
    .selectFrom('bill')
    .where('merchantId', '=', tx.merchantId)
    .where('orderId', '=', orderId)
    .orderBy('id')
    .select(ORDER_BILL_COLUMNS)

/** The rows of an order, oldest first. */
export const billsOfOrder = (tx: Tx, orderId: string): Promise<OrderBill[]> => tx.rows(ofOrder(tx, orderId))

/** The rows of an order, locked until the transaction ends. */
export const lockBillsOfOrder = (tx: Tx, orderId: string): Promise<OrderBill[]> =>
  tx.rows(ofOrder(tx, orderId).forUpdate())

/** What the marketplace's settlement says about a row. */
export interface SettledAmount {
  readonly direction: 'in' | 'out'
  readonly amountFen: number
  readonly remark: string
  readonly settlementNo: string
  readonly settledAt: string
}

/** Writes the settled amount into a row. */
export async function setSettledAmount(tx: Tx, billId: string, settled: SettledAmount): Promise<void> {
  const { direction, amountFen, remark, settlementNo, settledAt } = settled
  await tx.run(
    db
      .updateTable('bill')
      .set({ direction, amountFen, remark, settlementNo, settledAt })
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', billId),
  )
}

/** Moves a row along its table and writes its history. Refuses as `moveState` does. */
export function moveBill(
  tx: Tx,
  billId: string,
  action: BillAction,
  by: { readonly who: SystemWho; readonly now: Date; readonly note?: string },
): Promise<BillState> {
  return moveState(tx, { table: 'bill', id: billId, states: BILL_STATES, action, ...by })
}

/** A settlement of the marketplace for an order; its net amount in fen, the moment as ISO 8601. */
export interface NewSettlement {
  readonly settlementNo: string
  readonly orderId: string
  readonly netFen: number
  readonly settledAt: string
}

/** Records that a settlement is taken over; false when it was before, so that none counts twice. */
export async function insertSettlement(tx: Tx, one: NewSettlement): Promise<boolean> {
  const { settlementNo, orderId, netFen, settledAt } = one
  const insert = db
    .insertInto('settlement')
    .values({ merchantId: tx.merchantId, settlementNo, orderId, netFen, settledAt })
    .onConflict((conflict) => conflict.columns(['merchantId', 'settlementNo']).doNothing())
  return (await tx.run(insert)) === 1
}

/** The orders that are completed or have rows, each with the sum of its rows, for comparing both. */
function withBills(tx: Tx) {
  const bills = db
    .selectFrom('bill as b')
    .where('b.merchantId', '=', tx.merchantId)
    .where('b.state', '<>', 'cancelled')
    .where('b.orderId', '=', sql.ref<string>('o.id'))
  return db
    .selectFrom('saleOrder as o')
    .where('o.merchantId', '=', tx.merchantId)
    .where(({ eb, exists, or }) => or([eb('o.state', '=', 'completed'), exists(bills.select('b.id'))]))
    .select([
      'o.id as orderId',
      'o.channel',
      'o.orderNo',
      'o.state',
      'o.dealPriceFen',
      'o.freightFen',
      'o.unitCount',
      'o.orderedAt',
    ])
    .select(({ selectFrom }) => [
      sql<number>`${bills.select(({ fn }) => fn.countAll<number>().as('rows'))}`.as('rowCount'),
      // the rows that were not cancelled, incomes less expenses
      sql<number>`${bills.select(({ ref }) =>
        sql<number>`coalesce(sum(case when ${ref('b.direction')} = 'in' then ${ref('b.amountFen')}
          else -${ref('b.amountFen')} end), 0)::bigint`.as('net'),
      )}`.as('rowsNetFen'),
      // the deal as billed; null without such a row
      bills
        .where('b.type', '=', 'orderSettlement')
        .select(({ fn }) => fn.max('b.amountFen').as('deal'))
        .as('billedDealFen'),
      // what the marketplace's settlements came to together; null before the first
      selectFrom('settlement as s')
        .where('s.merchantId', '=', tx.merchantId)
        .whereRef('s.orderId', '=', 'o.id')
        .select(({ ref }) => sql<number>`sum(${ref('s.netFen')})::bigint`.as('net'))
        .as('settledNetFen'),
    ])
    .orderBy('o.id')
}

/** An order with the sum of its rows; money in fen. */
export type OrderWithBills = RowOfQuery<typeof withBills>

/** The next orders that are completed or have rows, in the order of their ids after `afterId`. */
export function ordersWithBills(tx: Tx, afterId: string, limit: number): Promise<OrderWithBills[]> {
  return tx.rows(withBills(tx).where('o.id', '>', afterId).limit(limit))
}
