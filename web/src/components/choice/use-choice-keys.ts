import type { RefObject } from 'react'
import { useQuietKeys } from '../scan/use-quiet-keys.ts'
import { type Choice, choiceOfKey } from './choice-field.tsx'

/**
 * The digits of a `ChoiceField`. What a digit chose is taken back when it turns out to have been a burst's first key.
 * @param onChoose gets what a digit chose, and what was chosen before when that is taken back
 */
export function useChoiceKeys(
  field: RefObject<HTMLFieldSetElement | null>,
  choices: readonly Choice[],
  chosen: string | null,
  onChoose: (value: string | null) => void,
): void {
  useQuietKeys(
    (key) => {
      const value = choiceOfKey(choices, key)
      if (value === undefined) return undefined
      onChoose(value)
      return () => onChoose(chosen)
    },
    true,
    field,
  )
}
