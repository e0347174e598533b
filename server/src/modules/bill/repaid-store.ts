import { NOTHING_REPAID, type Repaid, repaidBy } from '@huanji/domain/fees/proceeds'
import type { Tx } from '../../database/database.ts'
import { anyOf, db } from '../../database/query.ts'

/** What the cases of an order have cost so far, and when the first that paid ended; ISO 8601, null while none has. */
export interface RepaidOrder extends Repaid {
  readonly repaidAt: string | null
}

const NOTHING: RepaidOrder = { ...NOTHING_REPAID, repaidAt: null }

/** What the cases of these orders have cost so far, of the orders that have such a case. */
export async function repaidOfOrders(tx: Tx, orderIds: readonly string[]): Promise<ReadonlyMap<string, RepaidOrder>> {
  if (orderIds.length === 0) return new Map()
  const cases = await tx.rows(
    db
      .selectFrom('refund')
      .where('merchantId', '=', tx.merchantId)
      .where('orderId', '=', anyOf(orderIds))
      .where('state', 'in', ['succeeded', 'awaiting_resend'])
      .select(['orderId', 'kind', 'decidedPlan', 'state', 'reasonCode', 'amountFen', 'returnWaybill', 'endedAt']),
  )
  return new Map(
    [...Map.groupBy(cases, ({ orderId }) => orderId)].map(([orderId, ofOrder]) => {
      const ends = ofOrder.flatMap(({ endedAt }) => (endedAt === null ? [] : [endedAt])).sort()
      return [orderId, { ...repaidBy(ofOrder), repaidAt: ends[0] ?? null }]
    }),
  )
}

/** The same of one order. */
export const repaidOfOrder = async (tx: Tx, orderId: string): Promise<RepaidOrder> =>
  (await repaidOfOrders(tx, [orderId])).get(orderId) ?? NOTHING
