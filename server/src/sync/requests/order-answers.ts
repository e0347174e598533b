import { ORDER_STATUS, type Order } from '@huanji/marketplace/protocol/orders'
import type { Tx } from '../../database/database.ts'
import { dropRequest, findRequest } from '../../modules/request/store.ts'
import { answerRequest } from './kind.ts'
import { orderClose } from './order-close.ts'
import type { AnsweredByOrder } from './order-kind.ts'
import { orderPrice } from './order-price.ts'

const KINDS: readonly AnsweredByOrder[] = [orderPrice, orderClose]

/**
 * Compares what is asked for an order with how it stands at the marketplace and writes the answer down, whoever brought
 * the knowledge: our own call, a message, or a poll. Without an answer the request stands.
 */
export async function observeOrder(tx: Tx, orderId: string, order: Order, now: Date): Promise<void> {
  const isOver = order.order_status === ORDER_STATUS.closed || order.order_status === ORDER_STATUS.refunded
  for (const kind of KINDS) {
    const key = { subject: kind.subject, subjectId: orderId }
    // what was refused before the order ended is not to be decided any more
    if (isOver) await dropRequest(tx, key, now)
    const request = await findRequest(tx, key)
    const answer = request?.state === 'pending' ? kind.answerOf(request, order) : null
    if (request && answer) await answerRequest(tx, kind, request, answer, now)
  }
}
