import { promisedShipMs } from '@huanji/domain/orders/clocks'
import { ORDER_STATUS, type Order } from '@huanji/marketplace/protocol/orders'
import { reachedMomentOf } from '../../integration/marketplace/times.ts'

/** How long each step of an order takes by default, in milliseconds. */
export interface OrderClocks {
  readonly payWithinMs: number
  readonly shipWithinMs: number
}

/** The deadlines that the marketplace itself named, as ISO 8601; null where it named none. */
export interface NamedDeadlines {
  readonly payUntil: string | null
  readonly shipUntil: string | null
}

/**
 * Until when the buyer must pay, or we must ship: the marketplace's own moment, else the promise that the goods were sold with,
 * else the usual time.
 */
export function deadlineByClocks(order: Order, clocks: OrderClocks, named: NamedDeadlines): string | null {
  if (order.order_status === ORDER_STATUS.awaitingPayment) {
    return named.payUntil ?? reachedMomentOf(order.create_time + clocks.payWithinMs / 1000)
  }
  if (order.order_status !== ORDER_STATUS.awaitingShipment) return null
  const withinMs = promisedShipMs(order.goods.service_support) ?? clocks.shipWithinMs
  return named.shipUntil ?? reachedMomentOf(order.pay_time + withinMs / 1000)
}
