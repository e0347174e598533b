import { registerSchedule } from '../../jobs/schedules.ts'
import { later } from '../../platform/clock.ts'
import { eachMerchant } from '../tenant/each-merchant.ts'
import { deliverWebhooks } from './deliver.ts'
import { removeDeliveriesBefore } from './delivery-store.ts'

const KEPT_MS = 30 * 24 * 3_600_000

/** What is due leaves within seconds; what was sent is kept for a month. */
export const webhookSchedules = [
  registerSchedule('webhook.deliver', 2, (services) => deliverWebhooks(services)),
  registerSchedule('webhook.prune', 3_600, async ({ db, clock }) => {
    const oldest = later(clock.now(), -KEPT_MS)
    await eachMerchant(db, async ({ merchantId }) => {
      await db.tenant(merchantId, (tx) => removeDeliveriesBefore(tx, oldest))
    })
  }),
]
