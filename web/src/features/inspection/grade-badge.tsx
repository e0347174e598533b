import { GRADE_LABELS, REPAIR_FLAG_LABELS } from '@huanji/domain/grading/ladder'
import { cx } from '../../components/class-names.ts'
import { TONE_CLASSES } from '../../components/state-tag/tone.ts'
import styles from './grade-badge.module.css'
import { GRADE_TONES } from './labels.ts'
import type { Grade, GradeExplanation } from './types.ts'

interface GradeBadgeProps {
  grade: Grade | null
  /** The large one of a report's head and of the station. */
  large?: boolean
}

/** A condition grade; a dash while there is none. */
export function GradeBadge({ grade, large = false }: GradeBadgeProps) {
  if (grade === null) return <span className="muted">—</span>
  return (
    <span className={cx(styles.grade, TONE_CLASSES[GRADE_TONES[grade]], large && styles.large)}>
      {GRADE_LABELS[grade]}
    </span>
  )
}

/** The repair flag beside the grade: R0 无拆修 … R3 主板/进水. */
export function RepairFlag({ flag }: { flag: GradeExplanation['repairFlag'] | null }) {
  if (flag === null) return null
  return (
    <span className={cx(styles.repair, TONE_CLASSES[flag === 'R0' ? 'neutral' : 'warning'])}>
      {flag} {REPAIR_FLAG_LABELS[flag]}
    </span>
  )
}
