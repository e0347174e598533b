import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { anyOf, db } from '../../database/query.ts'

/** How far the phones of a case are on their way back. */
export interface ReturnedGoods {
  /** The phones that the order left with, as far as we know them. */
  readonly unitCount: number
  readonly receivedCount: number
  readonly recheckedCount: number
  /** Of those that were re-checked, how many are not as they were sold. */
  readonly differentCount: number
  /** Of those that were scanned in, how many are not in stock again, and how many of these nobody has re-checked. */
  readonly unstockedCount: number
  readonly unseenCount: number
  /** When the last one was scanned in, and when the last one was re-checked once all were; null before. */
  readonly receivedAt: string | null
  readonly recheckedAt: string | null
}

/** A case as its phones are counted for it. */
export interface CountedRefund {
  readonly refundId: string
}

/** The one that a case sends out in exchange is none that it waits for. */
const unitCounts = (tx: Tx, refundIds: readonly string[]) =>
  tx.rows(
    db
      .selectFrom('refund as r')
      .innerJoin('saleOrderUnit as u', (join) =>
        join.onRef('u.merchantId', '=', 'r.merchantId').onRef('u.orderId', '=', 'r.orderId'),
      )
      .where('r.merchantId', '=', tx.merchantId)
      .where('r.id', '=', anyOf(refundIds))
      .where('u.dispatchState', 'in', ['shipped', 'returned'])
      .where(({ eb, ref }) => eb('u.unitId', 'is distinct from', ref('r.replacementUnitId')))
      .groupBy('r.id')
      .select(({ fn }) => ['r.id as refundId', fn.countAll<number>().as('unitCount')]),
  )

const receivedCounts = (tx: Tx, refundIds: readonly string[]) =>
  tx.rows(
    db
      .selectFrom('refundUnit')
      .where('merchantId', '=', tx.merchantId)
      .where('refundId', '=', anyOf(refundIds))
      .groupBy('refundId')
      .select(({ fn, ref }) => [
        'refundId',
        fn.countAll<number>().as('receivedCount'),
        fn.count<number>('recheckedAt').as('recheckedCount'),
        sql<number>`count(*) filter (where ${ref('outcomes')} is not null and not 'asSold' = any(${ref('outcomes')}))`.as(
          'differentCount',
        ),
        sql<number>`count(*) filter (where ${ref('newUnitId')} is null)`.as('unstockedCount'),
        sql<number>`count(*) filter (where ${ref('newUnitId')} is null and ${ref('recheckedAt')} is null)`.as(
          'unseenCount',
        ),
        fn.max('receivedAt').as('receivedAt'),
        fn.max('recheckedAt').as('lastRecheckedAt'),
      ]),
  )

/** Of a case none of whose phones are known. */
export const NO_GOODS: ReturnedGoods = {
  unitCount: 0,
  receivedCount: 0,
  recheckedCount: 0,
  differentCount: 0,
  unstockedCount: 0,
  unseenCount: 0,
  receivedAt: null,
  recheckedAt: null,
}

/** How far the phones of these cases are, by case. */
export async function returnedGoodsOf(
  tx: Tx,
  refunds: readonly CountedRefund[],
): Promise<ReadonlyMap<string, ReturnedGoods>> {
  if (refunds.length === 0) return new Map()
  const refundIds = refunds.map(({ refundId }) => refundId)
  const counts = await unitCounts(tx, refundIds)
  const received = await receivedCounts(tx, refundIds)
  const unitCountOf = new Map(counts.map(({ refundId, unitCount }) => [refundId, unitCount]))
  const receivedOf = new Map(
    received.map(({ refundId, lastRecheckedAt, ...row }) => {
      const isWhole = row.recheckedCount === row.receivedCount
      return [refundId, { ...row, recheckedAt: isWhole ? lastRecheckedAt : null }]
    }),
  )
  return new Map(
    refundIds.map((refundId) => [
      refundId,
      { ...NO_GOODS, ...receivedOf.get(refundId), unitCount: unitCountOf.get(refundId) ?? 0 },
    ]),
  )
}
