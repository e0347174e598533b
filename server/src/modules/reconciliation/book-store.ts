import type { OrderBooks } from '@huanji/domain/fees/reconcile'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { anyOf, type ColumnsOf, db, type RowOf } from '../../database/query.ts'
import { billsOfOrders } from '../bill/order-store.ts'
import { settlementsOfOrders } from '../bill/settlement-store.ts'

const ORDER_COLUMNS = [
  'id as orderId',
  'orderNo',
  'channel',
  'shopAccountId',
  'state',
  'dealPriceFen',
  'freightFen',
  'unitCount',
  'orderedAt',
] as const satisfies ColumnsOf<'saleOrder'>

/** An order with all that is known of its money. */
export type CheckedOrder = RowOf<'saleOrder', typeof ORDER_COLUMNS> & OrderBooks

const ordersOf = (tx: Tx) => db.selectFrom('saleOrder').where('merchantId', '=', tx.merchantId)

/** The books of orders, in the order of their ids. */
export async function booksOf(tx: Tx, orderIds: readonly string[]): Promise<CheckedOrder[]> {
  if (orderIds.length === 0) return []
  const orders = await tx.rows(ordersOf(tx).where('id', '=', anyOf(orderIds)).orderBy('id').select(ORDER_COLUMNS))
  const bills = Map.groupBy(await billsOfOrders(tx, orderIds), ({ orderId }) => orderId)
  const settlements = Map.groupBy(await settlementsOfOrders(tx, orderIds), ({ orderId }) => orderId)
  return orders.map((order) => ({
    ...order,
    bills: bills.get(order.orderId) ?? [],
    settlements: settlements.get(order.orderId) ?? [],
  }))
}

/** The next orders that are completed, or have bills or settlements, after `afterId` in the order of their ids. */
export async function ordersToCheck(tx: Tx, afterId: string, limit: number): Promise<string[]> {
  const bills = db
    .selectFrom('bill as b')
    .where('b.merchantId', '=', tx.merchantId)
    .where('b.orderId', '=', sql.ref<string>('o.id'))
  const settlements = db
    .selectFrom('settlement as s')
    .where('s.merchantId', '=', tx.merchantId)
    .where('s.orderId', '=', sql.ref<string>('o.id'))
  const rows = await tx.rows(
    db
      .selectFrom('saleOrder as o')
      .where('o.merchantId', '=', tx.merchantId)
      .where('o.id', '>', afterId)
      .where(({ eb, exists, or }) =>
        or([
          eb('o.state', '=', 'completed'),
          exists(bills.select('b.id')),
          exists(settlements.select('s.settlementNo')),
        ]),
      )
      .orderBy('o.id')
      .limit(limit)
      .select('o.id as orderId'),
  )
  return rows.map(({ orderId }) => orderId)
}

export interface OlderOrders {
  /** Those from here on are looked at as they were taken in. */
  readonly beforeId: string
  readonly since: string
  readonly afterId: string
}

/** The next orders from before that the marketplace paid, or charged, for since. */
export async function ordersPaidSince(
  tx: Tx,
  { beforeId, since, afterId }: OlderOrders,
  limit: number,
): Promise<string[]> {
  const rows = await tx.rows(
    db
      .selectFrom('settlement')
      .where('merchantId', '=', tx.merchantId)
      .where('settledAt', '>=', since)
      .where('orderId', '>', afterId)
      .where('orderId', '<', beforeId)
      .distinct()
      .orderBy('orderId')
      .limit(limit)
      .select(sql<string>`${sql.ref('orderId')}`.as('orderId')),
  )
  return rows.map(({ orderId }) => orderId)
}

/** Rows of an order number that no order here has; money in fen. */
export interface LooseBills {
  readonly orderNo: string
  readonly shopAccountId: string
  readonly netFen: number
}

/** Order numbers with rows and without an order: those after `afterNo`, or the ones asked for. */
export function looseBills(
  tx: Tx,
  which: { readonly afterNo: string; readonly limit: number } | { readonly orderNos: readonly string[] },
): Promise<LooseBills[]> {
  const signed = sql<number>`case direction when 'in' then amount_fen else -amount_fen end`
  let rows = db
    .selectFrom('bill')
    .where('merchantId', '=', tx.merchantId)
    .where('orderId', 'is', null)
    .where('orderNo', '<>', '')
    .where('source', '=', 'settlement')
    .groupBy('orderNo')
    .orderBy('orderNo')
  if ('orderNos' in which) rows = rows.where('orderNo', '=', anyOf(which.orderNos))
  else rows = rows.where('orderNo', '>', which.afterNo).limit(which.limit)
  return tx.rows(
    rows
      .select(['orderNo'])
      .select([
        sql<string>`(min(shop_account_id::text))::uuid`.as('shopAccountId'),
        sql<number>`sum(${signed})::bigint`.as('netFen'),
      ]),
  )
}

/** The orders of these numbers that are known. */
export function ordersByNo(
  tx: Tx,
  orderNos: readonly string[],
): Promise<Pick<CheckedOrder, 'orderId' | 'orderNo' | 'channel' | 'shopAccountId'>[]> {
  return tx.rows(
    ordersOf(tx)
      .where('orderNo', '=', anyOf(orderNos))
      .select(['id as orderId', 'orderNo', 'channel', 'shopAccountId']),
  )
}
