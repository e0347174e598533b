import { AUCTION_CLOCKS } from '@huanji/domain/auction/clocks'
import type { AuctionOrder } from '@huanji/marketplace/protocol/auction'
import { ORDER_TYPES, type Order } from '@huanji/marketplace/protocol/orders'
import { type EntrySnapshot, fetchAuctionOrder } from '../../integration/marketplace/fetch.ts'
import { momentOf } from '../../integration/marketplace/times.ts'
import { findEntryByRemote } from '../../modules/auction/store.ts'
import { listingIdOfProduct } from '../../modules/listing/store.ts'
import { setAuctionFees } from '../../modules/order/snapshot-store.ts'
import { applyEntrySnapshot } from '../auction-entry.ts'
import type { ChannelOrder, OrderChannel } from './channel.ts'
import { deadlineByClocks } from './deadline.ts'

/** An order of the auction market: it comes of a run in a session, whose figures and fees the market tells apart. */
function auctionOrder(order: Order, auction: AuctionOrder | null, entry: EntrySnapshot | null): ChannelOrder {
  return {
    dealPriceFen: auction?.deal_price ?? order.goods.price * order.goods.quantity,
    serviceFeeFen: auction?.service_fee ?? null,
    deadlineAt: deadlineByClocks(order, AUCTION_CLOCKS, {
      payUntil: auction ? momentOf(auction.pay_deadline) : null,
      shipUntil: auction ? momentOf(auction.ship_deadline) : null,
    }),
    applyFirst: async (tx, now) => {
      if (entry) await applyEntrySnapshot(tx, entry, now)
    },
    findGoods: async (tx) => {
      const run = auction && (await findEntryByRemote(tx, String(auction.entry_id), auction.out_id))
      if (run) return { listingId: run.listingId, entryId: run.entryId }
      const listingId = await listingIdOfProduct(tx, String(order.goods.product_id))
      return listingId === null ? null : { listingId, entryId: null }
    },
    auctionPart: (goods) =>
      auction && {
        entryId: goods?.entryId ?? null,
        scheduleDate: auction.schedule_date,
        scheduleNumber: auction.schedule_number,
        mode: auction.mode,
        startPriceFen: auction.start_price,
      },
    saveLaterFacts: async (tx, orderId) => {
      if (!auction) return
      await setAuctionFees(tx, orderId, {
        buyerFeeFen: auction.buyer_fee ?? null,
        prepayFen: auction.pre_pay_amount ?? null,
        finalPayFen: auction.pre_final_amount ?? null,
      })
    },
  }
}

/** 鱼市: single phones in sessions. */
export const auctionChannel: OrderChannel = {
  channel: 'auction',
  orderType: ORDER_TYPES.auction,
  pricesChange: false,
  keepsStock: false,
  placedLabel: '竞拍成交',
  read: async (client, sellerId, order) => {
    const found = await fetchAuctionOrder(client, sellerId, order.order_no)
    return auctionOrder(order, found?.auction ?? null, found?.entry ?? null)
  },
}
