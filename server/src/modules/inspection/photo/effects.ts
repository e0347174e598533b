import * as z from 'zod'
import type { Tx } from '../../../database/database.ts'
import { type EffectHandlers, enqueueEffect } from '../../../jobs/effects.ts'

const REMOVE_FILES = 'photo.removeFiles'
const removeFilesPayload = z.strictObject({ keys: z.array(z.string()) })

/**
 * Lets stored files be removed after the commit; a rollback keeps them. Each key must belong to nothing any more.
 * @param lane files of one lane, such as one record's, are removed in the order in which they were given up
 */
export async function removeFilesLater(tx: Tx, lane: string, keys: readonly string[], now: Date): Promise<void> {
  if (keys.length === 0) return
  await enqueueEffect(tx, { kind: REMOVE_FILES, aggregate: `photos:${lane}`, payload: { keys }, now })
}

export const photoEffects: EffectHandlers = {
  [REMOVE_FILES]: async (job, services) => {
    for (const key of removeFilesPayload.parse(job.payload).keys) await services.storage.remove(key)
  },
}
