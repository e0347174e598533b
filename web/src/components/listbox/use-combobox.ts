import { type HTMLAttributes, type InputHTMLAttributes, type KeyboardEvent, useId, useState } from 'react'
import { isComposed } from '../input-method.ts'

interface ComboboxOptions<Option> {
  options: readonly Option[]
  /** Tells options apart; stable while the list is open. */
  keyOf: (option: Option) => string
  /** What stands in the box: with every change of it the first option is the active one again. */
  words: string
  /** The place of the option that is active before an arrow was pressed, -1 for none; the first one unless said otherwise. */
  start?: number
  /** False hides the list. A list that always stands under its box leaves it out. */
  isOpen?: boolean
  onPick: (option: Option) => void
  /** An arrow was pressed while the list is closed. */
  onOpen?: () => void
  /** Enter was pressed; true means that it was meant for something else than the active option. */
  onEnter?: () => boolean
  /** Esc was pressed. Left out, Esc is left to what stands around the box. */
  onEscape?: (() => void) | undefined
  /** The option under a moving pointer becomes the active one; for lists that show only one mark. */
  followsPointer?: boolean
}

/** What a box and its `Listbox` share. */
export interface ComboboxParts<Option> {
  /** For the `<input>`: role, states and keys of an editable combobox with a list. */
  readonly box: InputHTMLAttributes<HTMLInputElement>
  readonly listId: string
  readonly isOpen: boolean
  readonly options: readonly Option[]
  /** What Enter picks; undefined while there is nothing to pick. */
  readonly active: Option | undefined
  /** What one option's element needs: id, role, state, and what the pointer does. */
  readonly optionProps: (option: Option, index: number) => HTMLAttributes<HTMLDivElement> & { key: string }
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * The keys and states of a text box with a list of options, after the combobox pattern of the WAI-ARIA Authoring
 * Practices: the focus stays in the box, arrows move the active option, Enter picks it, and `aria-activedescendant`
 * tells a screen reader which one it is. Keys of an input method are left alone.
 */
export function useCombobox<Option>(props: ComboboxOptions<Option>): ComboboxParts<Option> {
  const { options, keyOf, words, onPick, onOpen, onEnter, onEscape, followsPointer = false, start = 0 } = props
  const listId = useId()
  const [active, setActive] = useState({ words, key: '' })
  const isOpen = (props.isOpen ?? true) && options.length > 0
  const known = active.words === words ? options.findIndex((option) => keyOf(option) === active.key) : -1
  const at = known < 0 ? start : known
  const idAt = (index: number) => `${listId}-${index}`

  const step = (by: 1 | -1) => {
    if (!isOpen) return onOpen?.()
    const index = Math.max(0, Math.min(options.length - 1, at + by))
    const option = options[index]
    if (option === undefined) return
    setActive({ words, key: keyOf(option) })
    document.getElementById(idAt(index))?.scrollIntoView({ block: 'nearest' })
  }
  /** False for a key that means nothing here. */
  const take = (key: string): boolean => {
    const by = STEPS[key]
    const option = isOpen ? options[at] : undefined
    if (by) step(by)
    else if (key === 'Escape' && onEscape) onEscape()
    else if (key !== 'Enter') return false
    else if (onEnter?.()) return true
    else if (option !== undefined) onPick(option)
    else return false
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposed(event) || !take(event.key)) return
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    box: {
      role: 'combobox',
      'aria-expanded': isOpen,
      'aria-controls': listId,
      'aria-autocomplete': 'list',
      'aria-activedescendant': isOpen && at >= 0 ? idAt(at) : undefined,
      autoComplete: 'off',
      onKeyDown,
    },
    listId,
    isOpen,
    options,
    active: isOpen ? options[at] : undefined,
    optionProps: (option, index) => ({
      key: keyOf(option),
      id: idAt(index),
      role: 'option',
      tabIndex: -1,
      'aria-selected': index === at,
      // The box must keep the focus, or its blur would close the list before the click.
      onMouseDown: (event) => event.preventDefault(),
      onMouseMove: followsPointer ? () => setActive({ words, key: keyOf(option) }) : undefined,
      onClick: () => onPick(option),
    }),
  }
}
