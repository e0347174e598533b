import { type EntrySnapshot, fetchOrder, fetchRefund, fetchRefundsOf } from '../integration/marketplace/fetch.ts'
import type { JobServices } from '../jobs/job.ts'
import { openCasesOfOrder } from '../modules/refund/snapshot-store.ts'
import { applyEntrySnapshot } from './auction-entry.ts'
import { channelOfOrderType } from './channels/index.ts'
import { applyOrderSnapshot } from './order.ts'
import { applyRefundSnapshot, NO_ORDER, type RefundSnapshot } from './refund.ts'
import type { Unreached } from './refund-case.ts'
import { refreshShops } from './shops.ts'
import { shopByMarketplaceName } from './store.ts'

/** A merchant under its number on the marketplace. */
export interface SellerAtWork {
  readonly sellerId: number
  readonly merchantId: string
}

/** A shop that the marketplace speaks of; shops are asked for again when it is new. Null when it does not name it to us. */
export async function shopNamed(
  services: JobServices,
  seller: SellerAtWork,
  { identity = '', userName }: { readonly identity?: string; readonly userName: string },
): Promise<string | null> {
  const find = () => services.db.tenant(seller.merchantId, (tx) => shopByMarketplaceName(tx, identity, userName))
  const known = await find()
  if (known) return known.shopAccountId
  await refreshShops(services, seller.merchantId)
  return (await find())?.shopAccountId ?? null
}

/**
 * Fetches how an order stands at the marketplace and takes it over; the network comes before the transaction. A message
 * only says that something changed: what is taken over is always this, with the order's after-sale case. Orders of other
 * trades are left alone.
 */
export async function refreshOrder(services: JobServices, seller: SellerAtWork, orderNo: string): Promise<void> {
  const { marketplace, db, clock, log } = services
  const order = await fetchOrder(marketplace, seller.sellerId, orderNo)
  const channel = order && channelOfOrderType(order.order_type)
  if (!order || !channel) return
  const inChannel = await channel.read(marketplace, seller.sellerId, order)
  const shopAccountId = await shopNamed(services, seller, { identity: order.seller_eid, userName: order.seller_name })
  if (shopAccountId === null) {
    log.warn({ orderNo, merchantId: seller.merchantId }, 'an order names a shop that is not known')
    return
  }
  const snapshot = { channel, order, inChannel, shopAccountId }
  const hasCase = await db.tenant(seller.merchantId, async (tx) => {
    await applyOrderSnapshot(tx, snapshot, clock.now())
    return order.refund_status > 0 || (await openCasesOfOrder(tx, orderNo)).length > 0
  })
  if (hasCase) await takeRefund(services, seller, orderNo)
}

/**
 * How the case of an order stands at the marketplace, or null when it has none there. Where another one goes on here, the
 * order is read between two looks at the present case: what the order paid back by then was paid by the cases before it,
 * or by itself as the second look tells.
 */
async function refundSnapshot(
  services: JobServices,
  seller: SellerAtWork,
  orderNo: string,
): Promise<RefundSnapshot | null> {
  const { marketplace, db } = services
  const { sellerId, merchantId } = seller
  const fetched = await fetchRefund(marketplace, sellerId, orderNo)
  if (fetched === null) return null
  const { refund_no: refundNo } = fetched.refund
  const open = await db.tenant(merchantId, (tx) => openCasesOfOrder(tx, orderNo))
  if (open.every((one) => one.refundNo === refundNo)) return { orderNo, ...fetched, former: null }
  const told = await fetchRefundsOf(marketplace, sellerId, orderNo)
  const order = await fetchOrder(marketplace, sellerId, orderNo)
  const present = await fetchRefund(marketplace, sellerId, orderNo)
  if (present?.refund.refund_no !== refundNo) return refundSnapshot(services, seller, orderNo)
  return { orderNo, ...present, former: { told, refundedFen: order?.refund_amount ?? 0 } }
}

/** The reports of which this process has told that no move leads there, by their case: each is met at every poll. */
const reported = new Map<string, string>()

function reportUnreached({ log }: JobServices, merchantId: string, orderNo: string, unreached: Unreached): void {
  const { refundNo, here, there, changedAt } = unreached
  const report = `${here} ${there} ${changedAt}`
  if (reported.get(`${merchantId} ${refundNo}`) === report) return
  reported.set(`${merchantId} ${refundNo}`, report)
  log.error({ merchantId, orderNo, refundNo, here, there }, 'a case stands where no move leads to from here')
}

/** Takes over how the case of an order stands; false for the case of an order that is not known. */
async function takeRefund(services: JobServices, seller: SellerAtWork, orderNo: string): Promise<boolean> {
  const snapshot = await refundSnapshot(services, seller, orderNo)
  if (snapshot === null) return true
  const { db, clock, log } = services
  const { merchantId } = seller
  const taken = await db.tenant(merchantId, (tx) => applyRefundSnapshot(tx, snapshot, clock.now()))
  if (taken.outcome === 'unknown') log.warn({ orderNo, merchantId }, 'a case of a kind that is not known')
  for (const one of taken.unreached) reportUnreached(services, merchantId, orderNo, one)
  return taken.outcome !== NO_ORDER
}

/** Fetches how the case of an order stands at the marketplace and takes it over; an order that is not known comes first. */
export async function refreshRefund(services: JobServices, seller: SellerAtWork, orderNo: string): Promise<void> {
  if (!(await takeRefund(services, seller, orderNo))) await refreshOrder(services, seller, orderNo)
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
