import type { JobHandlers, JobServices } from '../jobs/job.ts'
import { registerSchedule } from '../jobs/schedules.ts'
import { reconcileJob, requestReconciliation } from '../modules/desired-state/commands.ts'
import { pendingDesiredStates } from '../modules/desired-state/store.ts'
import { STOCK_JOB } from '../modules/listing/stock.ts'
import { eachMerchant } from '../modules/tenant/each-merchant.ts'
import { later } from '../platform/clock.ts'
import { reconcileListingJob } from './listing.ts'
import { reconcileOrderJob } from './order-requests.ts'
import { reconcileRefundJob } from './refund-requests.ts'
import { reconcileShipmentJob } from './shipment.ts'
import { stockChangedJob } from './short-orders.ts'
import { LOOK_AT_STOCK_EVERY_SECONDS, lookAtStockAgain } from './stock.ts'

/** What brings the marketplace to what is wanted, for each kind of thing. */
export const desiredStateJobs: JobHandlers = {
  [reconcileJob('listing')]: { run: reconcileListingJob, retries: 'forever' },
  [reconcileJob('shipment')]: { run: reconcileShipmentJob, retries: 'forever' },
  [STOCK_JOB]: { run: stockChangedJob, retries: 'forever' },
  [reconcileJob('order_price')]: { run: reconcileOrderJob('order_price'), retries: 'forever' },
  [reconcileJob('order_close')]: { run: reconcileOrderJob('order_close'), retries: 'forever' },
  [reconcileJob('refund')]: { run: reconcileRefundJob, retries: 'forever' },
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
    const pending = await pendingDesiredStates(tx, later(now, -LOOK_AGAIN_AFTER_MS), turn, BATCH)
    for (const one of pending) await requestReconciliation(tx, one, now)
  })
}

/** The same for every merchant: nothing that was asked of the marketplace is forgotten while it is away. */
export const lookAgain = (services: JobServices): Promise<void> =>
  eachMerchant(services.db, ({ merchantId }) => lookAgainFor(services, merchantId))

export const desiredStateSchedules = [
  registerSchedule('marketplace.reconcile', LOOK_AGAIN_EVERY_SECONDS, lookAgain),
  registerSchedule('marketplace.stock', LOOK_AT_STOCK_EVERY_SECONDS, lookAtStockAgain),
]
