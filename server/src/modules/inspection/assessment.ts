import type { gradeExplanation } from '@huanji/contract/features/inspection/inspection'
import type { answers as wireAnswers } from '@huanji/contract/shapes'
import type { CatalogueModel } from '@huanji/domain/catalogue/models'
import { CHANNEL_RULES, type Channel } from '@huanji/domain/channel'
import { functionFaultsOf } from '@huanji/domain/grading/function-axis'
import { gradeOf } from '@huanji/domain/grading/grade'
import { channelRefusal, mapGrade, repairFlagOf } from '@huanji/domain/grading/map'
import { isShownByShot, requiredShots, type Shot, type ShotsOf } from '@huanji/domain/photos/shots'
import { type AnswerProblem, type CheckedAnswers, checkAnswers } from '@huanji/domain/template/answers'
import { type Exception, exceptionsOf } from '@huanji/domain/template/exceptions'
import { currentTemplate, findItem } from '@huanji/domain/template/template'
import type { Answer, Answers, Grade, Template } from '@huanji/domain/template/types'
import type * as z from 'zod'
import { refuse } from '../../errors/refusal.ts'
import type { UnitSku } from './unit-store.ts'

export type WireAnswers = z.output<typeof wireAnswers>
export type GradeExplanation = z.output<typeof gradeExplanation>

/** Everything that follows from a model and the answers; a client's own sums are never believed. */
export interface Assessment {
  readonly template: Template
  readonly model: CatalogueModel
  readonly channel: Channel
  /** Cleaned: the rules between items are applied. */
  readonly answers: Answers
  readonly uninspectable: readonly string[]
  readonly problems: readonly AnswerProblem[]
  /** Codes of must items without an answer. */
  readonly missing: readonly string[]
  readonly explanation: GradeExplanation
  readonly exceptions: readonly Exception[]
  readonly shots: readonly Shot[]
}

/** The answers as the domain takes them: without keys that hold nothing. */
export function readAnswers(wire: WireAnswers): Answers {
  return Object.fromEntries(
    Object.entries(wire).map(([code, { options, value }]): [string, Answer] => [
      code,
      value === undefined ? { options } : { options, value },
    ]),
  )
}

/** The answers as they travel. */
export function presentAnswers(answers: Answers): WireAnswers {
  return Object.fromEntries(
    Object.entries(answers).map(([code, answer]) => [code, { ...answer, options: [...answer.options] }]),
  )
}

/** The items that hold the SKU, with the option that stands for a value where options are named after values. */
const SKU_ITEMS: readonly { readonly item: string; readonly field: keyof UnitSku; readonly byName: boolean }[] = [
  { item: 'A04', field: 'regulatoryNo', byName: false },
  { item: 'A05', field: 'ram', byName: true },
  { item: 'A06', field: 'storage', byName: true },
  { item: 'A07', field: 'colour', byName: false },
]

/** Answers to the SKU items from the SKU itself, so that the two cannot disagree. */
function withSku(template: Template, answers: Answers, sku: UnitSku): Answers {
  const result: Record<string, Answer> = { ...answers }
  for (const { item: code, field, byName } of SKU_ITEMS) {
    const value = sku[field]
    const item = findItem(template, code)
    if (value === '' || !item) continue
    if (!byName) {
      result[code] = { options: [], value }
      continue
    }
    const option = item.options.find((one) => one.name === value)
    if (option) result[code] = { options: [option.code] }
  }
  return result
}

/**
 * Works out what a unit's answers mean: cleaned answers, what is missing, the system's grade with its reason, the
 * exceptions and the shots to take (docs/domain.md §1.3, §2.3, §4.1). The auction market is asked the quick set, the
 * curated channel everything. It refuses nothing: `problems` and `missing` say what stands in the way.
 * @param of `batch` for a phone of a batch, of which other shots are asked
 */
export function assess(
  model: CatalogueModel,
  channel: Channel,
  given: Answers,
  sku?: UnitSku,
  of: ShotsOf = 'single',
): Assessment {
  const template = currentTemplate(channel, 'full')
  const checked = checkAnswers(template, model, sku ? withSku(template, given, sku) : given, {
    channel,
    quick: CHANNEL_RULES[channel].itemSet === 'quick',
  })
  const shots = requiredShots(channel, model, checked.answers, of)
  return {
    template,
    model,
    channel,
    ...checked,
    explanation: explain(template, model, channel, checked),
    exceptions: exceptionsOf(template, checked.answers).map((exception) => ({
      ...exception,
      photoRequired: exception.photoRequired && !isShownByShot(exception.itemCode, shots, []),
    })),
    shots,
  }
}

/** The grade with its reason; while answers are missing, nothing is said of what they may bring. */
function explain(
  template: Template,
  model: CatalogueModel,
  channel: Channel,
  { answers, missing }: CheckedAnswers,
): GradeExplanation {
  const result = gradeOf(template, answers, { channel, platform: model.platform })
  const labels = mapGrade(result.grade)
  return {
    grade: result.grade,
    reason:
      missing.length > 0 && result.causes.length === 0 ? `还有${missing.length}项未选，选完后评级` : result.reason,
    causes: result.causes.map((cause) => ({ ...cause })),
    stops: result.stops.map(({ cap: _cap, ...stop }) => stop),
    pileUp: result.pileUp === null ? null : { ...result.pileUp },
    repairFlag: repairFlagOf(answers, template.version),
    auctionLabel: labels.auctionAllowed ? labels.auctionLabel : null,
    curatedLabel: labels.curatedLabel,
  }
}

/** Why its channel refuses a phone, with the grade that it is sold as; null where it may be listed. */
export const refusalOf = (
  { channel, explanation, exceptions, template }: Assessment,
  grade: Grade = explanation.grade,
): string | null => {
  const functions = functionFaultsOf(exceptions, template.version)
  return channelRefusal({ grade, repairFlag: explanation.repairFlag, functions }, channel)
}

/**
 * Refuses GRADE_NOT_ALLOWED for a phone that its channel will not sell but another one does, in the words that the
 * grade is explained with while inspecting (docs/domain.md §2.4). A phone that cannot be sold at all is recorded: it has
 * to be sent back, and nothing seals it.
 */
export function requireGradeOnChannel(grade: Grade, assessment: Assessment): void {
  const message = refusalOf(assessment, grade)
  if (message !== null && mapGrade(grade).auctionAllowed) {
    refuse('GRADE_NOT_ALLOWED', { message }, { field: 'finalGrade' })
  }
}
