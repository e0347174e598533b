import { EXPORT_STATES } from '@huanji/domain/states/export'
import type { HandlerGroup } from '../../gateway/handler.ts'
import type { JobHandlers, JobServices } from '../../jobs/job.ts'
import { registerSchedule } from '../../jobs/schedules.ts'
import { later } from '../../platform/clock.ts'
import { exportSources } from '../export-source/source.ts'
import { moveState } from '../history/state-store.ts'
import { eachMerchant } from '../tenant/each-merchant.ts'
import { EXPORT_JOB, EXPORT_SWEEP_JOB } from './commands.ts'
import { removeParts } from './parts.ts'
import { expiredExports, forgetParts, leftBehind, removeOld } from './store.ts'
import { type ExportSteps, exportWork } from './work.ts'

/** The records of ended exports are kept for so long. */
const RECORDS_KEPT_MS = 90 * 24 * 3_600_000
const AT_ONCE = 100

/** Removes what exports that ended for good have left in the storage. */
async function sweep(merchantId: string, { db, storage }: JobServices): Promise<void> {
  let tasks = await db.tenant(merchantId, (tx) => leftBehind(tx, AT_ONCE))
  while (tasks.length > 0) {
    for (const task of tasks) {
      await removeParts(storage, merchantId, task)
      await db.tenant(merchantId, (tx) => forgetParts(tx, task.exportId))
    }
    tasks = await db.tenant(merchantId, (tx) => leftBehind(tx, AT_ONCE))
  }
}

/** Ends the exports of a merchant whose time is over, and removes their files. */
async function expire(merchantId: string, services: JobServices): Promise<void> {
  const { db, clock } = services
  const now = clock.now()
  await db.tenant(merchantId, async (tx) => {
    const move = { table: 'exportTask', states: EXPORT_STATES, action: 'expire', who: 'system', now } as const
    for (const id of await expiredExports(tx, now, AT_ONCE)) await moveState(tx, { ...move, id })
  })
  await sweep(merchantId, services)
  await db.tenant(merchantId, (tx) => removeOld(tx, later(now, -RECORDS_KEPT_MS)))
}

/** The jobs that make the files of exports from the lists of `groups`, and remove them. */
export const exportJobs = (groups: readonly HandlerGroup[], steps?: ExportSteps): JobHandlers => ({
  [EXPORT_JOB]: exportWork(exportSources(groups), steps),
  [EXPORT_SWEEP_JOB]: ({ merchantId }, services) => sweep(merchantId, services),
})

/** Four times an hour expired files go. */
export const exportSchedules = [
  registerSchedule('export.expiry', 900, (services) =>
    eachMerchant(services.db, ({ merchantId }) => expire(merchantId, services)),
  ),
]
