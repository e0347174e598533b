import type { ReactNode } from 'react'
import styles from './segments.module.css'
import { useChoice } from './use-choice.ts'

interface SegmentsProps<Value extends string> {
  /** What is chosen: 质检方式. */
  label: string
  /** The group's name among the radio buttons of the page. */
  name: string
  options: readonly { readonly value: Value; readonly label: string }[]
  value: Value
  /** A promise where the choice is shown later than at once, as one that stands in the address is. */
  onChange: (value: Value) => void | Promise<void>
  disabled?: boolean
  /** What stands behind them: a key, or what the choice means. */
  children?: ReactNode
}

/** One of a few ways of working, side by side. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label: group, name, options, value: settled, onChange, disabled = false, children } = props
  const [chosen, choose] = useChoice(settled, onChange)
  return (
    <div className={styles.segments} role="radiogroup" aria-label={group}>
      {options.map(({ value, label }) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            checked={value === chosen}
            disabled={disabled}
            onChange={() => choose(value)}
          />
          {label}
        </label>
      ))}
      {children}
    </div>
  )
}
