import { registerSchedule } from '../jobs/schedules.ts'
import { later } from '../platform/clock.ts'
import { deleteRecordsBefore } from './idempotency/store.ts'
import { forgetBuckets } from './rates-store.ts'

/** A call is repeated within minutes or hours; after this long its record is deleted. */
const KEEP_RECORDS_MS = 48 * 3_600_000

export const gatewaySchedules = [
  registerSchedule('gateway.idempotency-records', 3_600, async ({ db, clock }) => {
    await db.worker((tx) => deleteRecordsBefore(tx, later(clock.now(), -KEEP_RECORDS_MS)))
  }),
  registerSchedule('gateway.rate-buckets', 3_600, async ({ db, clock }) => {
    await db.worker((tx) => forgetBuckets(tx, clock.now()))
  }),
]
