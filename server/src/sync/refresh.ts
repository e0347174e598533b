import { type EntryNews, fetchOrderNews, type OrderNews } from '../integration/marketplace/fetch.ts'
import type { EffectServices } from '../jobs/effects.ts'
import { refreshShops } from '../modules/shop/refresh.ts'
import { takeEntryNews } from './auction-entry.ts'
import { takeOrderNews } from './order.ts'
import { shopByMarketplaceName } from './store.ts'

/** A merchant under its number on the marketplace. */
export interface SellerAtWork {
  readonly sellerId: number
  readonly merchantId: string
}

/** The shop an order was sold in; shops are asked for again when it is new. Null when the marketplace does not name it to us. */
async function shopOfOrder(
  services: EffectServices,
  seller: SellerAtWork,
  { order }: OrderNews,
): Promise<string | null> {
  const find = () =>
    services.db.tenant(seller.merchantId, (tx) => shopByMarketplaceName(tx, order.seller_eid, order.seller_name))
  const known = await find()
  if (known) return known.shopAccountId
  await refreshShops(services, seller.merchantId)
  return (await find())?.shopAccountId ?? null
}

/** Fetches how an order stands at the marketplace and takes it over; the network comes before the transaction. */
export async function refreshOrder(services: EffectServices, seller: SellerAtWork, orderNo: string): Promise<void> {
  const news = await fetchOrderNews(services.marketplace, seller.sellerId, orderNo)
  if (news === null) return
  const shopAccountId = await shopOfOrder(services, seller, news)
  if (shopAccountId === null) {
    services.log.warn({ orderNo, merchantId: seller.merchantId }, 'an order names a shop that is not known')
    return
  }
  await services.db.tenant(seller.merchantId, (tx) => takeOrderNews(tx, news, shopAccountId, services.clock.now()))
}

/** Takes over how an entry stands; one that led to an order goes with the order, so that both agree. */
export async function refreshEntry(services: EffectServices, seller: SellerAtWork, news: EntryNews): Promise<void> {
  const orderNo = news.entry.order_no
  if (orderNo !== null) return refreshOrder(services, seller, orderNo)
  await services.db.tenant(seller.merchantId, (tx) => takeEntryNews(tx, news, services.clock.now()))
}
