import { COUNT_CAP } from '@huanji/contract/constants'
import type { refusedOfOrder } from '@huanji/contract/features/order/order-list'
import type { Channel } from '@huanji/domain/channel'
import { sql } from 'kysely'
import type * as z from 'zod'
import type { Tx } from '../../database/database.ts'
import { db } from '../../database/query.ts'
import type { RequestSubject } from '../request/store.ts'
import type { StateCount } from './store.ts'

/** What of an order the marketplace may have refused for good. */
export type RefusedOfOrder = z.output<typeof refusedOfOrder>

const SUBJECTS: Readonly<Record<RefusedOfOrder, RequestSubject>> = {
  shipped: 'shipment',
  change_price: 'order_price',
  closed: 'order_close',
}

/** The ids of the orders of which the marketplace refused this, until somebody has decided; few, by an index of their own. */
export const refusedOrderIds = (tx: Tx, what: RefusedOfOrder) =>
  db
    .selectFrom('desiredState as x')
    .where('x.merchantId', '=', tx.merchantId)
    .where('x.subject', '=', SUBJECTS[what])
    // as a literal, because only then the index over what was refused is found to fit
    .where('x.state', '=', sql.lit('refused' as const))
    .select('x.subjectId')

/** How many orders of a channel wait for a decision since the marketplace refused this, and the nearest of their deadlines. */
export async function countRefusedOrders(tx: Tx, channel: Channel, what: RefusedOfOrder): Promise<StateCount> {
  const refused = db
    .selectFrom('saleOrder as o')
    .where('o.merchantId', '=', tx.merchantId)
    .where('o.channel', '=', channel)
    .where('o.id', 'in', refusedOrderIds(tx, what))
    .select('o.deadlineAt')
    .limit(COUNT_CAP)
    .as('capped')
  const row = await tx.one(
    db.selectFrom(refused).select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('deadlineAt').as('nearest')]),
  )
  return { count: row?.count ?? 0, nearestDeadline: row?.nearest ?? null }
}
