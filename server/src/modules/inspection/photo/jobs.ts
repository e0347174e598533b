import * as z from 'zod'
import type { Tx } from '../../../database/database.ts'
import { enqueueJob, type JobHandlers } from '../../../jobs/job.ts'

const REMOVE_FILES = 'photo.removeFiles'
const removeFilesPayload = z.strictObject({ keys: z.array(z.string()) })

/**
 * Lets stored files be removed after the commit; a rollback keeps them. Each key must belong to nothing any more.
 * @param aggregate what the files belong to, such as one record: its files are removed in the order of the calls
 */
export async function removeFilesLater(tx: Tx, aggregate: string, keys: readonly string[], now: Date): Promise<void> {
  if (keys.length === 0) return
  await enqueueJob(tx, { kind: REMOVE_FILES, aggregate: `photos:${aggregate}`, payload: { keys }, now })
}

export const photoJobs: JobHandlers = {
  [REMOVE_FILES]: async (job, services) => {
    for (const key of removeFilesPayload.parse(job.payload).keys) await services.storage.remove(key)
  },
}
