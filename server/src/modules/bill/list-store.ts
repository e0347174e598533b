import type { ParsedOf } from '@huanji/contract/call'
import type { bill } from '@huanji/contract/features/bill/calls'
import { CHANNELS } from '@huanji/domain/channel'
import { BANK_TYPES, BILL_TYPES, type BillTypeCode, FREEZING_TYPES } from '@huanji/domain/fees/bill-types'
import { BILL_STATES, type BillState } from '@huanji/domain/states/bill'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { oneOf, takeSeveral, valuesOf } from '../../database/list-filter.ts'
import { countByValue, optionsIn, wordsAsOptions } from '../../database/list-options.ts'
import { countByState, listPage, type SortedPage } from '../../database/list-page.ts'
import { sortParts } from '../../database/list-sort.ts'
import { db, type RowOfQuery } from '../../database/query.ts'

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
  if (filter.refundNo) bills = bills.where('b.refundNo', '<>', '').where('b.refundNo', '=', filter.refundNo)
  if (filter.orderNo) bills = bills.where('b.orderNo', '<>', '').where('b.orderNo', '=', filter.orderNo)
  if (filter.occurredFrom) bills = bills.where('b.occurredAt', '>=', filter.occurredFrom)
  if (filter.occurredTo) bills = bills.where('b.occurredAt', '<=', filter.occurredTo)
  if (filter.updatedFrom) bills = bills.where('b.updatedAt', '>=', filter.updatedFrom)
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
      'b.refundNo',
      'b.shopAccountId',
      'b.title',
      'b.imei',
      'b.dealPriceFen',
      'b.amountFen',
      'b.formula',
      'b.occurredAt',
      'b.settledAt',
      'b.updatedAt',
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
        .where('o.type', 'not in', FREEZING_TYPES)
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

/** `updatedAt` is the order of what changed since a moment, whatever else was asked for. */
const SORTED_BY = { occurredAt: 'b.occurredAt', amount: 'b.amountFen', updatedAt: 'b.updatedAt' } as const

/** One page of bill rows, newest first unless `filter.sort` says otherwise. */
export async function listBills(tx: Tx, filter: BillFilter): Promise<SortedPage<BillRow, BillFilter['sort']>> {
  const asked = filter.updatedFrom ? null : (filter.sort ?? null)
  const { key, direction } = sortParts(asked ?? (filter.updatedFrom ? 'updatedAt.asc' : 'occurredAt.desc'))
  const sort = { column: SORTED_BY[key], idColumn: 'b.id', direction } as const
  const taken = key === 'updatedAt' ? null : severalOf(filter, key === 'amount')
  const bills = listed(tx, taken?.filter ?? filter)
  const page = await listPage(tx, bills, { sort, paging: filter, several: taken?.several })
  return { ...page, sort: asked }
}

const STATES = BILL_STATES.states.map(({ code }) => code)

/** How many bill rows of the filter stand in each state, each count capped. */
export const countBills = (tx: Tx, filter: BillFilter): Promise<Record<BillState, number>> =>
  countByState(tx, filtered(tx, { ...filter, state: undefined }), 'b.state', STATES)

/** How many bill rows there are for each value of the filter that is asked about, each count capped; null where none is. */
export async function countBillOptions(tx: Tx, filter: BillFilter): Promise<Record<string, number> | null> {
  const { countBy, channel, shopAccountId, type, direction, state, orderNo, refundNo, occurredFrom, occurredTo } =
    filter
  if (countBy === undefined) return null
  const values = { channel, shopAccountId, type, direction, [countBy]: undefined }
  const rows = filtered(tx, { ...filter, ...values })
  const isFiltered = Boolean(
    state ||
      orderNo ||
      refundNo ||
      occurredFrom ||
      occurredTo ||
      filter.updatedFrom ||
      Object.values(values).some(Boolean),
  )
  const isIndexed = !isFiltered && (countBy === 'shopAccountId' || countBy === 'type')
  const { column } = FILTERS[countBy]
  const all = db.selectFrom('bill as b').where('b.merchantId', '=', tx.merchantId)
  const options = countBy === 'shopAccountId' ? optionsIn(all, column) : wordsAsOptions(WORDS[countBy])
  return countByValue(tx, rows, column, { options, isIndexed })
}

const WORDS = { type: TYPES, channel: CHANNELS, direction: ['in', 'out'] } as const

/** Sums over a filter, in fen: income, expense and net of what earns or costs something. */
export interface BillTotals {
  readonly incomeFen: number
  readonly expenseFen: number
  readonly netFen: number
  /** What came from the bank, less what went to it. */
  readonly movedFen: number
  /** Awaited rows that a case holds back, and what is frozen on the account. */
  readonly frozenFen: number
}

/**
 * Totals of the whole filter; rows that were cancelled move no money and do not count, those that freeze and those between
 * account and bank count apart.
 */
export async function billTotals(tx: Tx, filter: BillFilter): Promise<BillTotals> {
  const row = await tx.one(
    filtered(tx, filter)
      .where('b.state', '<>', 'cancelled')
      .select(({ ref, eb }) => {
        const isFreezing = eb('b.type', 'in', FREEZING_TYPES)
        const isBank = eb('b.type', 'in', BANK_TYPES)
        const sumOf = (direction: 'in' | 'out') =>
          sql<number>`coalesce(sum(${ref('b.amountFen')}) filter (where ${ref('b.direction')} = ${sql.lit(direction)} and not ${isFreezing} and not ${isBank}), 0)::bigint`
        const signed = sql<number>`case ${ref('b.direction')} when 'in' then ${ref('b.amountFen')} else -${ref('b.amountFen')} end`
        const onAccount = sql<number>`coalesce(-sum(${signed}) filter (where ${isFreezing}), 0)::bigint`
        const moved = sql<number>`coalesce(sum(${signed}) filter (where ${isBank}), 0)::bigint`
        const held = sql<number>`coalesce(sum(${signed}) filter (where ${ref('b.state')} = 'frozen'), 0)::bigint`
        return [
          sumOf('in').as('incomeFen'),
          sumOf('out').as('expenseFen'),
          onAccount.as('onAccountFen'),
          moved.as('movedFen'),
          held.as('heldFen'),
        ]
      }),
  )
  const { incomeFen, expenseFen, onAccountFen, movedFen, heldFen } = row ?? NOTHING
  return { incomeFen, expenseFen, netFen: incomeFen - expenseFen, movedFen, frozenFen: onAccountFen + heldFen }
}

const NOTHING = { incomeFen: 0, expenseFen: 0, onAccountFen: 0, movedFen: 0, heldFen: 0 }
