import type { OutputOf, ParsedOf } from '@huanji/contract/call'
import type { newInspection } from '@huanji/contract/features/inspection/record-action'
import { formatShanghai } from '@huanji/domain/time'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { requireAllowed } from '../../gateway/allowed-actions.ts'
import type { By } from '../../platform/actor.ts'
import { newId } from '../../platform/ids.ts'
import { holdModel } from '../catalogue/known.ts'
import { recordHistory } from '../history/store.ts'
import { INSPECTION_ACTIONS } from './actions.ts'
import { assess } from './assessment.ts'
import { leaveBatchSample } from './batch/sample.ts'
import { lockBatch } from './batch/store.ts'
import { moveInspection } from './commands.ts'
import { inspectionNoOf } from './numbers.ts'
import { replacementNo, setPrevious } from './record-store.ts'
import { buildReport } from './report.ts'
import { voidBagOf } from './sealed-bag/commands.ts'
import { type InspectionRecord, insertDrafts, lockRecord, type RecordContent } from './store.ts'
import { modelOfUnit } from './unit-store.ts'

type Reinspect = typeof newInspection.reinspect

/**
 * Inspects a phone in stock anew: its finished record ends, its bag is voided since it was opened, and a draft of the same
 * unit starts from the old answers (docs/domain.md §1.6). The new record stands by itself, also where the old one was of
 * a batch. Refuses NOT_FOUND, STATE_CHANGED for a record that is not finished or is on sale, VERSION_CONFLICT.
 */
export async function reinspect(tx: Tx, input: ParsedOf<Reinspect>, by: By): Promise<OutputOf<Reinspect>> {
  const record = (await lockRecord(tx, { inspectionId: input.inspectionId })) ?? refuse('NOT_FOUND')
  await requireFinished(tx, record)
  if (record.version !== input.version) {
    refuse('VERSION_CONFLICT', { who: record.editorName, when: formatShanghai(record.editedAt) })
  }
  const { who, now } = by
  await voidBagOf(tx, record, { ...by, note: '重检后更换封袋' })
  // in the order in which phones are added to a batch: the batch, then numbers
  if (record.batchId !== null) await lockBatch(tx, record.batchId)
  const inspectionNo = await inspectionNoOf(tx, now)
  await moveInspection(tx, record.inspectionId, 'replace', { ...by, note: `${input.reason}；新单号${inspectionNo}` })
  await leaveBatchSample(tx, record, by)
  const inspectionId = newId()
  const { employeeId } = who
  const content = await contentAnew(tx, record)
  const created = await insertDrafts(tx, [
    { ...content, inspectionId, inspectionNo, photoTaskId: newId(), employeeId, now },
  ])
  if (created.length === 0) throw new Error('a unit whose record ended has another open one')
  await setPrevious(tx, inspectionId, record.inspectionId)
  await recordHistory(tx, {
    subject: 'inspection',
    subjectId: inspectionId,
    who,
    action: 'reinspect',
    actionLabel: '重检',
    toState: 'draft',
    note: `${input.reason}；原单号${record.inspectionNo}`,
    now,
  })
  return { inspectionId, inspectionNo, version: 1, state: 'draft' }
}

/** Refuses what cannot be inspected anew; one that somebody else was faster with is told the new number. */
async function requireFinished(tx: Tx, record: InspectionRecord): Promise<void> {
  const newer = record.state === 'voided' ? await replacementNo(tx, record.inspectionId) : null
  if (newer !== null) refuse('STATE_CHANGED', { state: `已重检，新单号${newer}`, action: '再次重检' })
  requireAllowed(INSPECTION_ACTIONS, 'reinspect', { ...record, grade: record.finalGrade })
}

/** What the new draft starts from: the old answers, judged by the template of today. */
async function contentAnew(tx: Tx, record: InspectionRecord): Promise<RecordContent> {
  const known = await holdModel(tx, record.modelId)
  const unit = await modelOfUnit(tx, record.unitId)
  if (!unit) throw new Error('the unit of a record is gone')
  const assessment = assess(known, record.channel, record.answers, unit.sku)
  const { unitId, channel, remark, shopAccountId, barCode, imei, modelId, modelName, skuText } = record
  return {
    unitId,
    channel,
    remark,
    shopAccountId,
    barCode,
    imei,
    modelId,
    modelName,
    skuText,
    templateId: assessment.template.id,
    templateVersion: assessment.template.version,
    answers: assessment.answers,
    report: buildReport(assessment),
    systemGrade: null,
    finalGrade: null,
    overrideReason: '',
    repairFlag: null,
    exceptionCount: assessment.exceptions.length,
    reusedInspectionId: record.inspectionId,
    batchId: null,
    batchVersion: null,
  }
}
