import { type RefObject, useEffect, useRef } from 'react'

/**
 * Makes Ctrl+Enter (⌘Enter) do the main thing of a drawer wherever the cursor is in it, but not while a dialog lies over it.
 * @param inside an element of the drawer
 */
export function useMainKey(inside: RefObject<HTMLElement | null>, run: () => void): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
      const open = document.querySelectorAll('dialog[open]')
      if (open.length > 0 && !open[open.length - 1]?.contains(inside.current)) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [inside])
}
