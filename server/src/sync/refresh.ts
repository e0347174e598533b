import type { Order } from '@huanji/marketplace/protocol/orders'
import { type EntrySnapshot, fetchOrder } from '../integration/marketplace/fetch.ts'
import type { JobServices } from '../jobs/job.ts'
import { applyEntrySnapshot } from './auction-entry.ts'
import { channelOfOrderType } from './channels/index.ts'
import { applyOrderSnapshot } from './order.ts'
import { refreshShops } from './shops.ts'
import { shopByMarketplaceName } from './store.ts'

/** A merchant under its number on the marketplace. */
export interface SellerAtWork {
  readonly sellerId: number
  readonly merchantId: string
}

/** The shop an order was sold in; shops are asked for again when it is new. Null when the marketplace does not name it to us. */
async function shopOfOrder(services: JobServices, seller: SellerAtWork, order: Order): Promise<string | null> {
  const find = () =>
    services.db.tenant(seller.merchantId, (tx) => shopByMarketplaceName(tx, order.seller_eid, order.seller_name))
  const known = await find()
  if (known) return known.shopAccountId
  await refreshShops(services, seller.merchantId)
  return (await find())?.shopAccountId ?? null
}

/**
 * Fetches how an order stands at the marketplace and takes it over; the network comes before the transaction. A message
 * only says that something changed: what is taken over is always this. Orders of other trades are left alone.
 */
export async function refreshOrder(services: JobServices, seller: SellerAtWork, orderNo: string): Promise<void> {
  const { marketplace, db, clock, log } = services
  const order = await fetchOrder(marketplace, seller.sellerId, orderNo)
  const channel = order && channelOfOrderType(order.order_type)
  if (!order || !channel) return
  const inChannel = await channel.read(marketplace, seller.sellerId, order)
  const shopAccountId = await shopOfOrder(services, seller, order)
  if (shopAccountId === null) {
    log.warn({ orderNo, merchantId: seller.merchantId }, 'an order names a shop that is not known')
    return
  }
  const snapshot = { channel, order, inChannel, shopAccountId }
  await db.tenant(seller.merchantId, (tx) => applyOrderSnapshot(tx, snapshot, clock.now()))
}

/** Takes over how an entry stands; one that led to an order goes with the order, so that both agree. */
export async function refreshEntry(
  services: JobServices,
  seller: SellerAtWork,
  snapshot: EntrySnapshot,
): Promise<void> {
  const orderNo = snapshot.entry.order_no
  if (orderNo !== null) return refreshOrder(services, seller, orderNo)
  await services.db.tenant(seller.merchantId, (tx) => applyEntrySnapshot(tx, snapshot, services.clock.now()))
}
