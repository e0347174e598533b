import { isWorse } from '@huanji/domain/grading/ladder'
import type { Tx } from '../../../database/database.ts'
import type { By } from '../../../platform/actor.ts'
import { recordHistory } from '../../history/store.ts'
import { type Assessment, assess } from '../assessment.ts'
import type { InspectionRecord, RecordContent } from '../store.ts'
import type { UnitModel, UnitSku } from '../unit-store.ts'
import { differenceOf, gradeColumnsOf, ownReportOf, readModel } from './content.ts'
import { leaveBatchSample } from './sample.ts'
import { type Batch, findBatch, readVersion } from './store.ts'

const isSameSku = (one: UnitSku, other: UnitSku): boolean =>
  one.regulatoryNo === other.regulatoryNo &&
  one.ram === other.ram &&
  one.storage === other.storage &&
  one.colour === other.colour

/**
 * What is kept of a phone of a batch that was looked at again: it stays in the batch while its model and SKU are the
 * batch's and its grade is not below it, and then keeps only what differs; else it is a single record from now on.
 *
 * @param single what the record would be by itself
 */
export async function contentInBatch(
  tx: Tx,
  { inspectionId, batchId, batchVersion }: Pick<InspectionRecord, 'inspectionId' | 'batchId' | 'batchVersion'>,
  single: RecordContent,
  { assessment, model }: { readonly assessment: Assessment; readonly model: UnitModel },
): Promise<RecordContent> {
  const found = batchId === null ? null : await findBatch(tx, batchId)
  if (!found || batchId === null || batchVersion === null) return single
  const content = await readVersion(tx, batchId, batchVersion)
  if (!belongs(found, single, model.sku) || (single.finalGrade && isWorse(single.finalGrade, content.grade))) {
    return single
  }
  const { channel } = found
  const { model: ofCatalogue, unitModel } = await readModel(tx, found.modelId, found.sku)
  const common = assess(ofCatalogue, channel, content.answers, found.sku, 'batch')
  const batch = { channel, model: ofCatalogue, unitModel, content, assessment: common }
  const ownAnswers = differenceOf(content.answers, assessment.answers)
  const inBatch = assess(ofCatalogue, channel, assessment.answers, found.sku, 'batch')
  const phone = { assessment: inBatch, ownAnswers, grade: inBatch.explanation.grade }
  return {
    ...single,
    ...(single.systemGrade === null ? {} : gradeColumnsOf(batch, phone)),
    batchId,
    batchVersion,
    answers: ownAnswers,
    report: ownReportOf(batch, phone, found.sampleInspectionId === inspectionId),
  }
}

const belongs = (batch: Batch, { channel, modelId }: RecordContent, sku: UnitSku): boolean =>
  batch.channel === channel && batch.modelId === modelId && isSameSku(batch.sku, sku)

/** Tells the history of a record that it is no part of its batch any more, and leaves the batch's photographs to another. */
export async function leaveBatch(
  tx: Tx,
  record: Pick<InspectionRecord, 'inspectionId' | 'batchId' | 'state'>,
  by: By,
): Promise<void> {
  const batch = record.batchId === null ? null : await findBatch(tx, record.batchId)
  if (!batch) return
  await recordHistory(tx, {
    subject: 'inspection',
    subjectId: record.inspectionId,
    action: 'leaveBatch',
    actionLabel: '移出批次',
    fromState: record.state,
    toState: record.state,
    note: `批次${batch.batchNo}`,
    ...by,
  })
  await leaveBatchSample(tx, record, by)
}
