import type { HandlerGroup } from '../../gateway/handler.ts'
import type { JobHandlers } from '../../jobs/job.ts'
import { registerSchedule } from '../../jobs/schedules.ts'
import { eachMerchant } from '../tenant/each-merchant.ts'
import { bulkCalls } from './bulk-calls.ts'
import { TASK_JOB } from './commands.ts'
import { removeExpired } from './store.ts'
import { taskWork } from './work.ts'

/** The job that does the rows of tasks by the calls of `groups`; it is tried for as long as there are some. */
export const taskJobs = (groups: readonly HandlerGroup[]): JobHandlers => ({
  [TASK_JOB]: { run: taskWork(bulkCalls(groups)), retries: 'forever' },
})

/** Once an hour expired tasks go. */
export const taskSchedules = [
  registerSchedule('task.expiry', 3_600, async ({ db, clock }) => {
    const now = clock.now()
    await eachMerchant(db, ({ merchantId }) => db.tenant(merchantId, (tx) => removeExpired(tx, now)))
  }),
]
