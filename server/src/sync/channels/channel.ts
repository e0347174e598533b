import type { Channel } from '@huanji/domain/channel'
import type { MarketplaceClient } from '@huanji/marketplace/client/client'
import type { Order } from '@huanji/marketplace/protocol/orders'
import type { Tx } from '../../database/database.ts'
import type { AuctionPart } from '../../modules/order/snapshot-store.ts'

/** The goods of ours behind an order; `entryId` is the run in a session it came of, where there is one. */
export interface SoldGoods {
  readonly listingId: string
  readonly entryId: string | null
}

/** What a channel adds to an order of the marketplace, fetched together with it. */
export interface ChannelOrder {
  /** The price of the deal, in fen. */
  readonly dealPriceFen: number
  /** The fee the marketplace will keep, in fen; null while it is not known. */
  readonly serviceFeeFen: number | null
  /** Until when the buyer must pay, or we must ship, as ISO 8601; null where no deadline runs. */
  readonly deadlineAt: string | null
  /** Applies what comes before the order, such as the run of an auction. */
  applyFirst(tx: Tx, now: Date): Promise<void>
  /** Our goods behind it, or null for goods that are not ours. */
  findGoods(tx: Tx): Promise<SoldGoods | null>
  /** The facts that only an auctioned order has, or null. */
  auctionPart(goods: SoldGoods | null): AuctionPart | null
  /** Writes what becomes known later into an order that exists. */
  saveLaterFacts(tx: Tx, orderId: string): Promise<void>
}

/** One channel as the marketplace's orders know it; `channels/index.ts` lists them all. */
export interface OrderChannel {
  readonly channel: Channel
  /** The platform's `order_type`. */
  readonly orderType: number
  /** Whether a price can change after the order was made. */
  readonly pricesChange: boolean
  /** Whether its goods are shown with a stock that has to be kept. */
  readonly keepsStock: boolean
  /** The label of an order's creation in its history. */
  readonly placedLabel: string
  /** Fetches what the channel adds to an order. @throws the marketplace client's errors */
  read(client: MarketplaceClient, sellerId: number, order: Order): Promise<ChannelOrder>
}
