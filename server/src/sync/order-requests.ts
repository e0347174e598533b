import { id } from '@huanji/contract/shapes'
import type { MarketplaceClient } from '@huanji/marketplace/client/client'
import * as z from 'zod'
import type { JobHandler, JobServices } from '../jobs/job.ts'
import { type DesiredState, findDesiredState } from '../modules/desired-state/store.ts'
import { findOrder } from '../modules/order/store.ts'
import { merchantRow } from '../modules/tenant/store.ts'
import { answerWish, closingWanted, type OrderSubject, priceWanted } from './order-wishes.ts'
import { refreshOrder } from './refresh.ts'
import { reconcileRequest } from './requests.ts'

/** Tells the marketplace what is wanted of an order. @throws the marketplace client's errors */
type Tell = (client: MarketplaceClient, sellerId: number, orderNo: string, asked: DesiredState) => Promise<unknown>

const TELL: Readonly<Record<OrderSubject, Tell>> = {
  order_price: (client, sellerId, order_no, asked) => {
    const { priceFen, freightFen } = priceWanted(asked)
    return client.modifyPrice(sellerId, { order_no, order_price: priceFen, express_fee: freightFen })
  },
  order_close: (client, sellerId, order_no, asked) =>
    client.closeOrder(sellerId, { order_no, close_reason: closingWanted(asked).reason }),
}

/** A request with all that telling the marketplace takes. */
interface OpenRequest {
  readonly asked: DesiredState
  readonly orderNo: string
  readonly sellerId: number
}

/** What the sentence of a refusal begins with. */
const REFUSED: Readonly<Record<OrderSubject, string>> = {
  order_price: '闲鱼拒绝了改价：',
  order_close: '闲鱼拒绝了关闭订单：',
}

/**
 * Brings an order at the marketplace to what is wanted of it.
 * @throws the marketplace client's errors while it cannot be reached; the request stands and says so
 */
export async function reconcileOrder(
  services: JobServices,
  merchantId: string,
  subject: OrderSubject,
  orderId: string,
): Promise<void> {
  const { db, marketplace, clock } = services
  const key = { subject, subjectId: orderId }
  await reconcileRequest<OpenRequest>(services, merchantId, {
    key,
    read: () =>
      db.tenant(merchantId, async (tx) => {
        const asked = await findDesiredState(tx, key)
        const order = await findOrder(tx, { orderId })
        const sellerId = (await merchantRow(tx))?.sellerId ?? null
        const isOpen = asked?.state === 'pending' && order !== null && sellerId !== null
        return isOpen ? { asked, orderNo: order.orderNo, sellerId } : null
      }),
    refresh: ({ sellerId, orderNo }) => refreshOrder(services, { sellerId, merchantId }, orderNo),
    tell: ({ asked, sellerId, orderNo }) => TELL[subject](marketplace, sellerId, orderNo, asked),
    refuse: ({ asked }, refusal) =>
      db.tenant(merchantId, (tx) => answerWish(tx, asked, `${REFUSED[subject]}${refusal}`, clock.now())),
  })
}

const payload = z.object({ subjectId: id })

/** The job that a request for an order wakes. */
export const reconcileOrderJob =
  (subject: OrderSubject): JobHandler =>
  (job, services) =>
    reconcileOrder(services, job.merchantId, subject, payload.parse(job.payload).subjectId)
