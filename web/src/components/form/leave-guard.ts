import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { PUBLIC_PAGES } from '../../app/public-pages.ts'
import { confirm } from '../confirm/confirm.tsx'

/**
 * Asks before unsaved work is left: for another page of the application in our own dialog, for closing the window in
 * the browser's.
 * @param isUnsaved asked at the moment of leaving
 */
export function useLeaveGuard(isUnsaved: () => boolean): void {
  const latest = useRef(isUnsaved)
  latest.current = isUnsaved
  const blocker = useBlocker(
    // Losing the session leads to the sign-in page without a question: the draft is kept, and staying helps nobody.
    ({ currentLocation, nextLocation }) =>
      nextLocation.pathname !== PUBLIC_PAGES.login.path &&
      currentLocation.pathname !== nextLocation.pathname &&
      latest.current(),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirm({
      title: '离开此页？',
      body: '填写的内容还没有提交，离开后可能丢失。',
      ok: '离开',
      tone: 'danger',
    }).then((agreed) => (agreed ? blocker.proceed() : blocker.reset()))
  }, [blocker])
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (latest.current()) event.preventDefault()
    }
    addEventListener('beforeunload', onLeave)
    return () => removeEventListener('beforeunload', onLeave)
  }, [])
}
