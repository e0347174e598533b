import { lazy, Suspense, useEffect, useState } from 'react'
import { lazyPage } from '../app/lazy-page.ts'
import { Button } from '../components/button/button.tsx'

/** What a person came for is there first. */
const WAIT_MS = 2500

const Bell = lazy(lazyPage(() => import('../features/notice/bell.tsx')))

/** Where the bell will be. */
export const BellPlace = ({ onClick }: { onClick?: () => void }) => (
  <Button tone="quiet" icon="bell" aria-label="消息" onClick={onClick} />
)

/** The bell that says how many notices are unread; it comes once the page has settled, or when it is pressed. */
export function NoticeBell() {
  const [wanted, setWanted] = useState<'later' | 'now' | 'open'>('later')
  useEffect(() => {
    const timer = setTimeout(() => setWanted((before) => (before === 'later' ? 'now' : before)), WAIT_MS)
    return () => clearTimeout(timer)
  }, [])
  const place = <BellPlace onClick={() => setWanted('open')} />
  if (wanted === 'later') return place
  return (
    <Suspense fallback={place}>
      <Bell opens={wanted === 'open'} />
    </Suspense>
  )
}
