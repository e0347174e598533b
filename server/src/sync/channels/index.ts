import { auctionChannel } from './auction.ts'
import type { OrderChannel } from './channel.ts'
import { curatedChannel } from './curated.ts'

/** Every channel whose orders are taken over. */
export const ORDER_CHANNELS: readonly OrderChannel[] = [auctionChannel, curatedChannel]

/** The channel of the marketplace's `order_type`, or null for orders of other trades. */
export const channelOfOrderType = (orderType: number): OrderChannel | null =>
  ORDER_CHANNELS.find((one) => one.orderType === orderType) ?? null
