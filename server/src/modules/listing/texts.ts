import type { Channel } from '@huanji/domain/channel'
import { functionFaultsOf } from '@huanji/domain/grading/function-axis'
import { REPAIR_FLAG_LABELS, type RepairFlag } from '@huanji/domain/grading/ladder'
import { FAULT_TITLE_TAG, labelOnChannel, mapGrade } from '@huanji/domain/grading/map'
import {
  CONTENT_MAX_UNITS,
  cutToUnits,
  REPORT_NUMBER_LINE,
  TITLE_MAX_UNITS,
  titleProblem,
} from '@huanji/domain/listing-texts'
import type { Grade } from '@huanji/domain/template/types'
import type { AuctionReport } from '@huanji/marketplace/protocol/auction'
import { answerText, type Report, type ReportLine } from '../inspection/report.ts'

/** What a listing's texts are made from: one inspected unit with its frozen report. */
export interface InspectedUnit {
  readonly inspectionNo: string
  readonly modelId: string
  readonly modelName: string
  readonly skuText: string
  readonly grade: Grade | null
  readonly repairFlag: RepairFlag | null
  readonly imei: string
  readonly templateVersion: string
  readonly report: Report
}

/** The facts of a unit that a title names. */
export type NamedUnit = Pick<InspectedUnit, 'modelId' | 'modelName' | 'skuText' | 'grade' | 'templateVersion'> & {
  readonly report: Pick<Report, 'exceptions'>
}

/** What does not work, in words: a consumer learns it from the title, whatever the grade (docs/domain.md §2.4). */
const faultWords = ({ report, templateVersion }: NamedUnit): readonly string[] =>
  functionFaultsOf(report.exceptions, templateVersion).names

/** A title from model, specification and grade, cut to what the marketplace takes; fault units and lots say so. */
export function buildTitle(units: readonly NamedUnit[], channel: Channel): string {
  const [first] = units
  if (!first) return ''
  const parts = [first.modelName, first.skuText, first.grade === null ? '' : labelOnChannel(first.grade, channel)]
  if (channel === 'curated') parts.push(...faultWords(first))
  if (units.some((unit) => unit.grade === 'E')) parts.unshift(FAULT_TITLE_TAG)
  if (units.length > 1) parts.unshift(`${units.length}台`)
  return cutToUnits(parts.filter((part) => part !== '').join(' '), TITLE_MAX_UNITS).trim()
}

/** A title of a listing of stock: the model, what all its SKUs have in common, and the grade. */
export function buildStockTitle(units: readonly NamedUnit[], skuTexts: readonly string[]): string {
  const [first] = units
  if (!first) return ''
  const parts = [
    first.modelName,
    skuTexts.length === 1 ? first.skuText : '',
    labelOf(first, 'curated'),
    ...faultWords(first),
  ]
  return cutToUnits(parts.filter((part) => part !== '').join(' '), TITLE_MAX_UNITS).trim()
}

const labelOf = (unit: NamedUnit, channel: Channel): string =>
  unit.grade === null ? '' : labelOnChannel(unit.grade, channel)

/** Why the marketplace would not take a title for these units, in a sentence that says what to do, or null. */
export const titleProblemOf = (title: string, units: readonly Pick<InspectedUnit, 'grade'>[]): string | null =>
  titleProblem(title, { requiredWord: units.some((unit) => unit.grade === 'E') ? FAULT_TITLE_TAG : null })

/** An IMEI as buyers may read it: the model's part and the last two digits. */
export function maskImei(imei: string): string {
  return imei.length < 10 ? imei.replace(/./g, '*') : `${imei.slice(0, 8)}*****${imei.slice(-2)}`
}

/** What the report found, in lines: of what was looked at, for nobody vouches for the rest (docs/domain.md §1.6). */
function findingLines(unit: InspectedUnit, channel: Channel): string[] {
  const { summary, exceptions } = unit.report
  const lines: string[] = []
  if (unit.grade !== null) lines.push(`成色：${labelOf(unit, channel)}`)
  if (unit.repairFlag !== null) lines.push(`拆修：${REPAIR_FLAG_LABELS[unit.repairFlag]}`)
  if (summary !== '') lines.push(`质检：${summary}`)
  const faults = exceptions.map((one) => `${one.itemName} ${one.optionName}`)
  lines.push(`异常项：${faults.length === 0 ? '已检项目未发现异常' : faults.join('；')}`)
  return lines
}

function describeUnit(unit: InspectedUnit, channel: Channel): string[] {
  const lines = [`机型：${unit.modelName}`, `规格：${unit.skuText}`, ...findingLines(unit, channel)]
  if (unit.imei !== '') lines.push(`IMEI：${maskImei(unit.imei)}`)
  return lines
}

/**
 * The description generated from the reports: model, specification, grade, summary and exceptions of every unit, the
 * IMEI masked, cut to the 5000 units the marketplace takes. Internal remarks are left out.
 */
export function buildDescription(units: readonly InspectedUnit[], channel: Channel): string {
  const blocks = units.map((unit, index) =>
    [...(units.length > 1 ? [`第${index + 1}台`] : []), ...describeUnit(unit, channel)].join('\n'),
  )
  // The marketplace takes no HTML, and nothing of a report needs an angle bracket.
  const text = `${blocks.join('\n\n')}\n\n以质检报告和实拍图为准。`.replace(/[<>]/g, '')
  return cutToUnits(text, CONTENT_MAX_UNITS)
}

/** The description of a listing of stock: what all its phones have in common; each has its own report at dispatch. */
export function buildStockDescription(sample: InspectedUnit, skuTexts: readonly string[]): string {
  const lines = [`机型：${sample.modelName}`, `规格：${skuTexts.join('、')}`, ...findingLines(sample, 'curated')]
  const text = `${lines.join('\n')}\n\n随机发货，以发货手机的质检报告为准。`.replace(/[<>]/g, '')
  return cutToUnits(text, CONTENT_MAX_UNITS)
}

/** How buyers read the report's lines: 0 plain, 1 normal, 2 exception (docs/open-platform.md §3.4). */
function answerType(line: ReportLine): number {
  if (line.exception) return 2
  return line.options.length > 0 && line.options.every((option) => option.effect === 'normal') ? 1 : 0
}

function reportItems(unit: InspectedUnit, prefix: string): AuctionReport['items'] {
  return unit.report.groups.flatMap((group) =>
    group.lines
      .filter((line) => answerText(line) !== '')
      .map((line) => ({
        group_name: `${prefix}${group.name}`,
        question_name: line.itemName,
        answer_name: answerText(line),
        answer_type: answerType(line),
      })),
  )
}

/** The inspection report as the auction market takes it: every line of every unit, the grade, and a summary. */
export function buildReport(units: readonly InspectedUnit[]): AuctionReport {
  const items = units.flatMap((unit, index) => {
    const prefix = units.length > 1 ? `第${index + 1}台 ` : ''
    const label = unit.grade === null ? '详见报告' : mapGrade(unit.grade).auctionLabel
    const grade = { group_name: `${prefix}成色`, question_name: '成色等级', answer_name: label, answer_type: 0 }
    const number = { ...grade, question_name: REPORT_NUMBER_LINE, answer_name: unit.inspectionNo }
    return [grade, number, ...reportItems(unit, prefix)]
  })
  const summary = [...new Set(units.map((unit) => unit.report.summary).filter((text) => text !== ''))].join('；')
  const [only] = units
  return {
    summary: summary === '' ? '详见质检报告' : summary,
    ...(units.length === 1 && only && only.imei !== '' ? { imei: only.imei } : {}),
    ...(units.length > 1 ? { report_nos: units.map(({ inspectionNo }) => inspectionNo) } : {}),
    items,
  }
}
