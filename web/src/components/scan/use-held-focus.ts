import { type RefObject, useEffect } from 'react'
import type { ScanBoxHandle } from './scan-box.tsx'

/** Gives the keyboard back to the scan box when a click left it nowhere: a dialog's own box does not do so by itself. */
export function useHeldFocus(box: RefObject<ScanBoxHandle | null>): void {
  useEffect(() => {
    box.current?.focus()
    const onClick = () => {
      const isIdle = !(document.activeElement instanceof HTMLElement) || document.activeElement.matches('body, dialog')
      if (isIdle) box.current?.focus()
    }
    addEventListener('click', onClick)
    return () => removeEventListener('click', onClick)
  }, [box])
}
