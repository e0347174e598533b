import type { Tx } from '../../database/database.ts'
import { findBatch } from './batch/store.ts'
import { missingText } from './photo/progress.ts'
import { photoRowsOf } from './photo/store.ts'
import { findRecord, type InspectionRecord } from './store.ts'

/**
 * True while a phone of a batch waits for the photographs of the batch's sample, which stand for its own. The sample
 * itself and a phone of no batch wait for nobody's.
 */
export async function awaitsSample(
  tx: Tx,
  { inspectionId, batchId }: { readonly inspectionId: string; readonly batchId: string | null },
): Promise<boolean> {
  const sampleId = batchId === null ? null : ((await findBatch(tx, batchId))?.sampleInspectionId ?? null)
  if (sampleId === null || sampleId === inspectionId) return false
  const sample = await findRecord(tx, { inspectionId: sampleId })
  return sample !== null && missingText(sample.report, await photoRowsOf(tx, [sampleId])) !== ''
}

/** True when nothing is missing any more of the photographs of a submitted record, its batch's sample included. */
export async function isPhotographed(
  tx: Tx,
  record: Pick<InspectionRecord, 'inspectionId' | 'batchId' | 'state' | 'report'>,
): Promise<boolean> {
  if (record.state !== 'awaiting_photos') return true
  const photos = await photoRowsOf(tx, [record.inspectionId])
  return missingText(record.report, photos) === '' && !(await awaitsSample(tx, record))
}
