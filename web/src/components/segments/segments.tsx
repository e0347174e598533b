import type { ReactNode } from 'react'
import styles from './segments.module.css'

interface SegmentsProps<Value extends string> {
  /** What is chosen: 质检方式. */
  label: string
  /** The group's name among the radio buttons of the page. */
  name: string
  options: readonly { readonly value: Value; readonly label: string }[]
  value: Value
  onChange: (value: Value) => void
  disabled?: boolean
  /** What stands behind them: a key, or what the choice means. */
  children?: ReactNode
}

/** One of a few ways of working, side by side. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label: group, name, options, value: chosen, onChange, disabled = false, children } = props
  return (
    <div className={styles.segments} role="radiogroup" aria-label={group}>
      {options.map(({ value, label }) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            checked={value === chosen}
            disabled={disabled}
            onChange={() => onChange(value)}
          />
          {label}
        </label>
      ))}
      {children}
    </div>
  )
}
