import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { Section } from '../../components/detail/detail.tsx'
import { DetailPending, LOADING } from '../../components/detail/detail-pending.tsx'
import { Timeline } from '../../components/detail/timeline.tsx'
import { inspectionLabel } from '../inspection/labels.ts'
import type { LogLine } from '../inspection/types.ts'
import { reportLink } from '../links/inspection-links.ts'
import styles from './report-log.module.css'

/** What happened to a record, newest first, with what each change put in the place of what; or to all records of its phone. */
export function ReportLog({ inspectionId }: { inspectionId: string }) {
  const [wholePhone, setWholePhone] = useState(false)
  const query = useQuery(queryOf(api.recordAction.getDetRecordLogList, { inspectionId, wholePhone }))
  return (
    <Section
      title="操作日志"
      extra={
        <label className={styles.whole}>
          <input type="checkbox" checked={wholePhone} onChange={(event) => setWholePhone(event.target.checked)} />
          本机全部记录
        </label>
      }
    >
      <DetailPending query={query} waiting={LOADING}>
        {({ list }) => (
          <Timeline
            lines={list}
            more={(line) => <Changes line={line} isForeign={line.inspectionId !== inspectionId} />}
          />
        )}
      </DetailPending>
    </Section>
  )
}

/** What a line changed: the state, and facts from what to what. */
function Changes({ line, isForeign }: { line: LogLine; isForeign: boolean }) {
  const { fromState, toState, changes, inspectionId, inspectionNo } = line
  const isMove = toState !== null && fromState !== toState
  return (
    <>
      {isForeign ? (
        <p>
          <Link className="code" to={reportLink(inspectionId)}>
            {inspectionNo}
          </Link>
        </p>
      ) : null}
      {isMove ? (
        <p>
          {fromState === null ? '' : `${inspectionLabel(fromState)} → `}
          {inspectionLabel(toState)}
        </p>
      ) : null}
      {changes.length > 0 ? (
        <ul className={styles.changes}>
          {changes.map(({ label, before, after }) => (
            <li key={label}>
              <span className="muted">{label}</span> {before || '无'} → <b>{after || '无'}</b>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}
