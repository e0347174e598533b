import { NOTHING_REPAID } from '@huanji/domain/fees/proceeds'
import type { OrderBooks } from '@huanji/domain/fees/reconcile'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { anyOf, type ColumnsOf, db, type RowOf } from '../../database/query.ts'
import { billsOfOrders } from '../bill/order-store.ts'
import { repaidOfOrders } from '../bill/repaid-store.ts'
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
  'remoteUpdatedAt',
] as const satisfies ColumnsOf<'saleOrder'>

/** An order with all that is known of its money. */
export type CheckedOrder = RowOf<'saleOrder', typeof ORDER_COLUMNS> & OrderBooks

const ordersOf = (tx: Tx) => db.selectFrom('saleOrder').where('merchantId', '=', tx.merchantId)

/**
 * The books of orders, in the order of their ids. Whoever writes an order's money holds the order: nobody does while its
 * books are read, row by row in statements of their own, so the orders are held to the commit.
 */
export async function booksOf(tx: Tx, orderIds: readonly string[]): Promise<CheckedOrder[]> {
  if (orderIds.length === 0) return []
  const held = ordersOf(tx).where('id', '=', anyOf(orderIds)).orderBy('id').forShare()
  const orders = await tx.rows(held.select(ORDER_COLUMNS))
  const bills = Map.groupBy(await billsOfOrders(tx, orderIds), ({ orderId }) => orderId)
  const settlements = Map.groupBy(await settlementsOfOrders(tx, orderIds), ({ orderId }) => orderId)
  const repaid = await repaidOfOrders(tx, orderIds)
  return orders.map((order) => ({
    ...order,
    repaid: repaid.get(order.orderId) ?? NOTHING_REPAID,
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
  /** Where the part before ended: what `next` gave; empty for the first. */
  readonly cursor: string
}

/** A moment and the number of the settlement then. */
function partsOf(cursor: string): [at: string, settlementNo: string] {
  const end = cursor.indexOf(' ')
  return [cursor.slice(0, end), cursor.slice(end + 1)]
}

/**
 * Orders from before that the marketplace paid, or charged, for since: those of the next settlements in the order of time,
 * at most `limit`. An order comes again with another of its settlements. `next` is null at the end.
 */
export async function ordersPaidSince(
  tx: Tx,
  { beforeId, since, cursor }: OlderOrders,
  limit: number,
): Promise<{ readonly orderIds: string[]; readonly next: string | null }> {
  const [at, afterNo] = cursor === '' ? [since, ''] : partsOf(cursor)
  const settlements = db
    .selectFrom('settlement')
    .where('merchantId', '=', tx.merchantId)
    .where(sql<boolean>`(settled_at, settlement_no) > (${at}::timestamptz, ${afterNo})`)
    .orderBy('settledAt')
    .orderBy('settlementNo')
    .limit(limit)
  const rows = await tx.rows(settlements.select(['orderId', 'settledAt', 'settlementNo']))
  const last = rows.at(-1)
  const ids = rows.flatMap(({ orderId }) => (orderId !== null && orderId < beforeId ? [orderId] : []))
  const next = last === undefined || rows.length < limit ? null : `${last.settledAt} ${last.settlementNo}`
  return { orderIds: [...new Set(ids)], next }
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

/** The orders of these numbers that are known, in the order of their ids. */
export function ordersByNo(
  tx: Tx,
  orderNos: readonly string[],
): Promise<Pick<CheckedOrder, 'orderId' | 'orderNo' | 'channel' | 'shopAccountId'>[]> {
  return tx.rows(
    ordersOf(tx)
      .where('orderNo', '=', anyOf(orderNos))
      .orderBy('id')
      .select(['id as orderId', 'orderNo', 'channel', 'shopAccountId']),
  )
}
