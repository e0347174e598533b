import { findModel, modelTitle } from '@huanji/domain/catalogue/models'
import { REPAIR_FLAG_LABELS, type RepairFlag } from '@huanji/domain/grading/ladder'
import { FAULT_TITLE_TAG, mapGrade } from '@huanji/domain/grading/map'
import type { Grade } from '@huanji/domain/template/types'
import type { AuctionReport } from '@huanji/marketplace/protocol/auction'
import { countUnits, cutToUnits } from '@huanji/marketplace/protocol/units'
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
  readonly report: Report
}

/** A title holds 30 Chinese characters, which the marketplace counts as 60 units (docs/open-platform.md §3.3). */
export const TITLE_MAX_UNITS = 60
const CONTENT_MAX_UNITS = 5000

function nameOf(unit: InspectedUnit): string {
  const model = findModel(unit.modelId)
  return model === null ? unit.modelName : modelTitle(model)
}

/** A title from model, specification and grade, cut to what the marketplace takes; fault units and lots say so. */
export function buildTitle(units: readonly InspectedUnit[]): string {
  const [first] = units
  if (!first) return ''
  const parts = [nameOf(first), first.skuText, first.grade === null ? '' : mapGrade(first.grade).auctionLabel]
  if (units.some((unit) => unit.grade === 'E')) parts.unshift(FAULT_TITLE_TAG)
  if (units.length > 1) parts.unshift(`${units.length}台`)
  return cutToUnits(parts.filter((part) => part !== '').join(' '), TITLE_MAX_UNITS).trim()
}

/** Why the marketplace would not take a title, in a sentence that says what to do, or null. */
export function titleProblem(title: string, units: readonly InspectedUnit[]): string | null {
  if (countUnits(title) > TITLE_MAX_UNITS) return '标题最多30个汉字（字母和数字按半个汉字计），请缩短标题'
  if (/[<>]/.test(title)) return '标题不能包含“<”或“>”，请删除后重试'
  if (/\p{Extended_Pictographic}/u.test(title)) return '标题不能包含表情符号，请删除后重试'
  if (units.some((unit) => unit.grade === 'E') && !title.includes(FAULT_TITLE_TAG)) {
    return `故障机的标题须包含“${FAULT_TITLE_TAG}”二字，请补充`
  }
  return null
}

/** An IMEI as buyers may read it: the model's part and the last two digits. */
export function maskImei(imei: string): string {
  return imei.length < 10 ? imei.replace(/./g, '*') : `${imei.slice(0, 8)}*****${imei.slice(-2)}`
}

function describeUnit(unit: InspectedUnit): string[] {
  const { summary, exceptions } = unit.report
  const lines = [`机型：${nameOf(unit)}`, `规格：${unit.skuText}`]
  if (unit.grade !== null) lines.push(`成色：${mapGrade(unit.grade).auctionLabel}`)
  if (unit.repairFlag !== null) lines.push(`拆修：${REPAIR_FLAG_LABELS[unit.repairFlag]}`)
  if (summary !== '') lines.push(`质检：${summary}`)
  const faults = exceptions.map((one) => `${one.itemName} ${one.optionName}`)
  lines.push(`异常项：${faults.length === 0 ? '无' : faults.join('；')}`)
  if (unit.imei !== '') lines.push(`IMEI：${maskImei(unit.imei)}`)
  return lines
}

/**
 * The description generated from the reports: model, specification, grade, summary and exceptions of every unit, the
 * IMEI masked, cut to the 5000 units the marketplace takes. Internal remarks are left out.
 */
export function buildDescription(units: readonly InspectedUnit[]): string {
  const blocks = units.map((unit, index) =>
    [...(units.length > 1 ? [`第${index + 1}台`] : []), ...describeUnit(unit)].join('\n'),
  )
  // The marketplace takes no HTML, and nothing of a report needs an angle bracket.
  const text = `${blocks.join('\n\n')}\n\n以质检报告和实拍图为准。`.replace(/[<>]/g, '')
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
    const number = { ...grade, question_name: '质检编号', answer_name: unit.inspectionNo }
    return [grade, number, ...reportItems(unit, prefix)]
  })
  const summary = [...new Set(units.map((unit) => unit.report.summary).filter((text) => text !== ''))].join('；')
  const [only] = units
  return {
    summary: summary === '' ? '详见质检报告' : summary,
    ...(units.length === 1 && only && only.imei !== '' ? { imei: only.imei } : {}),
    items,
  }
}
