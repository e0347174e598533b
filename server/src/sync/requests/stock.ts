import { REFUSED_REQUESTS } from '@huanji/contract/refused-requests'
import { reportsValidFrom } from '@huanji/domain/orders/delivery-stock'
import type { Tx } from '../../database/database.ts'
import type { JobHandler, JobServices } from '../../jobs/job.ts'
import { lookAtOldReports, STOCK_JOB, wakeStock } from '../../modules/listing/stock.ts'
import {
  listingsWithExpired,
  openStockRequests,
  recordStockProblem,
  STOCK_REFUSED,
  settleStockRequest,
  skusOfListing,
} from '../../modules/listing/stock-store.ts'
import { type Listing, lockListing, moveListing } from '../../modules/listing/store.ts'
import { raiseNotices } from '../../modules/notice/raise.ts'
import { markShortOrders } from '../../modules/order/shortage.ts'
import { eachMerchant } from '../../modules/tenant/each-merchant.ts'
import { merchantRow } from '../../modules/tenant/store.ts'
import { later } from '../../platform/clock.ts'
import { showStock } from '../curated-stock.ts'
import { OrdersUnread } from '../polls.ts'
import { isBusy } from '../refusals.ts'
import type { RequestKind } from './kind.ts'
import { reconcile, subjectOf } from './reconcile.ts'

/** Stock that is to be shown: a number of the listing's own row, since the newest one counts. */
interface OpenStockRequest {
  readonly listing: Listing
  readonly sellerId: number
}

/** The stock is shown as it may be: a listing that shows some again is on sale. */
async function settle(tx: Tx, { listingId, stockWish }: Listing, now: Date): Promise<void> {
  const listing = await lockListing(tx, listingId)
  if (!listing) return
  const isThere = (await skusOfListing(tx, listingId)).some((sku) => sku.shownStock > 0)
  if (listing.state === 'sold_out' && isThere) await moveListing(tx, listingId, 'restock', { who: 'system', now })
  await settleStockRequest(tx, listingId, stockWish)
}

/**
 * The marketplace would not show the stock: those who may change the goods are told, once for each change of it. It is
 * asked again all the same, since the stock goes on changing.
 */
async function refuseStock(tx: Tx, listing: Listing, problem: string, now: Date): Promise<void> {
  const { listingId, stockWish, channel, modelName, title } = listing
  await recordStockProblem(tx, listingId, problem)
  const { notice: kind } = REFUSED_REQUESTS.listing.stock
  const about = { kind, channel, subjectId: listingId, source: `stock:${listingId}:${stockWish}` } as const
  await raiseNotices(tx, [{ ...about, label: modelName || title, detail: problem }], now)
}

/** The stock that a listing of the curated channel is to show. */
export const stock: RequestKind<OpenStockRequest> = {
  job: STOCK_JOB,
  read: async (tx, listingId) => {
    const listing = await lockListing(tx, listingId)
    const sellerId = (await merchantRow(tx))?.sellerId ?? null
    if (!listing || sellerId === null || listing.stockWish === listing.stockKnown) return null
    return { listing, sellerId }
  },
  tell: async ({ services, merchantId }, { listing, sellerId }) => {
    const { listingId, state } = listing
    // what is not on the shelf shows nothing, and what is being published is shown by that
    if (state === 'publishing') return null
    if (state !== 'on_sale' && state !== 'sold_out') return { problem: null }
    const wait = (problem: string) => services.db.tenant(merchantId, (tx) => recordStockProblem(tx, listingId, problem))
    try {
      const seller = { merchantId, sellerId }
      if (await showStock({ services, seller, listingId, prices: new Map() })) return { problem: null }
      await wait('')
    } catch (error) {
      if (error instanceof OrdersUnread) await wait('有订单暂时无法读取，库存暂不增加，系统会自动重试')
      if (!isBusy(error)) throw error
      await wait('')
    }
    return null
  },
  refusal: (_open, words) => `${STOCK_REFUSED}${words}`,
  answer: (tx, { listing }, { problem }, now) =>
    problem === null ? settle(tx, listing, now) : refuseStock(tx, listing, problem, now),
  wait: (tx, { listing }, problem) => recordStockProblem(tx, listing.listingId, problem),
}

/** Marks the orders of a listing's stock as short, or not short any more, for each of its SKUs. */
async function markShort(tx: Tx, listingId: string, now: Date): Promise<void> {
  if (!(await lockListing(tx, listingId))) return
  for (const { skuId } of await skusOfListing(tx, listingId)) await markShortOrders(tx, { listingId, skuId }, now)
}

/** What a listing's stock wakes whenever it has changed: who can be served now, and what the marketplace is to show. */
export const stockChanged: JobHandler = async (job, services) => {
  const listingId = subjectOf(job)
  await services.db.tenant(job.merchantId, (tx) => markShort(tx, listingId, services.clock.now()))
  await reconcile(services, stock, job.merchantId, listingId)
}

const LOOK_AGAIN_AFTER_MS = 5 * 60_000
/** How often stock is looked at again. */
export const LOOK_AT_STOCK_EVERY_SECONDS = 300
const BATCH = 200

/** Before every id. */
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Lowers what listings show of phones whose reports have grown too old to ship on: a day passes, and nobody did anything. */
async function lookForOldReports({ db }: JobServices, merchantId: string, now: Date): Promise<void> {
  let after = NO_ID
  for (;;) {
    const found = await db.tenant(merchantId, (tx) => listingsWithExpired(tx, reportsValidFrom(now), after, BATCH))
    for (const listingId of found) await db.tenant(merchantId, (tx) => lookAtOldReports(tx, listingId, now))
    if (found.length < BATCH) return
    after = found.at(-1) ?? NO_ID
  }
}

/**
 * Wakes the stock that is not shown yet, whatever became of the job that was to do it, in turn where much waits; and
 * finds what time alone has changed.
 */
export async function lookAtStockAgain(services: JobServices): Promise<void> {
  const { db, clock } = services
  await eachMerchant(db, async ({ merchantId }) => {
    const now = clock.now()
    await lookForOldReports(services, merchantId, now)
    await db.tenant(merchantId, async (tx) => {
      const turn = { now, everySeconds: LOOK_AT_STOCK_EVERY_SECONDS }
      for (const listingId of await openStockRequests(tx, later(now, -LOOK_AGAIN_AFTER_MS), turn, BATCH)) {
        await wakeStock(tx, listingId, now)
      }
    })
  })
}
