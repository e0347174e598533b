import { ORDER_STATES } from '@huanji/domain/states/order'
import { REFUND_STATES } from '@huanji/domain/states/refund'
import { stateByWireCode } from '@huanji/domain/states/transition'
import { isMarketplaceFailure } from '@huanji/marketplace/client/errors'
import type { Entry } from '@huanji/marketplace/protocol/auction'
import type { Order } from '@huanji/marketplace/protocol/orders'
import { withBids } from '../integration/marketplace/fetch.ts'
import { reachedMomentOf } from '../integration/marketplace/times.ts'
import { PAGE_SIZE } from '../integration/marketplace/windows.ts'
import type { JobServices } from '../jobs/job.ts'
import { registerSchedule } from '../jobs/schedules.ts'
import { knownEntries, saveSessions } from '../modules/auction/store.ts'
import { type KnownOrder, knownOrders } from '../modules/order/snapshot-store.ts'
import { newestCases } from '../modules/refund/snapshot-store.ts'
import { eachMerchant } from '../modules/tenant/each-merchant.ts'
import { pollAccountFlows, pollSettlements } from './account.ts'
import { takeChanges } from './changes.ts'
import { channelOfOrderType } from './channels/index.ts'
import { refreshEntry, refreshOrder, type SellerAtWork } from './refresh.ts'
import { LOOK_AT_DEADLINES_EVERY_SECONDS, lookAtDeadlines, pollRefunds } from './refund-polls.ts'

/** How the marketplace's list tells an order: two changes within one second differ in this alone. */
function isAsKnown(mine: KnownOrder, order: Order, hasCase: boolean): boolean {
  const differs = [
    mine.remoteUpdatedAt !== reachedMomentOf(order.update_time),
    mine.state !== stateByWireCode(ORDER_STATES, order.order_status),
    mine.refundStatus !== order.refund_status,
    !hasCase,
    mine.freightFen !== order.express_fee,
    order.pay_time > 0 && mine.paidFen !== order.pay_amount,
    Boolean(order.cancel_reason) && mine.closeReason !== order.cancel_reason,
    channelOfOrderType(order.order_type)?.pricesChange && mine.dealPriceFen !== order.total_amount - order.express_fee,
    order.receiver_name !== undefined && mine.receiverName !== order.receiver_name,
    order.receiver_mobile !== undefined && mine.receiverPhone !== order.receiver_mobile,
    order.address !== undefined && mine.receiverDetail !== order.address,
  ]
  return !differs.includes(true)
}

/**
 * Takes over every order that changed; pushes stop after three tries, so what they missed is found here. Gives the orders
 * that could not be taken over.
 */
export function pollOrders(services: JobServices, seller: SellerAtWork): Promise<Order[]> {
  const { db, marketplace } = services
  return takeChanges<Order>(services, seller, {
    name: 'orders',
    readPage: ([from, to], page_no) =>
      marketplace.listOrders(seller.sellerId, { update_time: [from, to], page_no, page_size: PAGE_SIZE }),
    taker: async (orders) => {
      const numbers = orders.map((order) => order.order_no)
      const [known, cases] = await db.tenant(seller.merchantId, async (tx) => [
        await knownOrders(tx, numbers),
        await newestCases(tx, numbers),
      ])
      const byNo = new Map(known.map((one) => [one.orderNo, one]))
      return async (order) => {
        const mine = byNo.get(order.order_no)
        // an order that was taken over may have been the last thing that came through: its case is looked for too
        const hasCase = (cases.get(order.order_no) ?? null) === stateByWireCode(REFUND_STATES, order.refund_status)
        if (!mine || !isAsKnown(mine, order, hasCase)) await refreshOrder(services, seller, order.order_no)
      }
    },
    numberOf: (order) => order.order_no,
  })
}

/** An order of these goods could not be taken over: what of them it has bought is not known here. */
export class OrdersUnread extends Error {
  override readonly name = 'OrdersUnread'
}

/**
 * Reads what was bought of a product, with all else that was bought: orders of other goods that cannot be taken over are
 * nothing to it.
 * @throws OrdersUnread where an order of this product could not be taken over
 */
export async function readOrdersOf(services: JobServices, seller: SellerAtWork, productId: number): Promise<void> {
  const failed = await pollOrders(services, seller)
  const mine = failed.filter(({ goods }) => goods.product_id === productId)
  if (mine.length > 0) throw new OrdersUnread(`not taken over: ${mine.map((order) => order.order_no).join(', ')}`)
}

/** Takes over every entry that changed: the market's verdict, offers while a session runs, and how it ended. */
export async function pollEntries(services: JobServices, seller: SellerAtWork): Promise<void> {
  const { db, marketplace } = services
  await takeChanges<Entry>(services, seller, {
    name: 'entries',
    readPage: ([from, to], page_no) =>
      marketplace.queryEntries(seller.sellerId, { modify_time: [from, to], page_no, page_size: PAGE_SIZE }),
    taker: async (entries) => {
      const ids = entries.map((entry) => String(entry.entry_id))
      const known = await db.tenant(seller.merchantId, (tx) => knownEntries(tx, ids))
      const byId = new Map(known.map((one) => [one.remoteEntryId, one]))
      return async (entry) => {
        const mine = byId.get(String(entry.entry_id))
        const isSame =
          mine?.remoteModifiedAt === reachedMomentOf(entry.modify_time) && mine.state === String(entry.status)
        if (!isSame) await refreshEntry(services, seller, await withBids(marketplace, seller.sellerId, entry))
      }
    },
    numberOf: (entry) => entry.entry_id,
  })
}

/** How many days of sessions are kept at hand. */
const SESSION_DAYS = 3

/** Takes over the timetable of the auction market, which is the same for every merchant: whoever may ask is asked for. */
export async function pollSessions(services: JobServices, seller: SellerAtWork): Promise<void> {
  const { list } = await services.marketplace.listSessions(seller.sellerId, { days: SESSION_DAYS })
  const sessions = list.map((session) => ({
    scheduleDate: session.schedule_date,
    scheduleNumber: session.schedule_number,
    mode: session.mode,
    cutOffAt: reachedMomentOf(session.cut_off_time),
    startsAt: reachedMomentOf(session.start_time),
    endsAt: reachedMomentOf(session.end_time),
  }))
  await services.db.global((tx) => saveSessions(tx, sessions, services.clock.now()))
}

type SellerPoll = (services: JobServices, seller: SellerAtWork) => Promise<unknown>

/** Does the polls for every merchant; one that fails holds up no other, and is tried again at the next turn. */
async function pollEveryone(services: JobServices, polls: readonly SellerPoll[]): Promise<void> {
  await eachMerchant(services.db, async (seller) => {
    for (const poll of polls) {
      try {
        await poll(services, seller)
      } catch (error) {
        const fields = { err: error, merchantId: seller.merchantId, poll: poll.name }
        if (isMarketplaceFailure(error)) services.log.warn(fields, 'a poll of the marketplace failed')
        else services.log.error(fields, 'a poll could not take over what the marketplace told')
      }
    }
  })
}

/** The timetable by the first merchant whom the marketplace answers. */
async function pollTimetable(services: JobServices): Promise<void> {
  let isDone = false
  await eachMerchant(services.db, async (seller) => {
    if (isDone) return
    try {
      await pollSessions(services, seller)
      isDone = true
    } catch (error) {
      if (!isMarketplaceFailure(error)) throw error
      services.log.warn({ err: error }, 'the timetable of the auction market could not be fetched')
    }
  })
}

/** What pushes may have missed, asked for again and again. */
export const marketplaceSchedules = [
  registerSchedule('marketplace.sessions', 300, pollTimetable),
  registerSchedule('marketplace.entries', 30, (services) => pollEveryone(services, [pollEntries])),
  registerSchedule('marketplace.orders', 60, (services) => pollEveryone(services, [pollOrders])),
  registerSchedule('marketplace.settlements', 60, (services) => pollEveryone(services, [pollSettlements])),
  registerSchedule('marketplace.refunds', 300, (services) => pollEveryone(services, [pollRefunds])),
  registerSchedule('marketplace.refundDeadlines', LOOK_AT_DEADLINES_EVERY_SECONDS, (services) =>
    pollEveryone(services, [lookAtDeadlines]),
  ),
  registerSchedule('marketplace.account', 120, (services) => pollEveryone(services, [pollAccountFlows])),
]
