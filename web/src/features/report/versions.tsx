import { linkTo } from '@huanji/contract/pages'
import { Link } from 'react-router'
import { buttonClass } from '../../components/button/button-class.ts'
import { Section } from '../../components/detail/detail.tsx'
import { GradeBadge } from '../../components/grade/grade-badge.tsx'
import { Icon } from '../../components/icon/icon.tsx'
import { Time } from '../../components/time/time.tsx'
import { inspectionLabel } from '../inspection/labels.ts'
import type { InspectionDetail } from '../inspection/types.ts'
import { reportLink } from '../links/inspection-links.ts'
import styles from './versions.module.css'

/** The address of a report with another one beside it. */
const compareLink = (inspectionId: string, compareWith: string): string =>
  linkTo('auctionReport', { inspectionId, compareWith })

/** Says that this report counts no more, and leads to the one that does. */
export function ReplacedBanner({ detail }: { detail: InspectionDetail }) {
  const { inspectionId, replacedBy } = detail
  if (replacedBy === null) return null
  return (
    <p className={styles.replaced} role="status">
      <Icon name="info" />
      <span>
        本报告已由 <Link to={reportLink(replacedBy.inspectionId)}>{replacedBy.inspectionNo}</Link> 取代
      </span>
      <Link className={buttonClass({ small: true })} to={compareLink(inspectionId, replacedBy.inspectionId)}>
        与新报告对比
      </Link>
    </p>
  )
}

/** The other inspections of the same phone, each with the way to it and to a comparison. */
export function VersionsSection({ detail }: { detail: InspectionDetail }) {
  if (detail.versions.length === 0) return null
  return (
    <Section title="同一手机的其他质检">
      <ul className={styles.versions}>
        {detail.versions.map((version) => (
          <li key={version.inspectionId}>
            <Link className="code" to={reportLink(version.inspectionId)}>
              {version.inspectionNo}
            </Link>
            <GradeBadge grade={version.grade} />
            <span className="muted">
              {version.isReplaced ? '已被取代' : inspectionLabel(version.state)} · <Time at={version.createdAt} />
            </span>
            <Link
              className={buttonClass({ small: true })}
              to={compareLink(detail.inspectionId, version.inspectionId)}
              aria-label={`与 ${version.inspectionNo} 对比`}
            >
              对比
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
