import type { Tx } from '../../database/database.ts'
import { db } from '../../database/query.ts'

/** What became of a unit with an order: the one that holds it first. */
export const salesOf = (tx: Tx, unitId: string) =>
  tx.rows(
    db
      .selectFrom('saleOrderUnit')
      .where('merchantId', '=', tx.merchantId)
      .where('unitId', '=', unitId)
      .orderBy('holding', 'desc')
      .select(['orderId', 'holding', 'dispatchState']),
  )
