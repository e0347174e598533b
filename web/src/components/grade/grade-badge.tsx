import { type RepairFlag as Flag, GRADE_LABELS, REPAIR_FLAG_LABELS } from '@huanji/domain/grading/ladder'
import type { Grade } from '@huanji/domain/template/types'
import { cx } from '../class-names.ts'
import type { StateTone } from '../state-tag/state-tag.tsx'
import { TONE_CLASSES } from '../state-tag/tone.ts'
import styles from './grade-badge.module.css'

/** From best to worst, as the domain orders them. */
const GRADE_TONES: Readonly<Record<Grade, StateTone>> = {
  NEW: 'primary',
  '99': 'success',
  '95': 'success',
  '90': 'info',
  '80': 'info',
  '70': 'warning',
  E: 'danger',
  X: 'danger',
}

interface GradeBadgeProps {
  grade: Grade | null
  /** The large one of a report's head and of the station. */
  large?: boolean
  /** The small one within a line of text. */
  small?: boolean
}

/** A condition grade; a dash while there is none. */
export function GradeBadge({ grade, large = false, small = false }: GradeBadgeProps) {
  if (grade === null) return <span className="muted">—</span>
  return (
    <span className={cx(styles.grade, TONE_CLASSES[GRADE_TONES[grade]], large && styles.large, small && styles.small)}>
      {GRADE_LABELS[grade]}
    </span>
  )
}

/** The repair flag beside the grade: R0 未发现拆修 … R3 主板/进水. */
export function RepairFlag({ flag }: { flag: Flag | null }) {
  if (flag === null) return null
  return (
    <span className={cx(styles.repair, TONE_CLASSES[flag === 'R0' ? 'neutral' : 'warning'])}>
      {flag} {REPAIR_FLAG_LABELS[flag]}
    </span>
  )
}
