import * as z from 'zod'
import type { Tx } from '../../../database/database.ts'
import { enqueueJob, type JobHandlers } from '../../../jobs/job.ts'
import { neededFiles } from './store.ts'

const REMOVE_FILES = 'photo.removeFiles'
const picture = z.object({ fullKey: z.string(), thumbKey: z.string() })
const removeFilesPayload = z.strictObject({ keys: z.array(z.string()), pictures: z.array(picture).default([]) })

/** The files of one photograph. */
export type PictureFiles = z.output<typeof picture>

/**
 * Lets stored files be removed after the commit; a rollback keeps them. Each key must belong to nothing any more.
 * @param aggregate what the files belong to, such as one record: its files are removed in the order of the calls
 */
export async function removeFilesLater(tx: Tx, aggregate: string, keys: readonly string[], now: Date): Promise<void> {
  await enqueue(tx, aggregate, { keys: [...keys], pictures: [] }, now)
}

/**
 * The same for what was sent for a record's photographs, and for the pictures of those that were taken off it. Whether a
 * picture is needed elsewhere is asked when it is to be removed: it may be shown by several photographs, and only one
 * that is there can be taken over, so that a file that nothing needs then is needed never again.
 */
export async function removePicturesLater(
  tx: Tx,
  inspectionId: string,
  files: { readonly sent: readonly string[]; readonly pictures: readonly PictureFiles[] },
  now: Date,
): Promise<void> {
  const pictures = files.pictures.map(({ fullKey, thumbKey }) => ({ fullKey, thumbKey }))
  await enqueue(tx, inspectionId, { keys: [...files.sent], pictures }, now)
}

async function enqueue(tx: Tx, aggregate: string, payload: z.output<typeof removeFilesPayload>, now: Date) {
  if (payload.keys.length === 0 && payload.pictures.length === 0) return
  await enqueueJob(tx, { kind: REMOVE_FILES, aggregate: `photos:${aggregate}`, payload, now })
}

export const photoJobs: JobHandlers = {
  [REMOVE_FILES]: async (job, { db, storage }) => {
    const { keys, pictures } = removeFilesPayload.parse(job.payload)
    const fullKeys = pictures.map((one) => one.fullKey)
    const needed = fullKeys.length === 0 ? null : await db.tenant(job.merchantId, (tx) => neededFiles(tx, fullKeys))
    const unneeded = pictures.filter((one) => !needed?.has(one.fullKey)).flatMap((one) => [one.fullKey, one.thumbKey])
    for (const key of [...keys, ...unneeded]) await storage.remove(key)
  },
}
