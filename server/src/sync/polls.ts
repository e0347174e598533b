import { ORDER_STATES } from '@huanji/domain/states/order'
import { stateByWireCode } from '@huanji/domain/states/transition'
import { isMarketplaceFailure } from '@huanji/marketplace/client/errors'
import type { Entry } from '@huanji/marketplace/protocol/auction'
import type { Order } from '@huanji/marketplace/protocol/orders'
import type { Settlement } from '@huanji/marketplace/protocol/trade'
import { withBids } from '../integration/marketplace/fetch.ts'
import { reachedMomentOf, unixSecondsOf } from '../integration/marketplace/times.ts'
import { type ChangesPage, PAGE_SIZE, readChanges, type TimeWindow } from '../integration/marketplace/windows.ts'
import type { JobServices } from '../jobs/job.ts'
import { registerSchedule } from '../jobs/schedules.ts'
import { knownEntries, saveSessions } from '../modules/auction/store.ts'
import { takeSettlement } from '../modules/bill/commands.ts'
import { type KnownOrder, knownOrders } from '../modules/order/snapshot-store.ts'
import { lockOrder } from '../modules/order/store.ts'
import { eachMerchant } from '../modules/tenant/each-merchant.ts'
import { later } from '../platform/clock.ts'
import { channelOfOrderType } from './channels/index.ts'
import { refreshEntry, refreshOrder, type SellerAtWork } from './refresh.ts'
import { setWatermark, watermark } from './store.ts'

/** Every window begins this long before the end of the one before: clocks differ, and changes are written late. */
const OVERLAP_MS = 10 * 60_000
/** How far a first window reaches back, and a window that finds a marketplace whose clock runs ahead reaches forward. */
const FIRST_REACH_MS = 30 * 24 * 3_600_000
const AHEAD_MS = 10 * 60_000

interface Poll<Row> {
  /** Names the watermark. */
  readonly name: string
  readPage(window: TimeWindow, pageNo: number): Promise<ChangesPage<Row>>
  /** Prepares for the rows and gives what takes one over. */
  taker(rows: readonly Row[]): Promise<(row: Row) => Promise<void>>
  /** What a row is called at the marketplace. */
  numberOf(row: Row): string | number
}

/**
 * Takes over every row that changed since the last poll of this name, oldest part first, and gives those that could not be
 * taken over. Such a row holds up no other, and is told of; the watermark stays before the part that it is in, so that it
 * is met again.
 * @throws the marketplace client's errors while its list cannot be read
 */
async function takeChanges<Row>(services: JobServices, seller: SellerAtWork, poll: Poll<Row>): Promise<Row[]> {
  const now = services.clock.now()
  const failed: Row[] = []
  const seen = await services.db.tenant(seller.merchantId, (tx) => watermark(tx, poll.name))
  const from = seen === null ? later(now, -FIRST_REACH_MS) : new Date(Date.parse(seen) - OVERLAP_MS)
  const window: TimeWindow = [unixSecondsOf(from), unixSecondsOf(later(now, AHEAD_MS))]
  for await (const { rows, untilS } of readChanges((part, pageNo) => poll.readPage(part, pageNo), window)) {
    const take = await poll.taker(rows)
    for (const row of rows) {
      try {
        await take(row)
      } catch (error) {
        failed.push(row)
        const fields = { err: error, merchantId: seller.merchantId, poll: poll.name, number: poll.numberOf(row) }
        const level = isMarketplaceFailure(error) ? 'warn' : 'error'
        services.log[level](fields, 'a change at the marketplace could not be taken over')
      }
    }
    if (failed.length > 0) continue
    const readUntil = new Date(Math.min(untilS * 1000, now.getTime()))
    await services.db.tenant(seller.merchantId, (tx) => setWatermark(tx, poll.name, readUntil))
  }
  return failed
}

/** How the marketplace's list tells an order: two changes within one second differ in this alone. */
function isAsKnown(mine: KnownOrder, order: Order): boolean {
  const differs = [
    mine.remoteUpdatedAt !== reachedMomentOf(order.update_time),
    mine.state !== stateByWireCode(ORDER_STATES, order.order_status),
    mine.refundStatus !== order.refund_status,
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
      const known = await db.tenant(seller.merchantId, (tx) =>
        knownOrders(
          tx,
          orders.map((order) => order.order_no),
        ),
      )
      const byNo = new Map(known.map((one) => [one.orderNo, one]))
      return async (order) => {
        const mine = byNo.get(order.order_no)
        if (!mine || !isAsKnown(mine, order)) await refreshOrder(services, seller, order.order_no)
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

async function takeSettlementOf(services: JobServices, seller: SellerAtWork, one: Settlement): Promise<void> {
  const take = () =>
    services.db.tenant(seller.merchantId, async (tx) => {
      const order = await lockOrder(tx, { orderNo: one.order_no })
      if (order) await takeSettlement(tx, order, one, services.clock.now())
      return order !== null
    })
  if (await take()) return
  // Money for an order we never heard of: the order first.
  await refreshOrder(services, seller, one.order_no)
  if (!(await take())) {
    services.log.warn({ orderNo: one.order_no, settlement: one.settlement_no }, 'a settlement without an order')
  }
}

/** Takes over the settlements of both channels' orders. */
export async function pollSettlements(services: JobServices, seller: SellerAtWork): Promise<void> {
  await takeChanges<Settlement>(services, seller, {
    name: 'settlements',
    readPage: ([from, to], page_no) =>
      services.marketplace.listSettlements(seller.sellerId, {
        settled_time: [from, to],
        page_no,
        page_size: PAGE_SIZE,
      }),
    taker: async () => async (settlement) => {
      if (settlement.channel !== 'plain') await takeSettlementOf(services, seller, settlement)
    },
    numberOf: (settlement) => settlement.settlement_no,
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
]
