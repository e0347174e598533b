import { afterEach, expect, test } from 'vitest'
import { isComposed } from './input-method.ts'

/** A key that reaches an element of this kind. */
function keyOn(markup: string, init: KeyboardEventInit): KeyboardEvent {
  document.body.innerHTML = markup
  const event = new KeyboardEvent('keydown', { bubbles: true, ...init })
  document.body.firstElementChild?.dispatchEvent(event)
  return event
}

afterEach(() => {
  document.body.innerHTML = ''
})

test('defect: the Enter that Safari sends behind a composition was taken for a person’s own', () => {
  expect(isComposed(keyOn('<input>', { key: 'Enter', keyCode: 229 }))).toBe(true)
  expect(isComposed(keyOn('<input>', { key: 'Enter', keyCode: 13 }))).toBe(false)
})

test('a key of a composition is the input method’s in whatever can be edited', () => {
  for (const markup of ['<input>', '<textarea></textarea>', '<code-field data-ordinary></code-field>']) {
    expect(isComposed(keyOn(markup, { key: 'n', isComposing: true }))).toBe(true)
  }
})

test('defect: a box that was left in the middle of a word had keys everywhere else refused', () => {
  for (const markup of ['<code-field></code-field>', '<button></button>', '<div></div>']) {
    expect(isComposed(keyOn(markup, { key: 'H', keyCode: 72, isComposing: true }))).toBe(false)
  }
})
