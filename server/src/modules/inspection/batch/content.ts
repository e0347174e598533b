import type { CatalogueModel } from '@huanji/domain/catalogue/models'
import type { Channel } from '@huanji/domain/channel'
import { exceptionsOf } from '@huanji/domain/template/exceptions'
import type { Answer, Answers, Grade } from '@huanji/domain/template/types'
import type { Tx } from '../../../database/database.ts'
import { holdModel } from '../../catalogue/known.ts'
import { type Assessment, assess } from '../assessment.ts'
import { buildReport, type Report, type ReportException } from '../report.ts'
import { unitModelOf, type WantedGrade } from '../submission.ts'
import type { UnitModel, UnitSku } from '../unit-store.ts'
import type { VersionContent } from './store.ts'

/** What all phones of a batch share. */
export interface BatchContent {
  readonly channel: Channel
  readonly model: CatalogueModel
  readonly unitModel: UnitModel
  readonly content: VersionContent
  /** What the common answers come to. */
  readonly assessment: Assessment
}

/** Model and SKU of a batch that is yet to be made, or of one that is there. Refuses MODEL_UNKNOWN. */
export async function readModel(
  tx: Tx,
  modelId: string,
  sku: UnitSku,
): Promise<{ model: CatalogueModel; unitModel: UnitModel }> {
  const model = await holdModel(tx, modelId, 'common.modelId')
  return { model, unitModel: unitModelOf(model, sku) }
}

/** What common answers come to for a batch: its grade is theirs, or the one that a person wants in its place. */
export function versionOf(assessment: Assessment, { finalGrade, overrideReason }: WantedGrade): VersionContent {
  const { template, answers, explanation } = assessment
  const grade = finalGrade ?? explanation.grade
  return {
    templateId: template.id,
    templateVersion: template.version,
    answers,
    report: reportBesideSample(assessment, null),
    systemGrade: explanation.grade,
    grade,
    overrideReason: grade === explanation.grade ? '' : overrideReason,
    repairFlag: explanation.repairFlag,
  }
}

/** One phone as its batch and its own answers make it. */
export interface PhoneContent {
  readonly assessment: Assessment
  /** What differs from the common answers; an item that is asked no more has an answer without options. */
  readonly ownAnswers: Answers
  /** The worse of the grade that its answers give and the batch's. */
  readonly grade: Grade
}

/** What a phone comes to whose answers differ from the batch's in `own`. */
export function phoneOf(batch: BatchContent, own: Answers): PhoneContent {
  const { channel, model, unitModel, content } = batch
  const assessment =
    Object.keys(own).length === 0
      ? batch.assessment
      : assess(model, channel, { ...content.answers, ...own }, unitModel.sku, 'batch')
  return {
    assessment,
    ownAnswers: differenceOf(content.answers, assessment.answers),
    grade: assessment.explanation.grade,
  }
}

const isSame = (one: Answer | undefined, other: Answer | undefined): boolean =>
  one?.value === other?.value && one?.options.join() === other?.options.join()

/** What has to be put over the first answers to have the others. */
export function differenceOf(common: Answers, answers: Answers): Answers {
  const codes = [...new Set([...Object.keys(common), ...Object.keys(answers)])]
  return Object.fromEntries(
    codes
      .filter((code) => !isSame(common[code], answers[code]))
      .map((code): [string, Answer] => [code, answers[code] ?? { options: [] }]),
  )
}

/**
 * The report of a phone for which the sample's photographs stand: no shot has to be taken, and only the exceptions that
 * are not in `common` need a photograph. Null for `common` asks for none.
 */
function reportBesideSample(assessment: Assessment, common: readonly ReportException[] | null): Report {
  const report = buildReport(assessment)
  return {
    ...report,
    shots: report.shots.map((shot) => ({ ...shot, rule: 'optional' as const })),
    exceptions: exceptionsOf(assessment.template, assessment.answers).map(({ stop: _stop, ...exception }) => ({
      ...exception,
      photoRequired: exception.photoRequired && common !== null && !hasException(common, exception),
    })),
  }
}

export const hasException = (
  exceptions: readonly Pick<ReportException, 'itemCode' | 'optionCode'>[],
  { itemCode, optionCode }: Pick<ReportException, 'itemCode' | 'optionCode'>,
): boolean => exceptions.some((one) => one.itemCode === itemCode && one.optionCode === optionCode)

/**
 * The report that a phone keeps itself: the sample's, by which every photograph is asked for, and that of a phone with
 * answers of its own. Null for any other, which is shown its batch version's.
 */
export function ownReportOf({ content }: BatchContent, phone: PhoneContent, isSample: boolean): Report | null {
  if (isSample) return buildReport(phone.assessment)
  if (Object.keys(phone.ownAnswers).length === 0) return null
  return reportBesideSample(phone.assessment, content.report.exceptions)
}

const BY_BATCH = '按批次成色'

/** What follows for a phone's record, but for its own identity. The phone's grade must not be below its batch's. */
export function gradeColumnsOf({ content }: BatchContent, { assessment }: PhoneContent) {
  const { grade, repairFlag } = assessment.explanation
  return {
    templateId: content.templateId,
    templateVersion: content.templateVersion,
    systemGrade: grade,
    finalGrade: content.grade,
    overrideReason: grade === content.grade ? '' : content.overrideReason || BY_BATCH,
    repairFlag,
    exceptionCount: assessment.exceptions.length,
  }
}
