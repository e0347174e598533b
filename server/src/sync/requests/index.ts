import type { JobHandlers, JobServices } from '../../jobs/job.ts'
import { registerSchedule } from '../../jobs/schedules.ts'
import { requestReconciliation } from '../../modules/request/commands.ts'
import { pendingRequests } from '../../modules/request/store.ts'
import { eachMerchant } from '../../modules/tenant/each-merchant.ts'
import { later } from '../../platform/clock.ts'
import { listing } from './listing.ts'
import { orderClose } from './order-close.ts'
import { orderPrice } from './order-price.ts'
import { requestJob } from './reconcile.ts'
import { refund } from './refund.ts'
import { shipment } from './shipment.ts'
import { LOOK_AT_STOCK_EVERY_SECONDS, lookAtStockAgain, stock, stockChanged } from './stock.ts'

/** What brings the marketplace to what is asked of it, for each kind of request. */
export const requestJobs: JobHandlers = {
  ...requestJob(listing),
  ...requestJob(shipment),
  ...requestJob(orderPrice),
  ...requestJob(orderClose),
  ...requestJob(refund),
  [stock.job]: { run: stockChanged, retries: 'forever' },
}

/** A request that has been pending for so long is looked after again, whatever became of the job it woke. */
const LOOK_AGAIN_AFTER_MS = 15 * 60_000
const LOOK_AGAIN_EVERY_SECONDS = 300
const BATCH = 200

/** Wakes every request of a merchant that still stands. */
export function lookAgainFor({ db, clock }: JobServices, merchantId: string): Promise<void> {
  return db.tenant(merchantId, async (tx) => {
    const now = clock.now()
    const turn = { now, everySeconds: LOOK_AGAIN_EVERY_SECONDS }
    const pending = await pendingRequests(tx, later(now, -LOOK_AGAIN_AFTER_MS), turn, BATCH)
    for (const one of pending) await requestReconciliation(tx, one, now)
  })
}

/** The same for every merchant: nothing that was asked of the marketplace is forgotten while it is away. */
export const lookAgain = (services: JobServices): Promise<void> =>
  eachMerchant(services.db, ({ merchantId }) => lookAgainFor(services, merchantId))

export const requestSchedules = [
  registerSchedule('marketplace.reconcile', LOOK_AGAIN_EVERY_SECONDS, lookAgain),
  registerSchedule('marketplace.stock', LOOK_AT_STOCK_EVERY_SECONDS, lookAtStockAgain),
]
