import { useEffect, useRef } from 'react'
import { isOverlayOpen } from '../../../components/overlay/overlay-host.tsx'
import { LONE_KEY_MS } from '../../../components/scan/burst.ts'

const TYPING_TYPES: ReadonlySet<string> = new Set(['checkbox', 'radio', 'button', 'submit', 'file'])

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return target instanceof HTMLInputElement && !TYPING_TYPES.has(target.type)
}

/**
 * Single keys of a whole screen, for work where every key counts: letters and digits that are neither typed into a box
 * nor part of a scanner's burst. Each waits a moment, because a burst's first key looks like any other.
 * @param onKey gets the key; keys with Ctrl, Alt or the system key never come
 */
export function useQuietKeys(onKey: (key: string) => void, active: boolean): void {
  const latest = useRef(onKey)
  latest.current = onKey
  useEffect(() => {
    if (!active) return
    let lastMs = Number.NEGATIVE_INFINITY
    let waiting: ReturnType<typeof setTimeout> | undefined
    const onKeyDown = (event: KeyboardEvent) => {
      const isBurst = event.timeStamp - lastMs < LONE_KEY_MS
      lastMs = event.timeStamp
      clearTimeout(waiting)
      if (isBurst || event.repeat || event.key.length !== 1) return
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || isOverlayOpen()) return
      waiting = setTimeout(() => latest.current(event.key), LONE_KEY_MS)
    }
    addEventListener('keydown', onKeyDown)
    return () => {
      clearTimeout(waiting)
      removeEventListener('keydown', onKeyDown)
    }
  }, [active])
}
