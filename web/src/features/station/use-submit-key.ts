import { useEffect, useRef } from 'react'
import { isOverlayOpen } from '../../components/overlay/overlay-host.tsx'
import { isTextBox } from '../../components/scan/fields.ts'

/** Ctrl+Enter submits from anywhere, after the box that has the focus has given up what was typed into it. */
export function useSubmitKey(onSubmit: () => void): void {
  const latest = useRef(onSubmit)
  latest.current = onSubmit
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat || isOverlayOpen()) return
      event.preventDefault()
      if (isTextBox(document.activeElement)) document.activeElement.blur()
      latest.current()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}
