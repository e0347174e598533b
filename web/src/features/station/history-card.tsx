import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { Button } from '../../components/button/button.tsx'
import { Section } from '../../components/detail/detail.tsx'
import { GradeBadge } from '../../components/grade/grade-badge.tsx'
import { Time } from '../../components/time/time.tsx'
import { can } from '../../session/session.ts'
import { inspectionLabel } from '../inspection/labels.ts'
import type { EarlierPhotos } from '../inspection/types.ts'
import { reportLink } from '../links/inspection-links.ts'
import styles from './history-card.module.css'
import { mainCode, type OpenPhone } from './station-state.ts'
import { usePhotoReuse } from './use-photo-reuse.ts'

/** So many of a record's photographs stand in the card, to tell what they show. */
const THUMBS = 4

interface HistoryCardProps {
  phone: OpenPhone
  /** Takes a record's answers as the start of this one. */
  onReuse: (inspectionId: string) => void
  /** Told the record's state after photographs were taken over: the last one that was wanted moves it on. */
  onMoved: (photoTaskId: string, state: string) => void
}

/** The photographs of the phone's earlier records by record; empty before there is a record to take them over to. */
function useEarlierPhotos({ code, record }: OpenPhone): ReadonlyMap<string, EarlierPhotos> {
  const photoTaskId = record?.photoTaskId ?? ''
  const { data } = useQuery({
    ...queryOf(api.photoReuse.getRealPhotoInfoByImei, { imei: mainCode(code), photoTaskId }),
    enabled: photoTaskId !== '' && can(api.photoReuse.useOldRealPhotoInfo.path),
    staleTime: 0,
  })
  return new Map(data?.records.map((earlier) => [earlier.inspectionId, earlier]))
}

/** Earlier records of the same phone: their answers (复用报告) and their photographs (复用照片) become the start of this one. */
export function HistoryCard({ phone, onReuse, onMoved }: HistoryCardProps) {
  const photos = useEarlierPhotos(phone)
  const reuse = usePhotoReuse(phone.record?.photoTaskId ?? '', onMoved)
  return (
    <Section title="历史记录">
      <ul className={styles.history}>
        {phone.history.map((earlier) => (
          <li key={earlier.inspectionId}>
            <Link to={reportLink(earlier.inspectionId)} target="_blank" className="code">
              {earlier.inspectionNo}
            </Link>
            <GradeBadge grade={earlier.grade} />
            <span className="muted">
              {inspectionLabel(earlier.state)} · <Time at={earlier.inspectedAt} />
            </span>
            {earlier.inspectionId === phone.reusedInspectionId ? (
              <span className="muted">已复用报告</span>
            ) : (
              <Button
                small
                onClick={() => onReuse(earlier.inspectionId)}
                aria-label={`复用报告${earlier.inspectionNo}`}
              >
                复用报告
              </Button>
            )}
            <ReusePhotos earlier={photos.get(earlier.inspectionId)} reuse={reuse} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface ReusePhotosProps {
  earlier: EarlierPhotos | undefined
  reuse: ReturnType<typeof usePhotoReuse>
}

/** What an earlier record's photographs show, and 复用照片, or why they cannot be taken over. */
function ReusePhotos({ earlier, reuse }: ReusePhotosProps) {
  if (!earlier) return null
  const all = [...earlier.photos, ...earlier.defectPhotos]
  if (all.length === 0) return null
  return (
    <>
      {earlier.obstacle === '' ? (
        <Button
          small
          busy={reuse.isBusy}
          aria-label={`复用照片${earlier.inspectionNo}`}
          onClick={() => void reuse.take(earlier)}
        >
          复用照片 {all.length}
        </Button>
      ) : null}
      <span className={styles.thumbs}>
        {all.slice(0, THUMBS).map(({ photoId, thumbUrl }) => (
          <img key={photoId} src={thumbUrl} alt="" width={30} height={40} loading="lazy" />
        ))}
        {earlier.obstacle === '' ? null : <span>不能复用照片：{earlier.obstacle}</span>}
      </span>
    </>
  )
}
