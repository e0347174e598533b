import { noticeLink } from '@huanji/contract/notice-links'
import { noticeTitle } from '@huanji/domain/notices/kinds'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../components/button/button.tsx'
import { Icon } from '../../components/icon/icon.tsx'
import { chime } from '../../components/scan/feedback.ts'
import { DueText } from './due-text.tsx'
import { isNewHere, noteSeen } from './seen-here.ts'
import type { Notice } from './types.ts'
import styles from './urgent-card.module.css'
import { useReading } from './use-reading.ts'

/** Long enough to be read and followed; it stands over the page's own buttons. */
const SHOWN_MS = 15_000

/**
 * A notice that cannot wait, over the page for a while and with a sound; once on each device. It takes no focus, so
 * that whoever scans goes on.
 */
export function UrgentCard({ notice }: { notice: Notice }) {
  const [isNew, setNew] = useState(() => isNewHere('card', notice.noticeId))
  const read = useReading()
  useEffect(() => {
    if (isNewHere('card', notice.noticeId)) chime()
    noteSeen('card', notice.noticeId)
    const timer = setTimeout(() => setNew(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [notice.noticeId])
  if (!isNew) return null
  const close = () => setNew(false)
  return (
    <div className={styles.card} role="status" data-notice={notice.noticeId}>
      <Icon name="alert" size={20} />
      <div className={styles.text}>
        <b>{noticeTitle(notice.kind, notice.count)}</b>
        <span>{notice.label}</span>
        <DueText dueAt={notice.dueAt} />
      </div>
      <Link
        className={styles.link}
        to={noticeLink(notice)}
        onClick={() => {
          close()
          read.mutate([notice.noticeId])
        }}
      >
        查看
      </Link>
      <Button tone="quiet" small icon="close" aria-label="关闭提醒" onClick={close} />
    </div>
  )
}
