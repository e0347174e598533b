import type { Ref } from 'react'
import styles from './reason-field.module.css'

/** Why a unit gets another bag, in the order of the keys 1 to 4. */
export const REASONS: readonly string[] = ['封袋破损', '封袋码无法扫描', '设备重检', '其他']

interface ReasonFieldProps {
  /** Null until one was chosen: none is chosen for the person. */
  reason: string | null
  onChange: (reason: string) => void
  ref: Ref<HTMLFieldSetElement>
}

/** The reasons for another bag, each with its key. */
export function ReasonField({ reason, onChange, ref }: ReasonFieldProps) {
  return (
    <fieldset ref={ref} className={styles.reasons}>
      <legend>
        换袋原因<b aria-hidden="true">*</b>
      </legend>
      {REASONS.map((text, index) => (
        <label key={text} className={styles.reason}>
          <input
            type="radio"
            name="bag-reason"
            checked={text === reason}
            aria-keyshortcuts={String(index + 1)}
            onChange={() => onChange(text)}
          />
          <kbd>{index + 1}</kbd>
          {text}
        </label>
      ))}
    </fieldset>
  )
}
