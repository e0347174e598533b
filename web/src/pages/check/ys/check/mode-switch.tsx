import { useEffect, useRef } from 'react'
import { isOverlayOpen } from '../../../../components/overlay/overlay-host.tsx'
import styles from './mode-switch.module.css'

/** One phone at a time, or a lot of many. */
export type StationMode = 'single' | 'batch'

const MODES = [
  ['single', '单台'],
  ['batch', '批量'],
] as const

interface ModeSwitchProps {
  mode: StationMode
  onChange: (mode: StationMode) => void
}

/** Chooses the mode, and shows the key that does: Alt+M. What is at work in either is kept as its draft. */
export function ModeSwitch({ mode, onChange }: ModeSwitchProps) {
  return (
    <div className={styles.modes} role="radiogroup" aria-label="质检方式">
      {MODES.map(([value, label]) => (
        <label key={value}>
          <input type="radio" name="station-mode" checked={mode === value} onChange={() => onChange(value)} />
          {label}
        </label>
      ))}
      <kbd>Alt M</kbd>
    </div>
  )
}

/** Alt+M goes to the other mode, whatever has the focus. */
export function useModeKey(mode: StationMode, onChange: (mode: StationMode) => void): void {
  const latest = useRef({ mode, onChange })
  latest.current = { mode, onChange }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // by its place on the keyboard: with Alt some systems type another character
      if (event.code !== 'KeyM' || !event.altKey || event.ctrlKey || event.metaKey || event.repeat) return
      if (isOverlayOpen()) return
      event.preventDefault()
      latest.current.onChange(latest.current.mode === 'single' ? 'batch' : 'single')
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}
