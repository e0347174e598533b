import { type RefObject, useEffect, useRef } from 'react'
import { LONE_KEY_MS } from './burst.ts'

/**
 * Single keys of a dialog, such as digits that choose: keys that are neither typed into a box nor part of a burst. Each
 * waits until no further key has followed, because a burst's first key looks like any other.
 * @param within a part of the dialog; keys count only while no other dialog lies over it
 */
export function useLoneKeys(within: RefObject<HTMLElement | null>, onKey: (key: string) => void): void {
  const latest = useRef(onKey)
  latest.current = onKey
  useEffect(() => {
    let lastMs = Number.NEGATIVE_INFINITY
    let waiting: ReturnType<typeof setTimeout> | undefined
    const onKeyDown = (event: KeyboardEvent) => {
      const isAlone = event.timeStamp - lastMs >= LONE_KEY_MS
      lastMs = event.timeStamp
      clearTimeout(waiting)
      if (!isAlone || event.repeat || event.key.length !== 1) return
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      const { target } = event
      if (target instanceof HTMLInputElement && target.type !== 'radio') return
      const dialog = within.current?.closest('dialog')
      if (dialog && [...document.querySelectorAll('dialog[open]')].at(-1) !== dialog) return
      waiting = setTimeout(() => latest.current(event.key), LONE_KEY_MS)
    }
    // Before the scanner's listener, which keeps the keys of a burst to itself once it knows them as one.
    addEventListener('keydown', onKeyDown, { capture: true })
    return () => {
      clearTimeout(waiting)
      removeEventListener('keydown', onKeyDown, { capture: true })
    }
  }, [within])
}
