import { CHANNEL_LABELS } from '@huanji/contract/labels'
import { GRADE_LABELS, REPAIR_FLAG_LABELS } from '@huanji/domain/grading/ladder'
import type { InspectionDetail, Photo, ReportGroup } from '../inspection/types.ts'

/** One fact or answer of two reports side by side. */
export interface ComparedLine {
  readonly key: string
  readonly name: string
  readonly before: string
  readonly after: string
}

interface Comparison {
  readonly differing: readonly ComparedLine[]
  readonly same: readonly ComparedLine[]
}

/** What two reports show of the same thing. */
export interface ComparedPhotos {
  readonly key: string
  readonly caption: string
  readonly before: readonly Photo[]
  readonly after: readonly Photo[]
}

type Line = ReportGroup['lines'][number]

const NOT_ASKED = '未检'
const NONE = '无'

/** What was answered, in words. */
export function lineText(line: Line): string {
  if (line.uninspectable) return '无法检测'
  return (
    [...line.options.map((option) => option.name), line.value ?? ''].filter((part) => part !== '').join('、') || '—'
  )
}

/** What a report says beside its answers. */
function factsOf(detail: InspectionDetail): readonly (readonly [name: string, text: string])[] {
  const { grade, systemGrade, repairFlag } = detail
  return [
    ['成色', grade === null ? '待评级' : GRADE_LABELS[grade]],
    ['系统评级', systemGrade === null ? '待评级' : GRADE_LABELS[systemGrade]],
    ['拆修', repairFlag === null ? '待评级' : `${repairFlag} ${REPAIR_FLAG_LABELS[repairFlag]}`],
    ['机型', detail.modelName],
    ['规格', detail.skuText || NONE],
    ['渠道', CHANNEL_LABELS[detail.channel]],
    ['封袋码', detail.bagCode ?? NONE],
    ['店铺', detail.shopName ?? '未指定'],
    ['备注', detail.remark || NONE],
    ['质检员', detail.inspectorName],
  ]
}

function answersOf({ groups }: InspectionDetail): Map<string, { name: string; text: string }> {
  const lines = groups.flatMap((group) => group.lines)
  return new Map(lines.map((line) => [line.itemCode, { name: line.itemName, text: lineText(line) }]))
}

/** Two reports line by line, those that differ apart: facts first, then answers in the order of the template. */
export function compareReports(before: InspectionDetail, after: InspectionDetail): Comparison {
  const later = new Map(factsOf(after))
  const facts = factsOf(before).map(([name, text]): ComparedLine => {
    return { key: name, name, before: text, after: later.get(name) ?? NONE }
  })
  const [old, now] = [answersOf(before), answersOf(after)]
  const codes = [...new Set([...now.keys(), ...old.keys()])]
  const answers = codes.map((code): ComparedLine => {
    const [one, other] = [old.get(code), now.get(code)]
    return {
      key: code,
      name: other?.name ?? one?.name ?? code,
      before: one?.text ?? NOT_ASKED,
      after: other?.text ?? NOT_ASKED,
    }
  })
  const lines = [...facts, ...answers]
  return {
    differing: lines.filter((line) => line.before !== line.after),
    same: lines.filter((line) => line.before === line.after),
  }
}

/** The photographs of two reports, shot by shot and defect by defect. */
export function comparePhotos(
  before: InspectionDetail,
  after: InspectionDetail,
  shotName: (position: string) => string,
): ComparedPhotos[] {
  const items = new Map([...answersOf(before), ...answersOf(after)])
  const keyOf = ({ itemCode, position }: Photo) => (itemCode === null ? `shot ${position}` : `item ${itemCode}`)
  const pairs = new Map<string, { caption: string; before: Photo[]; after: Photo[] }>()
  const captionOf = ({ itemCode, position }: Photo) =>
    itemCode === null ? shotName(position ?? '') : `${items.get(itemCode)?.name ?? itemCode}瑕疵`
  for (const [side, photos] of [
    ['before', before.photos],
    ['after', after.photos],
  ] as const) {
    for (const photo of photos) {
      const pair = pairs.get(keyOf(photo)) ?? { caption: captionOf(photo), before: [], after: [] }
      pair[side].push(photo)
      pairs.set(keyOf(photo), pair)
    }
  }
  return [...pairs].map(([key, pair]) => ({ key, ...pair }))
}
