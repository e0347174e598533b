import { useCallback, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { PUBLIC_PAGES } from '../../app/public-pages.ts'
import { type ConfirmText, confirm } from '../confirm/confirm.tsx'
import { useCloseGuard } from '../overlay/overlay-host.tsx'

const LEAVE = {
  title: '离开此页？',
  body: '填写的内容还没有提交，离开后可能丢失。',
  ok: '离开',
  tone: 'danger',
} as const
const CLOSE = {
  title: '放弃填写的内容？',
  body: '填写的内容还没有提交，关闭后不会保留。',
  ok: '放弃',
  tone: 'danger',
} as const

/**
 * Asks before unsaved work is left: for another page of the application and for closing the dialog or drawer around it
 * in our own dialog, for closing the window in the browser's.
 * @param isUnsaved asked at the moment of leaving
 * @param close what is asked before the dialog or drawer is closed
 */
export function useLeaveGuard(isUnsaved: () => boolean, close: ConfirmText = CLOSE): void {
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
    void confirm(LEAVE).then((agreed) => (agreed ? blocker.proceed() : blocker.reset()))
  }, [blocker])
  useCloseGuard(useCallback(async () => !latest.current() || confirm(close), [close]))
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (latest.current()) event.preventDefault()
    }
    addEventListener('beforeunload', onLeave)
    return () => removeEventListener('beforeunload', onLeave)
  }, [])
}
