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

/** The choice of a key 1 to 9; undefined where there is none, or one that cannot be chosen. */
export function choiceOfKey(choices: readonly Choice[], key: string): string | undefined {
  const choice = choices[Number(key) - 1]
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

/** A few choices, the first nine each with its key; whoever shows them takes the keys (`useLoneKeys`). */
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
            aria-keyshortcuts={index < 9 ? String(index + 1) : undefined}
            onChange={() => onChange(value)}
          />
          {index < 9 ? <kbd>{index + 1}</kbd> : null}
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
