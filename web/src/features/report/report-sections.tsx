import { useState } from 'react'
import { Button } from '../../components/button/button.tsx'
import { Section } from '../../components/detail/detail.tsx'
import { GradeBadge } from '../../components/grade/grade-badge.tsx'
import type { InspectionDetail, Photo, ReportGroup } from '../inspection/types.ts'
import type { Album } from './album.ts'
import { lineText } from './compare.ts'
import { PhotoThumb } from './photo-thumb.tsx'
import styles from './report-sections.module.css'

/** Thumbnails of some of a record's photographs, which open large among all of them. */
export function PhotoRow({ photos, album }: { photos: readonly Photo[]; album: Album }) {
  return (
    <div className={styles.photos}>
      {photos.map((photo) => (
        <figure key={photo.photoId}>
          <PhotoThumb photo={photo} caption={album.captionOf(photo)} onOpen={() => album.open(photo)} />
          <figcaption>
            {album.captionOf(photo)}
            {photo.reusedFrom === null ? null : <span className={styles.reused}>复用自 {photo.reusedFrom}</span>}
          </figcaption>
        </figure>
      ))}
    </div>
  )
}

/** How the grade came about: the sentence, and every answer that binds it with its cap. */
export function GradeSection({ detail }: { detail: InspectionDetail }) {
  const { explanation, grade, systemGrade, overrideReason } = detail
  if (!explanation) {
    return (
      <Section title="成色说明">
        <p className="muted">质检还没有提交，成色以提交时为准</p>
      </Section>
    )
  }
  const isLowered = grade !== null && systemGrade !== null && grade !== systemGrade
  return (
    <Section title="成色说明">
      <p>{explanation.reason}</p>
      {explanation.stops.length > 0 ? (
        <p className={styles.bad}>
          不可上架：{explanation.stops.map((stop) => `${stop.itemName}（${stop.optionName}）`).join('、')}
        </p>
      ) : null}
      {explanation.pileUp ? <p className="muted">{explanation.pileUp.count}项同档异常累计，再降一级</p> : null}
      {isLowered ? (
        <p className={styles.lowered}>
          系统评级 <GradeBadge grade={systemGrade} />
          ，人工下调为 <GradeBadge grade={grade} />：{overrideReason}
        </p>
      ) : null}
      {explanation.causes.length > 0 ? (
        <ul className={styles.causes}>
          {explanation.causes.map((cause) => (
            <li key={cause.optionCode}>
              {cause.itemName}：{cause.optionName}，最高 <GradeBadge grade={cause.cap} />
            </li>
          ))}
        </ul>
      ) : null}
    </Section>
  )
}

interface ExceptionsProps {
  groups: readonly ReportGroup[]
  album: Album
}

/** The exceptions of all groups, each with its own photographs. */
export function ExceptionsSection({ groups, album }: ExceptionsProps) {
  const lines = groups.flatMap((group) => group.lines.filter((line) => line.exception).map((line) => ({ group, line })))
  if (lines.length === 0) return null
  return (
    <Section title={`异常项（${lines.length}）`}>
      <ul className={styles.exceptions}>
        {lines.map(({ group, line }) => (
          <li key={line.itemCode}>
            <p>
              <span className="muted">{group.name}</span> <b>{line.itemName}</b>
              <span className={styles.bad}>{lineText(line)}</span>
            </p>
            <PhotoRow photos={album.defects.filter((photo) => photo.itemCode === line.itemCode)} album={album} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** One group of answers: its summary, the exceptions first, and the rest folded away while it is all normal. */
export function GroupSection({ group }: { group: ReportGroup }) {
  const isLong = group.lines.length > 9
  const [isOpen, setOpen] = useState(group.exceptionCount > 0 || !isLong)
  return (
    <Section
      title={group.name}
      extra={
        <span className={styles.summary}>
          <span className={group.exceptionCount > 0 ? styles.bad : styles.good}>{group.summary}</span>
          {isLong ? (
            <Button tone="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? '收起' : `展开${group.lines.length}项`}
            </Button>
          ) : null}
        </span>
      }
    >
      <dl className={styles.lines} hidden={!isOpen}>
        {group.lines.map((line) => (
          <div key={line.itemCode} className={line.exception ? styles.badLine : undefined}>
            <dt>{line.itemName}</dt>
            <dd className={line.uninspectable ? 'muted' : undefined}>{lineText(line)}</dd>
          </div>
        ))}
      </dl>
      {isOpen ? null : (
        <p className="muted">
          共{group.lines.length}项，{group.summary}
        </p>
      )}
    </Section>
  )
}
