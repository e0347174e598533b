import { useEffect, useRef } from 'react'
import { isOverlayOpen } from '../../components/overlay/overlay-host.tsx'
import { Segments } from '../../components/segments/segments.tsx'

/** One phone at a time, or a lot of many. */
export type StationMode = 'single' | 'batch'

const MODES = [
  { value: 'single', label: '单台' },
  { value: 'batch', label: '批量' },
] as const

interface ModeSwitchProps {
  mode: StationMode
  onChange: (mode: StationMode) => Promise<void>
}

/** Chooses the mode, and shows the key that does: Alt+M. What is at work in either is kept as its draft. */
export function ModeSwitch({ mode, onChange }: ModeSwitchProps) {
  return (
    <Segments label="质检方式" name="station-mode" options={MODES} value={mode} onChange={onChange}>
      <kbd>Alt M</kbd>
    </Segments>
  )
}

/** Alt+M goes to the other mode, whatever has the focus. */
export function useModeKey(mode: StationMode, onChange: (mode: StationMode) => Promise<void>): void {
  const latest = useRef({ mode, onChange })
  latest.current = { mode, onChange }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // by its place on the keyboard: with Alt some systems type another character
      if (event.code !== 'KeyM' || !event.altKey || event.ctrlKey || event.metaKey || event.repeat) return
      if (isOverlayOpen()) return
      event.preventDefault()
      void latest.current.onChange(latest.current.mode === 'single' ? 'batch' : 'single')
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}
