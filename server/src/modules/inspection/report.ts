import type { OutputOf } from '@huanji/contract/call'
import type { detRecord } from '@huanji/contract/features/inspection/inspection'
import { modelTitle } from '@huanji/domain/catalogue/models'
import { summarise, summaryLine } from '@huanji/domain/template/exceptions'
import { applicableItems, findOption } from '@huanji/domain/template/template'
import type { Answer, Item, Option } from '@huanji/domain/template/types'
import type { Assessment, GradeExplanation } from './assessment.ts'

export type ReportGroup = OutputOf<typeof detRecord.getDetRecordDetails>['groups'][number]
export type ReportLine = ReportGroup['lines'][number]

/** A shot as it was asked for when the record was saved. */
export interface ReportShot {
  readonly code: string
  readonly name: string
  readonly hint: string
  readonly rule: 'must' | 'recommended' | 'optional'
  readonly internal: boolean
}

export interface ReportException {
  readonly itemCode: string
  readonly itemName: string
  readonly optionCode: string
  readonly optionName: string
  readonly photoRequired: boolean
}

/** The frozen part of a record: it reads the same for ever, whatever becomes of the template. */
export interface Report {
  readonly explanation: GradeExplanation
  readonly groups: ReportGroup[]
  /** One line such as `机身外观 2项异常 / 功能检测 全部正常`. */
  readonly summary: string
  readonly exceptions: readonly ReportException[]
  readonly shots: readonly ReportShot[]
}

/** Freezes what an assessment found, exceptions first within each group (docs/domain.md §1.6). */
export function buildReport(assessment: Assessment): Report {
  const { template, model, answers } = assessment
  const summaries = summarise(template, model, answers)
  const items = applicableItems(template, model, answers)
  const codesOfGroups = new Map(template.groups.map((group) => [group.code, new Set(group.items.map((i) => i.code))]))
  const groups = summaries.map((summary): ReportGroup => {
    const codes = codesOfGroups.get(summary.group)
    const lines = items.filter((item) => codes?.has(item.code)).flatMap((item) => lineOf(item, assessment))
    return {
      code: summary.group,
      name: summary.name,
      summary: summary.text,
      exceptionCount: summary.exceptionCount,
      lines: [...lines.filter((line) => line.exception), ...lines.filter((line) => !line.exception)],
    }
  })
  return {
    explanation: assessment.explanation,
    groups: groups.filter((group) => group.lines.length > 0),
    summary: summaryLine(summaries),
    exceptions: assessment.exceptions.map(({ stop: _stop, ...exception }) => exception),
    shots: assessment.shots.map((shot) => ({ ...shot })),
  }
}

/** The exceptions as one text: `后盖划痕：轻微划痕；…`, empty when there is none. */
export function exceptionsText(exceptions: readonly ReportException[]): string {
  return exceptions.map((exception) => `${exception.itemName}：${exception.optionName}`).join('；')
}

/** What was answered to one item, in one text: the value, the options, or that it could not be looked at. */
export function answerText({ uninspectable, value, options }: ReportLine): string {
  if (uninspectable) return '无法检测'
  return [value ?? '', ...options.map((option) => option.name)].filter((part) => part !== '').join('、')
}

function lineOf(item: Item, { answers, uninspectable, exceptions, model }: Assessment): ReportLine[] {
  const answer = answers[item.code]
  const isUninspectable = uninspectable.includes(item.code)
  if (!answer && !isUninspectable) return []
  return [
    {
      itemCode: item.code,
      itemName: item.name,
      kind: item.kind,
      options: answer ? shownOptions(item, answer) : [],
      value: answer ? shownValue(item, answer, model) : null,
      uninspectable: isUninspectable,
      exception: exceptions.some((exception) => exception.itemCode === item.code),
    },
  ]
}

/** The first option of these only says that the value was picked from a list, so the value alone is shown. */
const VALUE_IS_THE_ANSWER: readonly Item['valueKind'][] = ['model', 'regulatoryNo', 'colour', 'count']

function shownOptions(item: Item, answer: Answer): ReportLine['options'] {
  const chosen = answer.options
    .map((code) => findOption(item, code))
    .filter((option): option is Option => option !== null)
  const shown =
    VALUE_IS_THE_ANSWER.includes(item.valueKind) && answer.value !== undefined
      ? chosen.filter((option) => option !== item.options[0])
      : chosen
  return shown.map(({ code, name, effect, cap }) => ({ optionCode: code, name, effect, cap }))
}

function shownValue(item: Item, answer: Answer, model: Assessment['model']): string | null {
  if (answer.value === undefined) return null
  if (item.valueKind === 'percent') return `${answer.value}%`
  return item.valueKind === 'model' && answer.value === model.id ? modelTitle(model) : answer.value
}
