import { CHANNEL_PAGES, linkTo } from '@huanji/contract/pages'
import type { Channel } from '@huanji/domain/channel'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../../api/client.ts'
import { queryOf } from '../../../api/queries.ts'
import { buttonClass } from '../../../components/button/button-class.ts'
import { FailedState } from '../../../components/empty/failed-state.tsx'
import { GradeBadge } from '../../../components/grade/grade-badge.tsx'
import { countText } from '../../../components/list/count-text.ts'
import { Time } from '../../../components/time/time.tsx'
import { photosLink } from '../../inspection/links.ts'
import styles from './photo-list.module.css'

const SHOWN = 20

/** The phones of a channel that wait for their photographs, the newest first, each with what opens them. */
export const waitingForPhotos = (channel: Channel) =>
  queryOf(api.detRecord.getDetectRecordList, { channel, state: 'awaiting_photos', page: 1, pageSize: SHOWN })

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
