import { registerSchedule } from '../jobs/schedules.ts'
import { later } from '../platform/clock.ts'
import { forgetRecords } from './idempotency/store.ts'
import { forgetBuckets } from './rates-store.ts'

/** A call is repeated within minutes or hours; after this long its answer is not asked for again. */
const KEEP_ANSWERS_MS = 48 * 3_600_000

export const gatewaySchedules = [
  registerSchedule('gateway.forget-answers', 3_600, async ({ db, clock }) => {
    await db.worker((tx) => forgetRecords(tx, later(clock.now(), -KEEP_ANSWERS_MS)))
  }),
  registerSchedule('gateway.forget-rates', 3_600, async ({ db, clock }) => {
    await db.worker((tx) => forgetBuckets(tx, clock.now()))
  }),
]
