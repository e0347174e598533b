import type { OutputOf, ParsedOf } from '@huanji/contract/call'
import type { batchEdit } from '@huanji/contract/features/inspection/batch'
import { GRADE_LABELS, isWorse } from '@huanji/domain/grading/ladder'
import { formatShanghai } from '@huanji/domain/time'
import type { Tx } from '../../../database/database.ts'
import { refuse } from '../../../errors/refusal.ts'
import type { CallContext } from '../../../gateway/handler.ts'
import { recordHistory, recordHistoryOfMany } from '../../history/store.ts'
import { requireUsableShop } from '../../shop/commands.ts'
import { assess, readAnswers, refusalOf } from '../assessment.ts'
import type { Report } from '../report.ts'
import { checkAnswers, checkGrade } from '../submission.ts'
import {
  type BatchContent,
  differenceOf,
  gradeColumnsOf,
  hasException,
  ownReportOf,
  type PhoneContent,
  phoneOf,
  readModel,
  versionOf,
} from './content.ts'
import {
  type Batch,
  countKept,
  type FollowingPhone,
  firstListed,
  freezeVersion,
  insertVersion,
  lockBatch,
  lockFollowing,
  readVersion,
  replaceVersion,
  updateBatch,
  updatePhones,
  type VersionContent,
  type WrittenBy,
} from './store.ts'

type Input = ParsedOf<typeof batchEdit.edit>
type Output = OutputOf<typeof batchEdit.edit>

/** So many phones are named in a refusal. */
const NAMED_MAX = 5

/**
 * Changes what is answered for a batch, and which shop and remark it has. The version is changed in place while nothing of
 * it was ever on sale; else it stays as it was offered, and a new one is made, which the phones follow that are neither on
 * sale nor sold nor voided. Refuses as the contract lists it.
 */
export async function editBatch(context: CallContext, input: Input): Promise<Output> {
  const { tx, actor, now } = context
  // records before their batch: who ends one of them locks in this order too
  await lockFollowing(tx, input.batchId)
  const found = (await lockBatch(tx, input.batchId)) ?? refuse('NOT_FOUND')
  if (found.version !== input.version) {
    refuse('VERSION_CONFLICT', { who: found.editorName, when: formatShanghai(found.editedAt) })
  }
  if (input.shopAccountId !== undefined) await requireUsableShop(tx, input.shopAccountId, found.channel, now)
  const before = await readVersion(tx, found.batchId, found.batchVersion)
  const batch = await changedContent(tx, found, before, input)
  const isKept = isSameContent(before, batch.content)
  // those that were added meanwhile too
  const phones = await lockFollowing(tx, found.batchId)
  const moved = phones.map((phone) => ({ phone, content: phoneOf(batch, phone.ownAnswers) }))
  if (!isKept) checkPhones(batch, moved)
  const by = { employeeId: actor.employeeId, now }
  const batchVersion = isKept ? found.batchVersion : await writeVersion(tx, found, batch.content, by)
  const shopAccountId = input.shopAccountId ?? found.shopAccountId
  const { grade, repairFlag } = batch.content
  const set = { grade, repairFlag, batchVersion, shopAccountId, remark: input.remark }
  const version = await updateBatch(tx, found.batchId, set, by)
  if (!isKept || input.shopAccountId !== undefined) {
    await movePhones(context, { found, batch, batchVersion, shopAccountId: input.shopAccountId }, moved)
  }
  await recordHistory(tx, {
    subject: 'batch',
    subjectId: found.batchId,
    who: actor,
    action: 'edit',
    actionLabel: '修改批次',
    note: noteOf(found, batchVersion, grade),
    now,
  })
  return { version, batchVersion, grade, movedCount: moved.length, keptCount: await countKept(tx, found.batchId) }
}

function noteOf({ batchVersion, grade }: Batch, newVersion: number, newGrade: Batch['grade']): string {
  const version = newVersion === batchVersion ? '' : `版本${batchVersion}改为${newVersion}`
  const graded = newGrade === grade ? '' : `成色${GRADE_LABELS[grade]}改为${GRADE_LABELS[newGrade]}`
  return [version, graded].filter((part) => part !== '').join('，')
}

/** What the batch would be. Without new answers and a new grade it stays as it is. */
async function changedContent(tx: Tx, found: Batch, before: VersionContent, input: Input): Promise<BatchContent> {
  const { model, unitModel } = await readModel(tx, found.modelId, found.sku)
  const { channel } = found
  const answers = input.answers ? readAnswers(input.answers) : before.answers
  const assessment = assess(model, channel, answers, found.sku, 'batch')
  const shared = { channel, model, unitModel, assessment }
  if (input.answers === undefined && input.finalGrade === undefined) return { ...shared, content: before }
  checkAnswers(assessment)
  checkGrade(assessment, input)
  const content = versionOf(assessment, input)
  if (content.grade === 'X') {
    refuse('GRADE_NOT_ALLOWED', { message: `该成色为${GRADE_LABELS.X}，不能多台一起质检` }, { field: 'answers' })
  }
  return { ...shared, content }
}

const isSameContent = (one: VersionContent, other: VersionContent): boolean =>
  one.grade === other.grade &&
  one.overrideReason === other.overrideReason &&
  one.templateVersion === other.templateVersion &&
  Object.keys(differenceOf(one.answers, other.answers)).length === 0

interface MovedPhone {
  readonly phone: FollowingPhone
  readonly content: PhoneContent
}

const codeOf = ({ phone }: MovedPhone): string => phone.imei || phone.barCode

/** Refuses a change that a phone's own answers do not allow. A draft is looked at again when it is submitted. */
function checkPhones(batch: BatchContent, moved: readonly MovedPhone[]): void {
  const submitted = moved.filter(({ phone }) => phone.state !== 'draft')
  const below = submitted.filter(({ content }) => isWorse(content.grade, batch.content.grade))
  if (below.length > 0) {
    const named = below.slice(0, NAMED_MAX).map(codeOf)
    const codes = named.join('、') + (below.length > named.length ? '等' : '')
    refuse('BATCH_UNITS_BELOW', { count: below.length, codes }, { field: 'answers' })
  }
  for (const one of submitted) {
    const { problems, missing } = one.content.assessment
    const blocking = problems.find(({ level }) => level === 'block')
    const refusal = refusalOf(one.content.assessment, batch.content.grade)
    if (!blocking && missing.length === 0 && refusal === null) continue
    const why = blocking?.message ?? refusal ?? '与修改后的批次结果不一致'
    refuse('ANSWERS_INVALID', { message: `手机${codeOf(one)}：${why}，请先移出` }, { field: 'answers' })
  }
}

/** Writes what is answered now, and gives the version that it stands in. */
async function writeVersion(
  tx: Tx,
  { batchId, batchVersion }: Batch,
  content: VersionContent,
  by: WrittenBy,
): Promise<number> {
  const listedAt = await firstListed(tx, batchId, batchVersion)
  if (listedAt === null) {
    await replaceVersion(tx, batchId, batchVersion, content)
    return batchVersion
  }
  await freezeVersion(tx, batchId, batchVersion, listedAt)
  await insertVersion(tx, batchId, batchVersion + 1, content, by)
  return batchVersion + 1
}

interface Moving {
  readonly found: Batch
  readonly batch: BatchContent
  readonly batchVersion: number
  readonly shopAccountId: string | undefined
}

/** Writes what follows for the phones: at once for those without answers of their own. */
async function movePhones(
  { tx, actor, now }: CallContext,
  moving: Moving,
  moved: readonly MovedPhone[],
): Promise<void> {
  const { found, batch, batchVersion, shopAccountId } = moving
  const by = { employeeId: actor.employeeId, now, shopAccountId }
  const isPlain = ({ phone, content }: MovedPhone) =>
    phone.state !== 'draft' &&
    phone.inspectionId !== found.sampleInspectionId &&
    Object.keys(content.ownAnswers).length === 0
  for (const [key, group] of Map.groupBy(moved, (one) => (isPlain(one) ? '' : one.phone.inspectionId))) {
    const [first] = group
    if (!first) continue
    const { phone, content } = first
    const isSample = key === found.sampleInspectionId
    const report = settledReport(phone, ownReportOf(batch, content, isSample), isSample)
    const grades = gradeColumnsOf(batch, content)
    const none = { systemGrade: null, finalGrade: null, overrideReason: '', repairFlag: null }
    await updatePhones(
      tx,
      group.map((one) => one.phone.inspectionId),
      { batchVersion, answers: content.ownAnswers, report, ...grades, ...(phone.state === 'draft' ? none : {}) },
      by,
    )
  }
  for (const [state, group] of Map.groupBy(moved, ({ phone }) => phone.state)) {
    await recordHistoryOfMany(
      tx,
      group.map(({ phone }) => phone.inspectionId),
      {
        subject: 'inspection',
        who: actor,
        action: 'followBatch',
        actionLabel: '随批次修改',
        fromState: state,
        toState: state,
        note: `批次${found.batchNo}，版本${batchVersion}`,
        now,
      },
    )
  }
}

/** A sample whose photographs are complete is asked for no more of them by answers that come later. */
function settledReport({ state, ownReport }: FollowingPhone, report: Report | null, isSample: boolean): Report | null {
  if (report === null || !isSample || state === 'draft' || state === 'awaiting_photos') return report
  const asked = (ownReport?.exceptions ?? []).filter(({ photoRequired }) => photoRequired)
  const must = (ownReport?.shots ?? []).filter(({ rule }) => rule === 'must').map(({ code }) => code)
  return {
    ...report,
    shots: report.shots.map((shot) =>
      shot.rule === 'must' && !must.includes(shot.code) ? { ...shot, rule: 'optional' as const } : shot,
    ),
    exceptions: report.exceptions.map((one) => ({
      ...one,
      photoRequired: one.photoRequired && hasException(asked, one),
    })),
  }
}
