import type { OutputOf, ParsedOf } from '@huanji/contract/call'
import type { detRecord } from '@huanji/contract/features/inspection/inspection'
import { normaliseCode } from '@huanji/domain/codes/normalise'
import { GRADE_LABELS } from '@huanji/domain/grading/ladder'
import { formatShanghai } from '@huanji/domain/time'
import type { AuditEntry } from '../../audit/entry.ts'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { requireAllowed } from '../../gateway/allowed-actions.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { holdModel } from '../catalogue/known.ts'
import { type HistoryChange, recordHistory } from '../history/store.ts'
import { requireUsableShop } from '../shop/commands.ts'
import { INSPECTION_ACTIONS } from './actions.ts'
import { type Assessment, assess, readAnswers } from './assessment.ts'
import { contentInBatch, leaveBatch } from './batch/member.ts'
import { changesBetween } from './changes.ts'
import { advanceInspection, moveInspection } from './commands.ts'
import { createRecords } from './creating.ts'
import { learnModel } from './learned-models.ts'
import { missingDefectsOf, missingShotsOf } from './photo/progress.ts'
import { photoRowsOf } from './photo/store.ts'
import { isPhotographed } from './photographed.ts'
import { shopNameOf } from './record-store.ts'
import { buildReport, type Report } from './report.ts'
import { takeBag, unbindBag } from './sealed-bag/commands.ts'
import { lockBags } from './sealed-bag/store.ts'
import { findRecord, type InspectionRecord, lockRecord, type RecordContent, updateRecord } from './store.ts'
import { checkSubmission, unitModelOf } from './submission.ts'
import { readUnitCodes } from './unit-codes.ts'
import { codesOfUnit, shareCode, type UnitCodes, type UnitModel } from './unit-store.ts'
import { type EnteredUnit, enterUnit } from './units.ts'

type AddDetectRecord = typeof detRecord.addDetectRecord
type Input = ParsedOf<AddDetectRecord>
type Output = OutputOf<AddDetectRecord>

/** Everything of a save that needs no database. */
interface Draft {
  readonly codes: UnitCodes
  readonly model: UnitModel
  readonly assessment: Assessment
}

/**
 * Saves an inspection: as a draft, or submitted and moved on as far as photographs and bag allow. Everything that
 * follows from the answers is worked out here; a client's grade counts only as an override downwards.
 * Refuses as the contract lists it; a record can be saved again until its photographs are complete.
 */
export async function saveInspection(context: CallContext, input: Input): Promise<Output> {
  const draft = await readDraft(context.tx, input)
  if (input.mode === 'submit') checkSubmission(draft.assessment, input.sku, input)
  const { tx, now } = context
  if (input.shopAccountId !== undefined) await requireUsableShop(tx, input.shopAccountId, input.channel, now)
  await checkReuse(tx, input, draft.codes)
  const saved =
    input.inspectionId === undefined
      ? await createRecord(context, input, draft)
      : await editRecord(context, input, draft, input.inspectionId)
  const record = (await lockRecord(tx, { inspectionId: saved })) ?? refuse('NOT_FOUND')
  const state = input.mode === 'submit' ? await finish(context, input, record) : record.state
  // last, because submits of all merchants meet at its sums
  if (input.mode === 'submit') await learnModel(tx, [{ unitId: record.unitId, imei: draft.codes.imei }], draft.model)
  context.audit(override(input, draft, record))
  const photos = await photoRowsOf(tx, [record.inspectionId])
  return {
    inspectionId: record.inspectionId,
    inspectionNo: record.inspectionNo,
    unitId: record.unitId,
    barCode: record.barCode,
    photoTaskId: record.photoTaskId,
    state,
    version: record.version,
    explanation: draft.assessment.explanation,
    problems: draft.assessment.problems.map((problem) => ({ ...problem })),
    missingShots: missingShotsOf(record.report, photos),
    missingDefectPhotos: missingDefectsOf(record.report, photos),
  }
}

/** The inspector's own grade in the place of the one the answers give, as the audit log keeps it; null without one. */
function override(
  { mode, finalGrade, overrideReason }: Input,
  { assessment: { explanation } }: Draft,
  { inspectionId, inspectionNo }: InspectionRecord,
): AuditEntry | null {
  if (mode === 'draft' || finalGrade === undefined || finalGrade === explanation.grade) return null
  return {
    subject: 'inspection',
    subjectId: inspectionId,
    subjectLabel: inspectionNo,
    before: { 系统成色: GRADE_LABELS[explanation.grade] },
    after: { 终判成色: GRADE_LABELS[finalGrade], 理由: overrideReason },
  }
}

async function readDraft(tx: Tx, input: Input): Promise<Draft> {
  const model = await holdModel(tx, input.modelId)
  const codes = readUnitCodes(input.code)
  const { sku } = input
  return {
    codes,
    model: unitModelOf(model, sku),
    assessment: assess(model, input.channel, readAnswers(input.answers), sku),
  }
}

/** A report can be reused for the same phone only (docs/domain.md §4.3). Refuses NOT_FOUND and CODE_INVALID. */
async function checkReuse(tx: Tx, { reusedInspectionId }: Input, codes: UnitCodes): Promise<void> {
  if (reusedInspectionId === undefined) return
  const earlier = (await findRecord(tx, { inspectionId: reusedInspectionId })) ?? refuse('NOT_FOUND')
  const known = await codesOfUnit(tx, earlier.unitId)
  if (known && shareCode(known, codes)) return
  refuse('CODE_INVALID', { message: '只能复用同一台手机的报告，请核对IMEI' }, { field: 'reusedInspectionId' })
}

/** What is written into a record that stands by itself: its report is its own. */
type WholeContent = RecordContent & { readonly report: Report }

function contentOf(input: Input, { codes, model, assessment }: Draft, unit: EnteredUnit): WholeContent {
  const isSubmitted = input.mode === 'submit'
  const { grade, repairFlag } = assessment.explanation
  return {
    unitId: unit.unitId,
    batchId: null,
    batchVersion: null,
    barCode: unit.barCode,
    imei: codes.imei,
    channel: input.channel,
    templateId: assessment.template.id,
    templateVersion: assessment.template.version,
    answers: assessment.answers,
    report: buildReport(assessment),
    systemGrade: isSubmitted ? grade : null,
    finalGrade: input.finalGrade ?? (isSubmitted ? grade : null),
    overrideReason: input.finalGrade === undefined || input.finalGrade === grade ? '' : input.overrideReason,
    repairFlag: isSubmitted ? repairFlag : null,
    exceptionCount: assessment.exceptions.length,
    remark: input.remark,
    shopAccountId: input.shopAccountId ?? null,
    reusedInspectionId: input.reusedInspectionId ?? null,
    modelId: model.modelId,
    modelName: model.modelName,
    skuText: model.skuText,
  }
}

async function createRecord(context: CallContext, input: Input, draft: Draft): Promise<string> {
  const { tx, now } = context
  // in the order in which a batch locks them: the bag, the phone, numbers
  if (input.mode === 'submit' && input.bagCode !== '') await lockBags(tx, [normaliseCode(input.bagCode)])
  const unit = await enterUnit(tx, draft.codes, draft.model, now, null)
  const [created] = await createRecords(context, [contentOf(input, draft, unit)], '')
  if (!created) throw new Error('a record was not made')
  return created.inspectionId
}

async function editRecord(
  { tx, actor, now }: CallContext,
  input: Input,
  draft: Draft,
  inspectionId: string,
): Promise<string> {
  const record = (await lockRecord(tx, { inspectionId })) ?? refuse('NOT_FOUND')
  requireAllowed(INSPECTION_ACTIONS, 'continue', { ...record, grade: record.finalGrade })
  if (record.version !== input.version) {
    refuse('VERSION_CONFLICT', { who: record.editorName, when: formatShanghai(record.editedAt) })
  }
  const unit = await enterUnit(tx, draft.codes, draft.model, now, record)
  // the phone was looked at again, so the bag it lay in was opened, and one that was held for it is free (docs/domain.md §3.4)
  const bagCode = (input.mode === 'submit' && normaliseCode(input.bagCode)) || null
  const keepsBag = unit.unitId === record.unitId && bagCode === record.bagCode
  if (record.bagCode !== null && !keepsBag) {
    await unbindBag(tx, record, { who: actor, now, note: '重检后更换封袋' })
  }
  const whole = contentOf(input, draft, unit)
  const content = await contentInBatch(tx, record, whole, draft)
  const isSubmitted = record.state === 'awaiting_photos'
  const written = { ...whole, bagCode, finalGrade: content.finalGrade }
  const changes = isSubmitted || record.reopenedAt !== null ? await changesOf(tx, record, written) : []
  await updateRecord(tx, inspectionId, { ...content, employeeId: actor.employeeId, now })
  if (record.batchId !== content.batchId) await leaveBatch(tx, record, { who: actor, now })
  if (isSubmitted || changes.length > 0) await recordRevision({ tx, actor, now }, input, record, changes)
  return inspectionId
}

/** What an edit changes of a record that was submitted, for its log. */
async function changesOf(
  tx: Tx,
  record: InspectionRecord,
  content: WholeContent & { readonly bagCode: string | null },
): Promise<HistoryChange[]> {
  const before = await shopNameOf(tx, record.shopAccountId)
  const isKept = content.shopAccountId === record.shopAccountId
  const after = isKept ? before : await shopNameOf(tx, content.shopAccountId)
  return changesBetween({ ...record, shopName: before }, { ...content, shopName: after })
}

/** Writes down that a submitted record was changed; one that is kept as a draft from here on is a draft again. */
async function recordRevision(
  { tx, actor, now }: Pick<CallContext, 'tx' | 'actor' | 'now'>,
  input: Input,
  { inspectionId, state }: InspectionRecord,
  changes: readonly HistoryChange[],
): Promise<void> {
  if (state === 'awaiting_photos' && input.mode === 'draft') {
    await moveInspection(tx, inspectionId, 'reopen', { who: actor, now, changes })
    return
  }
  await recordHistory(tx, {
    subject: 'inspection',
    subjectId: inspectionId,
    who: actor,
    action: 'revise',
    actionLabel: '修改质检结果',
    fromState: state,
    toState: state,
    changes,
    now,
  })
}

/** Submits a saved record, takes the bag that was scanned, and moves it on. Gives its state. */
async function finish(
  { tx, actor, now }: CallContext,
  input: Input,
  record: InspectionRecord,
): Promise<InspectionRecord['state']> {
  const { inspectionId } = record
  const state =
    record.state === 'draft' ? await moveInspection(tx, inspectionId, 'submit', { who: actor, now }) : record.state
  if (input.bagCode !== '') {
    const wanted = {
      bagCode: input.bagCode,
      replaceReason: '',
      isPhotographed: await isPhotographed(tx, { ...record, state }),
    }
    await takeBag(tx, { ...record, state }, wanted, { who: actor, now })
  }
  return advanceInspection(tx, inspectionId, actor, now)
}
