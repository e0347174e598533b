import { registerSchedule } from '../../jobs/schedules.ts'
import { later } from '../../platform/clock.ts'
import { pruneSessions } from '../account/session-store.ts'
import { eachMerchant } from '../tenant/each-merchant.ts'
import { deliverSms } from './sms.ts'
import { pruneSignIn } from './store.ts'

/** What sign-in leaves behind is kept this long: counters, quotas, places and ended sessions. */
const KEEP_MS = 35 * 24 * 3_600_000

/** Messages leave within seconds; once an hour, what is no longer needed goes. */
export const authSchedules = [
  registerSchedule('auth.deliver-sms', 3, (services) => deliverSms(services)),
  registerSchedule('auth.prune', 3600, async (services) => {
    const { db, clock } = services
    const now = clock.now()
    const oldest = later(now, -KEEP_MS)
    await db.global((tx) => pruneSignIn(tx, now, oldest))
    await eachMerchant(db, ({ merchantId }) => db.tenant(merchantId, (tx) => pruneSessions(tx, oldest)))
  }),
]
