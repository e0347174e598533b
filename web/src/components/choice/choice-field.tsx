import { type ReactNode, type Ref, useId } from 'react'
import styles from './choice-field.module.css'

/** One of a few things to choose from. */
export interface Choice {
  readonly value: string
  readonly label: ReactNode
  /** True for one that is shown and cannot be chosen. */
  readonly isDisabled?: boolean
}

/** The choices of a few sentences that are kept as they are read. */
export const choicesOf = (texts: readonly string[]): Choice[] => texts.map((text) => ({ value: text, label: text }))

/** The keys of the first ten, as they lie on a keyboard. */
const KEYS = '1234567890'

/** The choice of a digit's key; undefined where there is none, or one that cannot be chosen. */
export function choiceOfKey(choices: readonly Choice[], key: string): string | undefined {
  const choice = key.length === 1 ? choices[KEYS.indexOf(key)] : undefined
  return choice?.isDisabled ? undefined : choice?.value
}

interface ChoiceFieldProps {
  legend: string
  choices: readonly Choice[]
  /** Null until one was chosen: none is chosen for the person. */
  chosen: string | null
  onChange: (value: string) => void
  ref: Ref<HTMLFieldSetElement>
}

/** A few choices, the first ten each with its key; whoever shows them takes the keys (`useChoiceKeys`). */
export function ChoiceField({ legend, choices, chosen, onChange, ref }: ChoiceFieldProps) {
  const name = useId()
  return (
    <fieldset ref={ref} className={styles.choices}>
      <legend>
        {legend}
        <b aria-hidden="true">*</b>
      </legend>
      {choices.map(({ value, label, isDisabled = false }, index) => (
        <label key={value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            checked={value === chosen}
            disabled={isDisabled}
            aria-keyshortcuts={KEYS[index]}
            onChange={() => onChange(value)}
          />
          <kbd className={KEYS[index] ? undefined : styles.none}>{KEYS[index]}</kbd>
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
