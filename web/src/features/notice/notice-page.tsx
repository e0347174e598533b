import { CHANNEL_LABELS } from '@huanji/contract/labels'
import { noticeLink } from '@huanji/contract/notice-links'
import { type NoticeKind, noticeTitle } from '@huanji/domain/notices/kinds'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { Button } from '../../components/button/button.tsx'
import { cx } from '../../components/class-names.ts'
import { DetailPending, LOADING } from '../../components/detail/detail-pending.tsx'
import { EmptyState } from '../../components/empty/empty-state.tsx'
import { Time } from '../../components/time/time.tsx'
import { DueText } from './due-text.tsx'
import styles from './notice-drawer.module.css'
import type { Notice } from './types.ts'
import { useReading } from './use-reading.ts'

interface NoticePageProps {
  filter: { readonly unreadOnly: boolean; readonly kind?: NoticeKind }
  /** Null for the newest. */
  before: string | null
  onClose: () => void
}

/** Arrows go from one notice to the next, over the pages too. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const links = [...(event.currentTarget.closest('dialog')?.querySelectorAll<HTMLElement>('[data-notice-link]') ?? [])]
  const next = links[links.indexOf(document.activeElement as HTMLElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** A page of notices, newest first, with the way to earlier ones. */
export function NoticePage({ filter, before, onClose }: NoticePageProps) {
  const query = useQuery(queryOf(api.notice.list, { ...filter, ...(before === null ? {} : { before }) }))
  const [isContinued, setContinued] = useState(false)
  const read = useReading()
  return (
    <DetailPending query={query} waiting={LOADING}>
      {({ notices, next }) => (
        <>
          {notices.length === 0 && before === null ? <Nothing unreadOnly={filter.unreadOnly} /> : null}
          <ul className={styles.notices} onKeyDown={walk}>
            {notices.map((notice) => (
              <NoticeRow
                key={notice.noticeId}
                notice={notice}
                onFollow={() => {
                  if (!notice.isRead) read.mutate([notice.noticeId])
                  onClose()
                }}
                onRead={() => read.mutate([notice.noticeId])}
              />
            ))}
          </ul>
          {next !== null && !isContinued ? (
            <p className={styles.more}>
              <Button onClick={() => setContinued(true)}>更早的消息</Button>
            </p>
          ) : null}
          {next !== null && isContinued ? <NoticePage filter={filter} before={next} onClose={onClose} /> : null}
        </>
      )}
    </DetailPending>
  )
}

const Nothing = ({ unreadOnly }: { unreadOnly: boolean }) =>
  unreadOnly ? (
    <EmptyState title="没有未读消息" hint="新的订单、售后和到期提醒会出现在这里。" />
  ) : (
    <EmptyState title="还没有消息" hint="新的订单、售后和到期提醒会出现在这里，保留 90 天。" />
  )

interface NoticeRowProps {
  notice: Notice
  onFollow: () => void
  onRead: () => void
}

function NoticeRow({ notice, onFollow, onRead }: NoticeRowProps) {
  const { kind, channel, count, label, detail, dueAt, at, isRead } = notice
  const title = noticeTitle(kind, count)
  return (
    <li className={cx(styles.row, isRead && styles.read)}>
      <Link to={noticeLink(notice)} data-notice-link="" onClick={onFollow}>
        <span className={styles.title}>
          {isRead ? null : <span className={styles.dot} role="img" aria-label="未读" />}
          <b>{title}</b>
          <Time at={at} />
        </span>
        <span className={styles.label}>
          {channel === null ? '' : `${CHANNEL_LABELS[channel]} · `}
          {count > 1 ? `${label} 等 ${count} 项` : label}
        </span>
        {detail === '' || count > 1 ? null : <span className={styles.detail}>{detail}</span>}
        <DueText dueAt={dueAt} />
      </Link>
      {isRead ? null : (
        <Button
          tone="quiet"
          small
          icon="check"
          aria-label={`标为已读：${title} ${label}`}
          title="标为已读"
          onClick={onRead}
        />
      )}
    </li>
  )
}
