import type { Tx } from '../../database/database.ts'
import { db } from '../../database/query.ts'

const SHOWN = 20

/** Whose parcel a number is. */
export interface SentParcel {
  readonly orderNo: string
  readonly buyerId: string
  readonly buyerNick: string
  readonly sentAt: string
}

/** The parcels that left under a number within the last days: orders', and those of after-sale cases; by index each. */
export async function parcelsUnder(tx: Tx, waybill: string, since: string): Promise<SentParcel[]> {
  const { merchantId } = tx
  const orders = db
    .selectFrom('saleOrder as o')
    .where('o.merchantId', '=', merchantId)
    .where('o.waybill', '<>', '')
    .where('o.waybill', '=', waybill)
    .where('o.shippedAt', '>=', since)
    .select(({ ref }) => ['o.orderNo', 'o.buyerId', 'o.buyerNick', ref('o.shippedAt').$notNull().as('sentAt')])
  const sent = await tx.rows(orders.orderBy('o.shippedAt').limit(SHOWN))
  for (const column of ['r.resendWaybill', 'r.refusedWaybill'] as const) {
    const cases = db
      .selectFrom('refund as r')
      .innerJoin('saleOrder as o', (on) =>
        on.onRef('o.merchantId', '=', 'r.merchantId').onRef('o.id', '=', 'r.orderId'),
      )
      .where('r.merchantId', '=', merchantId)
      .where(column, '<>', '')
      .where(column, '=', waybill)
      .where('r.updatedAt', '>=', since)
      .select(['o.orderNo', 'o.buyerId', 'o.buyerNick', 'r.updatedAt as sentAt'])
    sent.push(...(await tx.rows(cases.limit(SHOWN))))
  }
  return sent
}

/** Whether the merchant has an order with this number, as far as the transaction sees. */
export async function hasOrder(tx: Tx, orderNo: string): Promise<boolean> {
  const order = db.selectFrom('saleOrder').where('merchantId', '=', tx.merchantId).where('orderNo', '=', orderNo)
  return (await tx.one(order.select('id'))) !== null
}
