import type { ReactNode } from 'react'
import { Time } from '../time/time.tsx'
import styles from './detail.module.css'

/** One line of a thing's history, as the contract's `historyLine` has it. */
interface HistoryLine {
  readonly at: string
  readonly who: string
  readonly actionLabel: string
  readonly note: string
}

interface TimelineProps<Line> {
  lines: readonly Line[]
  /** What else there is to say of a line. */
  more?: (line: Line) => ReactNode
}

/** A thing's history, newest first, though the server sends it oldest first. */
export function Timeline<Line extends HistoryLine>({ lines, more }: TimelineProps<Line>) {
  return (
    <ol className={styles.timeline}>
      {lines.toReversed().map((line) => (
        <li key={`${line.at} ${line.actionLabel}`}>
          <b>{line.actionLabel}</b>
          <span className="muted">
            <Time at={line.at} withSeconds /> · {line.who}
          </span>
          {line.note ? <p>{line.note}</p> : null}
          {more?.(line)}
        </li>
      ))}
    </ol>
  )
}
