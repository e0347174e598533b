import { id } from '@huanji/contract/shapes'
import type { MarketplaceClient } from '@huanji/marketplace/client/client'
import { isMarketplaceFailure } from '@huanji/marketplace/client/errors'
import * as z from 'zod'
import type { JobHandler, JobServices } from '../jobs/job.ts'
import { type DesiredState, findDesiredState, recordDesiredProblem } from '../modules/desired-state/store.ts'
import { findOrder } from '../modules/order/store.ts'
import { merchantRow } from '../modules/tenant/store.ts'
import { answerWish, closingWanted, type OrderSubject, priceWanted } from './order-wishes.ts'
import { refreshOrder } from './refresh.ts'
import { finalRefusal, MARKETPLACE_AWAY } from './refusals.ts'

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

/** What the sentence of a refusal begins with. */
const REFUSED: Readonly<Record<OrderSubject, string>> = {
  order_price: '闲鱼拒绝了改价：',
  order_close: '闲鱼拒绝了关闭订单：',
}

/**
 * Brings an order at the marketplace to what is wanted of it. How it stands is taken over first, which answers a request
 * that is so already or has come too late; the marketplace is told only while neither is true, and how it stands then is
 * taken over again, whatever it said: an answer that was lost is found there.
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
  const read = () =>
    db.tenant(merchantId, async (tx) => {
      const asked = await findDesiredState(tx, key)
      const order = await findOrder(tx, { orderId })
      const sellerId = (await merchantRow(tx))?.sellerId ?? null
      const isOpen = asked?.state === 'pending' && order !== null && sellerId !== null
      return isOpen ? { asked, orderNo: order.orderNo, sellerId } : null
    })
  const before = await read()
  if (before === null) return
  const refresh = () => refreshOrder(services, { sellerId: before.sellerId, merchantId }, before.orderNo)
  try {
    await refresh()
    const open = await read()
    if (open === null) return
    let refusal: string | null = null
    try {
      await TELL[subject](marketplace, open.sellerId, open.orderNo, open.asked)
    } catch (error) {
      refusal = finalRefusal(error)
      if (refusal === null) throw error
    }
    await refresh()
    if (refusal === null) return
    const problem = `${REFUSED[subject]}${refusal}`
    await db.tenant(merchantId, (tx) => answerWish(tx, open.asked, problem, clock.now()))
  } catch (error) {
    if (isMarketplaceFailure(error)) {
      const { generation } = before.asked
      await db.tenant(merchantId, (tx) => recordDesiredProblem(tx, key, generation, MARKETPLACE_AWAY))
    }
    throw error
  }
}

const payload = z.object({ subjectId: id })

/** The job that a request for an order wakes. */
export const reconcileOrderJob =
  (subject: OrderSubject): JobHandler =>
  (job, services) =>
    reconcileOrder(services, job.merchantId, subject, payload.parse(job.payload).subjectId)
