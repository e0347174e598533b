import { Link } from 'react-router'
import { Button } from '../../components/button/button.tsx'
import { Section } from '../../components/detail/detail.tsx'
import { GradeBadge } from '../../components/grade/grade-badge.tsx'
import { Time } from '../../components/time/time.tsx'
import { inspectionLabel } from '../inspection/labels.ts'
import { reportLink } from '../inspection/links.ts'
import type { Verified } from '../inspection/types.ts'
import styles from './history-card.module.css'

interface HistoryCardProps {
  history: Verified['history']
  reusedId: string | null
  onReuse: (inspectionId: string) => void
}

/** Earlier records of the same phone, with 复用报告: their answers become the start of this one. */
export function HistoryCard({ history, reusedId, onReuse }: HistoryCardProps) {
  return (
    <Section title="历史记录">
      <ul className={styles.history}>
        {history.map((record) => (
          <li key={record.inspectionId}>
            <Link to={reportLink(record.inspectionId)} target="_blank" className="code">
              {record.inspectionNo}
            </Link>
            <GradeBadge grade={record.grade} />
            <span className="muted">
              {inspectionLabel(record.state)} · <Time at={record.inspectedAt} />
            </span>
            {record.inspectionId === reusedId ? (
              <span className="muted">已复用</span>
            ) : (
              <Button small onClick={() => onReuse(record.inspectionId)} aria-label={`复用报告${record.inspectionNo}`}>
                复用报告
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
