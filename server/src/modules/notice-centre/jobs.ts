import type { Tx } from '../../database/database.ts'
import type { JobServices } from '../../jobs/job.ts'
import { registerSchedule } from '../../jobs/schedules.ts'
import { later } from '../../platform/clock.ts'
import { removeNoticesBefore } from '../notice/store.ts'
import { eachMerchant } from '../tenant/each-merchant.ts'
import { tellOfDeadlines, tellOfSupplies } from './due.ts'
import { tellAllBySms } from './sms.ts'

const KEPT_MS = 90 * 24 * 3_600_000

/** Does something for every merchant; what fails for one is logged and holds up no other. */
const forEach =
  (what: string, work: (tx: Tx, now: Date) => Promise<unknown>) =>
  ({ db, clock, log }: JobServices) =>
    eachMerchant(db, async ({ merchantId }) => {
      await db
        .tenant(merchantId, (tx) => work(tx, clock.now()))
        .catch((error: unknown) => log.error({ err: error, merchantId }, `notices: ${what} failed`))
    })

/** Deadlines are looked at every five minutes, supplies each hour; a notice is kept for ninety days. */
export const noticeSchedules = [
  registerSchedule('notice.deadlines', 300, forEach('deadlines', tellOfDeadlines)),
  registerSchedule('notice.supplies', 3_600, forEach('supplies', tellOfSupplies)),
  registerSchedule('notice.sms', 30, tellAllBySms),
  registerSchedule(
    'notice.prune',
    3_600,
    forEach('removing old ones', (tx, now) => removeNoticesBefore(tx, later(now, -KEPT_MS))),
  ),
]
