import type { CodeFieldElement } from './code-field/code-field-element.ts'
import { CODE_FIELD } from './code-field/code-field-name.ts'

/** What keys write into; a select's choice is changed by letters too. */
export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | CodeFieldElement
/** A box of one line that holds text. */
export type TextBox = HTMLInputElement | CodeFieldElement

const NO_TEXT_TYPES: ReadonlySet<string> = new Set(['checkbox', 'radio', 'button', 'submit', 'file'])

/** True for a field for codes; told by its name, so that nobody has to load it who has none. */
export const isCodeField = (target: unknown): target is CodeFieldElement =>
  target instanceof HTMLElement && target.localName === CODE_FIELD

export const isTextBox = (target: unknown): target is TextBox =>
  isCodeField(target) || (target instanceof HTMLInputElement && !NO_TEXT_TYPES.has(target.type))

/** The box that keys change, or null. */
export function fieldOf(target: EventTarget | null): Field | null {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return target
  return isTextBox(target) ? target : null
}

/** Writes a box's value past React's own tracking, so that React sees a change and its state follows. */
export function writeField(field: Field, value: string): void {
  if (field.value === value) return
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

const FOCUS_EVENTS = ['blur', 'focus', 'focusin', 'focusout'] as const
const hush = (event: Event): void => event.stopImmediatePropagation()

/**
 * Puts a box back to what it held, an open composition with it: that ends only when the box loses the focus, which nobody
 * else hears of.
 */
export function restoreField(field: Field, value: string): void {
  if (document.activeElement === field && !(field instanceof HTMLSelectElement)) {
    for (const name of FOCUS_EVENTS) addEventListener(name, hush, { capture: true })
    field.blur()
    field.focus({ preventScroll: true })
    for (const name of FOCUS_EVENTS) removeEventListener(name, hush, { capture: true })
  }
  writeField(field, value)
  if (field instanceof HTMLElement && field.dataset.codeBox !== undefined && 'select' in field) field.select()
}
