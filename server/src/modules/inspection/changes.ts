import { CHANNEL_LABELS } from '@huanji/contract/labels'
import type { Channel } from '@huanji/domain/channel'
import { GRADE_LABELS } from '@huanji/domain/grading/ladder'
import type { Grade } from '@huanji/domain/template/types'
import type { HistoryChange } from '../history/store.ts'
import { answerText, type Report, type ReportGroup } from './report.ts'

/** What a person wrote into a record, as far as the log compares it. */
export interface Written {
  readonly channel: Channel
  readonly imei: string
  readonly report: Pick<Report, 'groups' | 'explanation'>
  /** The person's own grade, or that of a submitted record; null leaves it to the answers. */
  readonly finalGrade: Grade | null
  readonly bagCode: string | null
  /** Null without one. */
  readonly shopName: string | null
  readonly remark: string
}

const NOTHING = '无'
const NOT_ANSWERED = '未检'

type Line = ReportGroup['lines'][number]

const textOf = (line: Line | undefined): string => (line === undefined ? NOT_ANSWERED : answerText(line) || NOTHING)

const linesOf = ({ report }: Written): ReadonlyMap<string, Line> =>
  new Map(report.groups.flatMap((group) => group.lines.map((line) => [line.itemCode, line] as const)))

/** The answers that differ, in the order of the new report; items that only the old one has come last. */
function answerChanges(before: Written, after: Written): HistoryChange[] {
  const [old, fresh] = [linesOf(before), linesOf(after)]
  return [...new Set([...fresh.keys(), ...old.keys()])].map((code) => ({
    label: (fresh.get(code) ?? old.get(code))?.itemName ?? code,
    before: textOf(old.get(code)),
    after: textOf(fresh.get(code)),
  }))
}

const gradeOf = ({ finalGrade, report }: Written): string => GRADE_LABELS[finalGrade ?? report.explanation.grade]

/** What an edit changes of a record, from what to what, as the log tells it; empty when nothing is changed. */
export function changesBetween(before: Written, after: Written): HistoryChange[] {
  const field = (label: string, of: (written: Written) => string | null): HistoryChange => ({
    label,
    before: of(before) || NOTHING,
    after: of(after) || NOTHING,
  })
  return [
    field('渠道', ({ channel }) => CHANNEL_LABELS[channel]),
    field('IMEI', ({ imei }) => imei),
    ...answerChanges(before, after),
    field('成色', gradeOf),
    field('封袋码', ({ bagCode }) => bagCode),
    field('店铺', ({ shopName }) => shopName),
    field('备注', ({ remark }) => remark),
  ].filter((change) => change.before !== change.after)
}
