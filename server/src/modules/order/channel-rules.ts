import type { CallSpec } from '@huanji/contract/call'
import type { Column } from '@huanji/contract/columns/column'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { curatedOrder } from '@huanji/contract/features/order/curated-order'
import { curatedOrderColumns, orderColumns } from '@huanji/contract/features/order/rows'
import type { Channel } from '@huanji/domain/channel'
import { refuse } from '../../errors/refusal.ts'
import { isGranted } from '../../platform/access.ts'
import type { Actor } from '../../platform/actor.ts'

/** What differs between the channels' orders; everything else is done by the same code. */
export interface OrderChannelRules {
  /** The calls that are granted channel by channel. */
  readonly calls: {
    readonly list: CallSpec
    readonly detail: CallSpec
    readonly delivery: CallSpec
    readonly close: CallSpec
    /** Null where the price is fixed by an auction. */
    readonly changePrice: CallSpec | null
    /** Null where the phones of an order are fixed when it is made. */
    readonly pick: CallSpec | null
  }
  readonly columns: Readonly<Record<string, Column>>
}

export const ORDER_CHANNEL_RULES: Readonly<Record<Channel, OrderChannelRules>> = {
  auction: {
    calls: { ...callsOf(auctionOrder), changePrice: null, pick: null },
    columns: orderColumns,
  },
  curated: {
    calls: { ...callsOf(curatedOrder), changePrice: curatedOrder.changePrice, pick: curatedOrder.setDeliveryStock },
    columns: curatedOrderColumns,
  },
}

type Shared = Pick<OrderChannelRules['calls'], 'list' | 'detail' | 'delivery' | 'close'>

function callsOf({ list, detail, delivery, close }: Shared): Shared {
  return { list, detail, delivery, close }
}

/** Whether a person may do anything with the orders of a channel, and so may know them. */
export function maySeeOrders(actor: Actor, channel: Channel): boolean {
  const calls = Object.values<CallSpec | null>(ORDER_CHANNEL_RULES[channel].calls)
  return calls.some((call) => call !== null && isGranted(call.access, actor))
}

/**
 * An order for a call that takes orders of both channels: NOT_FOUND as well for one of a channel that the person has
 * nothing to do with. What the specification declares for the auction market (`own`) is a right to its orders.
 */
export function requireVisible<Order extends { readonly channel: Channel }>(
  order: Order | null,
  actor: Actor,
  own?: CallSpec,
): Order {
  if (order === null) return refuse('NOT_FOUND', {}, { field: 'orderId' })
  const isOwn = own !== undefined && order.channel === 'auction' && isGranted(own.access, actor)
  return isOwn || maySeeOrders(actor, order.channel) ? order : refuse('NOT_FOUND', {}, { field: 'orderId' })
}

/** An order for a call of one channel: NOT_FOUND for one of another. */
export function requireOfChannel<Order extends { readonly channel: Channel }>(
  order: Order | null,
  channel: Channel,
): Order {
  return order?.channel === channel ? order : refuse('NOT_FOUND', {}, { field: 'orderId' })
}
