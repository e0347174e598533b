import type { Tx } from '../../../database/database.ts'
import { type MovedBy, recordHistory } from '../../history/store.ts'
import { assess } from '../assessment.ts'
import { advanceInspection } from '../commands.ts'
import { missingText } from '../photo/progress.ts'
import { photoRowsOf } from '../photo/store.ts'
import { buildReport } from '../report.ts'
import { findRecord, setReport } from '../store.ts'
import { readModel } from './content.ts'
import { awaitingPhotosOf, lockBatch, oldestUnphotographed, setSample } from './store.ts'

/**
 * To be called when a phone's record has ended (作废, or a newer inspection took its place) or has left its batch, in the
 * same transaction: where its photographs were to stand for its batch and are not complete or went with it, the oldest
 * phone that waits for photographs takes its place, and its report asks for all shots from now on. Without such a phone
 * the next one that is added does. Complete photographs of a record that ended go on standing for the batch, and whoever
 * still waited for them moves on. Nothing happens for a record of no batch, or of one that another phone stands for.
 */
export async function leaveBatchSample(
  tx: Tx,
  { inspectionId, batchId }: { readonly inspectionId: string; readonly batchId: string | null },
  { who, now }: MovedBy,
): Promise<void> {
  if (batchId === null) return
  const batch = await lockBatch(tx, batchId)
  const left = batch?.sampleInspectionId === inspectionId ? await findRecord(tx, { inspectionId }) : null
  if (!batch || !left) return
  if (left.batchId === batchId && missingText(left.report, await photoRowsOf(tx, [inspectionId])) === '') {
    for (const waiting of await awaitingPhotosOf(tx, batchId)) await advanceInspection(tx, waiting, who, now)
    return
  }
  const heirId = await oldestUnphotographed(tx, batchId)
  await setSample(tx, batchId, heirId, now)
  const heir = heirId === null ? null : await findRecord(tx, { inspectionId: heirId })
  if (!heir) return
  const { model, unitModel } = await readModel(tx, batch.modelId, batch.sku)
  const assessment = assess(model, batch.channel, heir.answers, unitModel.sku, 'batch')
  await setReport(tx, heir.inspectionId, buildReport(assessment), now)
  await recordHistory(tx, {
    subject: 'inspection',
    subjectId: heir.inspectionId,
    who,
    action: 'becomeSample',
    actionLabel: '成为批次样机',
    fromState: heir.state,
    toState: heir.state,
    note: `批次${batch.batchNo}`,
    now,
  })
  await advanceInspection(tx, heir.inspectionId, who, now)
}
