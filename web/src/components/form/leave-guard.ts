import { useCallback, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { PUBLIC_PAGES } from '../../session/public-pages.ts'
import { type ConfirmText, confirm } from '../confirm/confirm.tsx'
import { useCloseGuard } from '../overlay/overlay-host.tsx'

interface Leaving {
  /** What is not done yet, as a question: 填的还没提交，要关掉吗？ */
  readonly title: string
  readonly body: string
  /** What staying does, and what going does: neither button says 取消 or 放弃, of which nobody knows what it ends. */
  readonly stay?: string
  readonly go?: string
}

/** The question before unsaved work is left. */
export const leaving = ({ title, body, stay = '继续填', go = '不要了' }: Leaving): ConfirmText => ({
  title,
  body,
  ok: go,
  cancel: stay,
  tone: 'danger',
})

const LEAVE = leaving({ title: '填的还没提交，要离开吗？', body: '离开后填的可能就没有了。' })
const CLOSE = leaving({ title: '填的还没提交，要关掉吗？', body: '关掉后填的就没有了。' })

interface Guard {
  readonly isUnsaved: () => boolean
  readonly question: ConfirmText
}

/**
 * What is unsaved on the page on screen, in the order in which it came there. The router asks one blocker alone, the last
 * that came; so that a form over another does not hide what is unsaved below, each answers for all.
 */
const guards = new Set<Guard>()

const unsavedGuard = (): Guard | undefined => [...guards].reverse().find(({ isUnsaved }) => isUnsaved())

/**
 * Asks before unsaved work is left: for another page of the application, also by the browser's Back, and for closing the
 * dialog or drawer around it in our own dialog; for closing the window in the browser's.
 * @param isUnsaved asked at the moment of leaving
 * @param close what is asked before the dialog or drawer is closed; where it says what would be lost, also before another page
 */
export function useLeaveGuard(isUnsaved: () => boolean, close: ConfirmText = CLOSE): void {
  const latest = useRef(isUnsaved)
  latest.current = isUnsaved
  useEffect(() => {
    const guard = { isUnsaved: () => latest.current(), question: close === CLOSE ? LEAVE : close }
    guards.add(guard)
    return () => void guards.delete(guard)
  }, [close])
  const blocker = useBlocker(
    // Losing the session leads to the sign-in page without a question: the draft is kept, and staying helps nobody.
    ({ currentLocation, nextLocation }) =>
      nextLocation.pathname !== PUBLIC_PAGES.login.path &&
      currentLocation.pathname !== nextLocation.pathname &&
      unsavedGuard() !== undefined,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirm(unsavedGuard()?.question ?? LEAVE).then((agreed) => (agreed ? blocker.proceed() : blocker.reset()))
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
