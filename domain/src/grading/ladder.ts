import { GRADES, type Grade } from '../template/types.ts'

/** How each grade reads (docs/domain.md §2.2). */
export const GRADE_LABELS: Readonly<Record<Grade, string>> = {
  NEW: '全新',
  '99': '99新',
  '95': '95新',
  '90': '9成新',
  '80': '8成新',
  '70': '7成新',
  E: '故障机',
  X: '不可上架',
}

/** Where a grade stands on the ladder: 0 is best. */
export function gradeRank(grade: Grade): number {
  return GRADES.indexOf(grade)
}

/** True when `a` is a worse grade than `b`. */
export function isWorse(a: Grade, b: Grade): boolean {
  return gradeRank(a) > gradeRank(b)
}

export type RepairFlag = 'R0' | 'R1' | 'R2' | 'R3'

/** How each repair flag reads beside the grade (docs/domain.md §2.4). No inspection opens a phone, so R0 says what was found. */
export const REPAIR_FLAG_LABELS: Readonly<Record<RepairFlag, string>> = {
  R0: '未发现拆修',
  R1: '换电池/后盖',
  R2: '屏幕/摄像头/外壳更换',
  R3: '主板/进水',
}
