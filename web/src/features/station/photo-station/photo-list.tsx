import { CHANNEL_PAGES, linkTo } from '@huanji/contract/pages'
import type { Channel } from '@huanji/domain/channel'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../../api/client.ts'
import { queryOf } from '../../../api/queries.ts'
import { Button } from '../../../components/button/button.tsx'
import { buttonClass } from '../../../components/button/button-class.ts'
import { FailedState } from '../../../components/empty/failed-state.tsx'
import { GradeBadge } from '../../../components/grade/grade-badge.tsx'
import { countText } from '../../../components/list/count-text.ts'
import { Time } from '../../../components/time/time.tsx'
import { retakeText } from '../../inspection/labels.ts'
import { refreshInspections } from '../../inspection/queries.ts'
import { photosLink } from '../../links/inspection-links.ts'
import { openRetake } from '../../photo/retake.tsx'
import styles from './photo-list.module.css'

const SHOWN = 20

/** The phones of a channel that wait for their photographs, the newest first, each with what opens them. */
export const waitingForPhotos = (channel: Channel) =>
  queryOf(api.detRecord.getDetectRecordList, { channel, state: 'awaiting_photos', page: 1, pageSize: SHOWN })

/** The phones of a channel of which somebody asked for other pictures. */
export const askedAnew = (channel: Channel) =>
  queryOf(api.detRecord.getDetectRecordList, { channel, retakeAsked: true, page: 1, pageSize: SHOWN })

/** 请重拍 of a channel: who asked and why, and 重拍 in each row; nothing while nobody asks. */
export function RetakeList({ channel }: { channel: Channel }) {
  const queries = useQueryClient()
  const list = useQuery(askedAnew(channel)).data?.list ?? []
  if (list.length === 0) return null
  const retake = async (inspectionId: string, name: string) => {
    await openRetake(inspectionId, name)
    await refreshInspections(queries)
  }
  return (
    <ul className={styles.rows} aria-label="请重拍">
      {list.map(({ inspectionId, inspectionNo, modelName, skuText, barCode, grade, retake: asked }) => (
        <li key={inspectionId}>
          {grade === null ? null : <GradeBadge grade={grade} />}
          <span className={styles.name}>
            <b>
              {modelName} {skuText}
            </b>
            {asked === null ? null : <span className={styles.asked}>{retakeText(asked)}</span>}
            <span className="muted">
              <span className="code">{barCode}</span> · <Time at={asked?.askedAt ?? null} />
            </span>
          </span>
          <Button small tone="primary" icon="camera" onClick={() => void retake(inspectionId, inspectionNo)}>
            重拍
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** 待拍摄 of a channel: how many, and 拍照 in each row. */
export function PhotoList({ channel }: { channel: Channel }) {
  const { data, error, refetch } = useQuery(waitingForPhotos(channel))
  if (error && !data) return <FailedState what="待拍摄" error={error} retry={refetch} />
  if (!data) return <div className={styles.wait} aria-busy="true" />
  const { list, total } = data
  if (list.length === 0) return <p className="muted">现在没有要拍照的手机。质检员提交一台，这里就多一台。</p>
  return (
    <>
      <ul className={styles.rows}>
        {list.map((row) => (
          <li key={row.inspectionId}>
            {row.grade === null ? null : <GradeBadge grade={row.grade} />}
            <span className={styles.name}>
              <b>
                {row.modelName} {row.skuText}
              </b>
              <span className="muted">
                <span className="code">{row.barCode}</span> · <Time at={row.createdAt} />
              </span>
            </span>
            <Link className={buttonClass({ tone: 'primary', small: true })} to={photosLink(row)}>
              拍照
            </Link>
          </li>
        ))}
      </ul>
      {total > list.length ? (
        <Link to={linkTo(CHANNEL_PAGES[channel].inspections, { state: 'awaiting_photos' })}>
          全部 {countText(total)} 台
        </Link>
      ) : null}
    </>
  )
}
