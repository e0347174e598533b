import type { JobServices } from '../jobs/job.ts'
import { registerSchedule } from '../jobs/schedules.ts'
import { openSessions } from '../modules/auction/store.ts'
import { ruleOf } from '../modules/listing/repost-series.ts'
import { repostListing } from '../modules/repost/relisting.ts'
import { activeReposts, findRepost, unsoldOf } from '../modules/repost/store.ts'
import { eachMerchant } from '../modules/tenant/each-merchant.ts'

const EVERY_SECONDS = 60

/** So many goods of a shop are looked at in one turn; the next turn goes on. */
const OF_A_TURN = 200

async function repostShop({ db, clock }: JobServices, merchantId: string, shopAccountId: string): Promise<void> {
  const now = clock.now()
  const { unsold, sessions } = await db.tenant(merchantId, async (tx) => ({
    unsold: await unsoldOf(tx, shopAccountId, { limit: OF_A_TURN, withStopped: false }),
    sessions: await openSessions(tx, now),
  }))
  for (const { listingId } of unsold) {
    // each by itself: what is done stays done, and whoever works on one of them waits for that one alone
    await db.tenant(merchantId, async (tx) => {
      const row = await findRepost(tx, shopAccountId)
      if (!row?.enabled) return
      await repostListing(tx, listingId, { shopAccountId, rule: ruleOf(row), setBy: row.setBy, sessions, now })
    })
  }
}

/** Lists a merchant's unsold goods again as the rules of its shops say. */
export async function repostUnsold(services: JobServices, merchantId: string): Promise<void> {
  const active = await services.db.tenant(merchantId, activeReposts)
  for (const { shopAccountId } of active) await repostShop(services, merchantId, shopAccountId)
}

export const repostSchedules = [
  registerSchedule('shop.repost', EVERY_SECONDS, (services) =>
    eachMerchant(services.db, async ({ merchantId }) => {
      try {
        await repostUnsold(services, merchantId)
      } catch (error) {
        services.log.warn({ err: error, merchantId }, 'unsold goods of a merchant could not be listed again')
      }
    }),
  ),
]
