import { memo } from 'react'
import { Button } from '../../components/button/button.tsx'
import { buttonClass } from '../../components/button/button-class.ts'
import { cx } from '../../components/class-names.ts'
import { GradeBadge } from '../../components/grade/grade-badge.tsx'
import { CODE_KINDS } from '../inspection/labels.ts'
import type { Grade } from '../inspection/types.ts'
import { reportLink } from '../links/inspection-links.ts'
import type { UnitStanding } from './batch-input.ts'
import { type BatchUnit, codeOf } from './batch-state.ts'
import styles from './unit-table.module.css'

/** What can be done with a row. */
export interface RowDoes {
  readonly open: (key: number) => void
  readonly remove: (key: number) => void
  readonly setAside: (key: number) => void
  readonly rescan: (key: number) => void
  readonly changeBag: (key: number) => void
}

interface UnitRowProps {
  unit: BatchUnit
  rowNo: number
  /** The row with the same code before it; null without one. */
  twin: number | null
  standing: UnitStanding
  /** Its own answers in words. */
  own: string
  batchGrade: Grade | null
  isCurrent: boolean
  /** Whether Tab comes to this row; the others are reached by the arrows. */
  isTabStop: boolean
  does: RowDoes
}

/** What is said of a row: why it cannot be taken, a doubt, or that it can. */
function saidOf({ unit, twin, standing }: Pick<UnitRowProps, 'unit' | 'twin' | 'standing'>): string {
  if (unit.fault !== '') return unit.fault
  if (twin !== null) return `与第${twin}行重复`
  if (standing === 'sent') return '正在提交'
  if (standing === 'waiting') return '等待核对'
  return unit.verdict?.message || (standing === 'ready' ? '可以' : '不能录入')
}

const STANDING_CLASSES: Readonly<Record<UnitStanding, string | undefined>> = {
  waiting: styles.waiting,
  ready: styles.ready,
  refused: styles.refused,
  sent: styles.waiting,
}

/** What to do about a row that cannot be taken. */
function Remedy({ unit, twin, does }: Pick<UnitRowProps, 'unit' | 'twin' | 'does'>) {
  const { key, verdict } = unit
  const remedy = unit.fault !== '' ? 'rescan' : twin === null ? (verdict?.remedy ?? 'none') : 'remove'
  switch (remedy) {
    case 'rescan':
      return (
        <Button small onClick={() => does.rescan(key)}>
          重新扫描
        </Button>
      )
    case 'openRecord':
      return verdict?.openInspectionId ? (
        <a
          className={buttonClass({ small: true })}
          href={reportLink(verdict.openInspectionId)}
          target="_blank"
          rel="noopener"
        >
          打开记录
        </a>
      ) : null
    case 'inspectSingly':
      return (
        <Button small onClick={() => does.setAside(key)}>
          单独质检
        </Button>
      )
    case 'changeBag':
      return (
        <Button small onClick={() => does.changeBag(key)}>
          更换封袋
        </Button>
      )
    default:
      return null
  }
}

/** One phone of the list. Another row's change does not render it. */
export const UnitRow = memo(function UnitRow(props: UnitRowProps) {
  const { unit, rowNo, standing, own, batchGrade, isCurrent, isTabStop, does } = props
  const { key, code, bagCode, fault, verdict } = unit
  const said = saidOf(props)
  const isSent = standing === 'sent'
  const isDoubtful = standing === 'ready' && (verdict?.message ?? '') !== ''
  return (
    <tr
      className={cx(styles.row, isCurrent && styles.current)}
      data-key={key}
      data-standing={standing}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={`第${rowNo}行 ${codeOf(unit)} ${said}`}
      aria-keyshortcuts="E Delete"
    >
      <td className="num muted">{rowNo}</td>
      <td>
        <span className="code">{codeOf(unit)}</span>
        {code.kind !== 'imei' && fault === '' ? <span className="muted"> {CODE_KINDS[code.kind]}</span> : null}
        {code.imei2 ? <span className={cx('code', 'muted', styles.second)}>副 {code.imei2}</span> : null}
      </td>
      <td>{bagCode ? <span className="code">{bagCode}</span> : <span className="muted">—</span>}</td>
      <td className={styles.own}>{own || <span className="muted">与批次相同</span>}</td>
      <td>{fault === '' ? <GradeBadge grade={verdict?.grade ?? (own === '' ? batchGrade : null)} /> : null}</td>
      <td className={cx(styles.said, isDoubtful ? styles.doubtful : STANDING_CLASSES[standing])}>{said}</td>
      <td>
        <span className={styles.tools}>
          {standing === 'refused' ? <Remedy {...props} /> : null}
          {fault === '' ? (
            <Button small tone="quiet" icon="edit" disabled={isSent} onClick={() => does.open(key)}>
              异常
            </Button>
          ) : null}
          <Button
            small
            tone="quiet"
            icon="trash"
            aria-label={`移除第${rowNo}行`}
            title="移除"
            disabled={isSent}
            onClick={() => does.remove(key)}
          />
        </span>
      </td>
    </tr>
  )
})
