import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../components/button/button.tsx'
import { cx } from '../../components/class-names.ts'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import styles from './bell.module.css'
import { NoticeDrawer } from './notice-drawer.tsx'
import { unreadQuery } from './notice-queries.ts'
import { isNewHere, noteSeen } from './seen-here.ts'
import { UrgentCard } from './urgent-card.tsx'

const MOST_SHOWN = 99
const countText = (count: number): string => (count > MOST_SHOWN ? `${MOST_SHOWN}+` : String(count))

/** The bell with the number of unread notices, which stands out while some are new on this device, and what cannot wait. */
export default function Bell({ opens }: { opens: boolean }) {
  const { data } = useQuery(unreadQuery)
  const { count = 0, newestId = null, urgent = null } = data ?? {}
  const [isOpen, setOpen] = useState(false)
  // also what comes while the drawer is open
  useEffect(() => {
    if (isOpen) noteSeen('drawer', newestId)
  }, [isOpen, newestId])
  // what was there before the page was is told by the number alone
  const [since, setSince] = useState<string | null>(null)
  if (data && since === null) setSince(newestId ?? '')
  const open = async () => {
    setOpen(true)
    await openOverlay((close) => <NoticeDrawer onClose={() => close()} />)
    setOpen(false)
  }
  const isOpened = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it was pressed before it was there
  useEffect(() => {
    if (!opens || isOpened.current) return
    isOpened.current = true
    void open()
  }, [])
  return (
    <>
      <span className={styles.bell}>
        <Button
          tone="quiet"
          icon="bell"
          aria-label={count === 0 ? '消息' : `消息，${countText(count)} 条未读`}
          title="消息"
          aria-haspopup="dialog"
          onClick={() => void open()}
        />
        {count > 0 ? (
          <span className={cx(styles.count, !isNewHere('drawer', newestId) && styles.seen)} aria-hidden="true">
            {countText(count)}
          </span>
        ) : null}
      </span>
      {urgent !== null && since !== null && urgent.noticeId > since ? (
        <UrgentCard key={urgent.noticeId} notice={urgent} />
      ) : null}
    </>
  )
}
