import type { GlobalTx, Tx } from '../../database/database.ts'
import { type ColumnsOf, db, type RowOf } from '../../database/query.ts'

const DELIVERY = [
  'id as deliveryId',
  'endpointId',
  'event',
  'data',
  'state',
  'attempts',
  'dueAt',
  'status',
  'answer',
  'tookMs',
  'createdAt',
  'finishedAt',
] as const satisfies ColumnsOf<'webhookDelivery'>

export type Delivery = RowOf<'webhookDelivery', typeof DELIVERY>

const deliveries = (tx: Tx) => db.selectFrom('webhookDelivery').where('merchantId', '=', tx.merchantId)

/** The merchants that have something to deliver, at most `limit`; as the worker. */
export async function waitingMerchants(tx: GlobalTx, now: Date, limit: number): Promise<string[]> {
  const due = db
    .selectFrom('webhookDelivery')
    .where('state', '=', 'pending')
    .where('dueAt', '<=', now.toISOString())
    .select('merchantId')
    .distinct()
  return (await tx.rows(due.limit(limit))).map(({ merchantId }) => merchantId)
}

/** The receivers of a merchant for whom something is due. */
export async function waitingEndpoints(tx: Tx, now: Date): Promise<string[]> {
  const due = deliveries(tx).where('state', '=', 'pending').where('dueAt', '<=', now.toISOString())
  return (await tx.rows(due.select('endpointId').distinct())).map(({ endpointId }) => endpointId)
}

/** The delivery to a receiver that is due first, held until the transaction ends; null without one. */
export const lockDue = (tx: Tx, endpointId: string, now: Date): Promise<Delivery | null> =>
  tx.one(
    deliveries(tx)
      .where('endpointId', '=', endpointId)
      .where('state', '=', 'pending')
      .where('dueAt', '<=', now.toISOString())
      .select(DELIVERY)
      .orderBy('dueAt')
      .orderBy('id')
      .limit(1)
      .forUpdate(),
  )

/** One delivery, held until the transaction ends; null when the merchant has no such one. */
export const lockDelivery = (tx: Tx, deliveryId: string): Promise<Delivery | null> =>
  tx.one(deliveries(tx).where('id', '=', deliveryId).select(DELIVERY).forUpdate())

const update = (tx: Tx, deliveryId: string) =>
  db.updateTable('webhookDelivery').where('merchantId', '=', tx.merchantId).where('id', '=', deliveryId)

/** What of a delivery changes. */
export type DeliveryChange = Partial<
  Pick<Delivery, 'state' | 'attempts' | 'status' | 'answer' | 'tookMs'> & {
    readonly dueAt: Date
    readonly finishedAt: Date | null
  }
>

/** Writes down what became of a delivery. */
export async function setDelivery(tx: Tx, deliveryId: string, change: DeliveryChange): Promise<void> {
  await tx.run(update(tx, deliveryId).set(change))
}

/** Gives up what waits for a receiver, and says why. */
export async function dropWaiting(tx: Tx, endpointId: string, answer: string, now: Date): Promise<void> {
  await tx.run(
    db
      .updateTable('webhookDelivery')
      .set({ state: 'dropped', answer, finishedAt: now })
      .where('merchantId', '=', tx.merchantId)
      .where('endpointId', '=', endpointId)
      .where('state', '=', 'pending'),
  )
}

/** How many tests wait for a receiver. */
export async function countTests(tx: Tx, endpointId: string): Promise<number> {
  const waiting = deliveries(tx)
    .where('endpointId', '=', endpointId)
    .where('state', '=', 'pending')
    .where('event', '=', 'test')
  return (await tx.one(waiting.select(({ fn }) => fn.countAll<number>().as('count'))))?.count ?? 0
}

/** What was sent to a receiver, newest first, from behind another delivery on; null where there is no such one. */
export async function listDeliveries(
  tx: Tx,
  endpointId: string,
  after: string | null,
  limit: number,
): Promise<Delivery[] | null> {
  const ofEndpoint = deliveries(tx).where('endpointId', '=', endpointId)
  let rows = ofEndpoint.select(DELIVERY)
  if (after !== null) {
    const last = await tx.one(ofEndpoint.where('id', '=', after).select('createdAt'))
    if (last === null) return null
    rows = rows.where(({ eb, and, or }) =>
      or([eb('createdAt', '<', last.createdAt), and([eb('createdAt', '=', last.createdAt), eb('id', '<', after)])]),
    )
  }
  return tx.rows(rows.orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(limit))
}

/** Removes what was sent before a moment and is over. */
export const removeDeliveriesBefore = (tx: Tx, moment: Date): Promise<number> =>
  tx.run(
    db
      .deleteFrom('webhookDelivery')
      .where('merchantId', '=', tx.merchantId)
      .where('createdAt', '<', moment.toISOString())
      .where('state', '<>', 'pending'),
  )
