import type { ParsedOf } from '@huanji/contract/call'
import type { billDetail } from '@huanji/contract/features/bill/calls'
import { CHANNELS } from '@huanji/domain/channel'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { valuesOf } from '../../database/list-filter.ts'
import { type ListPage, listPage } from '../../database/list-page.ts'
import { anyOf, db, type RowOfQuery } from '../../database/query.ts'

export type BilledOrderFilter = ParsedOf<typeof billDetail.orders>

const listed = (tx: Tx) =>
  db
    .selectFrom('saleOrder as o')
    .where('o.merchantId', '=', tx.merchantId)
    .select([
      'o.id as orderId',
      'o.orderNo',
      'o.channel',
      'o.shopAccountId',
      'o.title',
      'o.imei',
      'o.dealPriceFen',
      'o.orderedAt',
      'o.completedAt',
    ])
    .select(({ selectFrom }) =>
      sql<string>`${selectFrom('shopAccount as s')
        .where('s.merchantId', '=', tx.merchantId)
        .whereRef('s.id', '=', 'o.shopAccountId')
        .select('s.shopName')}`.as('shopName'),
    )

/** An order as the list by orders shows it. */
export type BilledOrder = RowOfQuery<typeof listed>

/** One page of the orders that have bills, newest first. */
export function listBilledOrders(tx: Tx, filter: BilledOrderFilter): Promise<ListPage<BilledOrder>> {
  // written out, since only then the indexes over these orders fit
  let orders = listed(tx).where(({ eb }) => eb('o.isBilled', '=', sql.lit(true)))
  const { refundNo, orderNo, shopAccountId, orderedFrom, orderedTo } = filter
  if (orderNo) orders = orders.where('o.orderNo', '=', orderNo)
  if (refundNo) {
    const moved = db
      .selectFrom('bill as r')
      .where('r.merchantId', '=', tx.merchantId)
      .where('r.refundNo', '<>', '')
      .where('r.refundNo', '=', refundNo)
      .where('r.orderId', 'is not', null)
    orders = orders.where('o.id', 'in', moved.select(sql<string>`${sql.ref('r.orderId')}`.as('orderId')))
  }
  if (shopAccountId) orders = orders.where('o.shopAccountId', '=', shopAccountId)
  if (orderedFrom) orders = orders.where('o.orderedAt', '>=', orderedFrom)
  if (orderedTo) orders = orders.where('o.orderedAt', '<=', orderedTo)
  const given = valuesOf(filter.channel)
  // the indexes in the order of time begin with the channel
  const [only, ...others] = given.length > 0 ? given : CHANNELS
  if (only !== undefined && others.length === 0) orders = orders.where('o.channel', '=', only)
  const several =
    only === undefined || others.length === 0
      ? undefined
      : ({ column: 'o.channel', type: 'text', values: [only, ...others] } as const)
  return listPage(tx, orders, {
    sort: { column: 'o.orderedAt', idColumn: 'o.id', direction: 'desc' },
    paging: filter,
    several,
  })
}

const rowsOf = (tx: Tx, orderIds: readonly string[]) =>
  db
    .selectFrom('bill as b')
    .where('b.merchantId', '=', tx.merchantId)
    .where('b.orderId', '=', anyOf(orderIds))
    .orderBy('b.id')
    .select([
      'b.id as billId',
      'b.billNo',
      'b.orderId',
      'b.type',
      'b.direction',
      'b.state',
      'b.amountFen',
      'b.refundNo',
      'b.source',
      'b.formula',
      'b.occurredAt',
      'b.settledAt',
      'b.remark',
    ])

/** The rows of orders, oldest first. */
export const billsOfOrders = (tx: Tx, orderIds: readonly string[]): Promise<RowOfQuery<typeof rowsOf>[]> =>
  tx.rows(rowsOf(tx, orderIds))
