import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CodeField } from './code-field.tsx'
import type { CodeFieldElement } from './code-field-element.ts'

afterEach(() => {
  cleanup()
  Object.defineProperty(navigator, 'maxTouchPoints', { value: 0, configurable: true })
  vi.unstubAllGlobals()
})

const onSubmit = vi.fn((event: { preventDefault(): void }) => event.preventDefault())

interface FormProps {
  first?: string
  maxLength?: number
  disabled?: boolean
  type?: 'text' | 'search'
  write?: (text: string) => string
}

function Form({ first = '', write = (text) => text, ...rest }: FormProps) {
  const [value, setValue] = useState(first)
  return (
    <form onSubmit={onSubmit}>
      <label htmlFor="waybill">运单号</label>
      <CodeField
        {...rest}
        id="waybill"
        name="waybill"
        placeholder="扫描运单号"
        aria-invalid={value === 'WRONG'}
        aria-describedby="note"
        value={value}
        onChange={({ target }) => setValue(write(target.value))}
      />
      <p id="note">可以扫描</p>
    </form>
  )
}

const box = () => screen.getByRole<CodeFieldElement>('textbox', { name: '运单号' })
const press = (key: string, init: KeyboardEventInit = {}) => act(() => void fireEvent.keyDown(box(), { key, ...init }))
const selection = () => [box().selectionStart, box().selectionEnd]

async function show(props: FormProps = {}): Promise<void> {
  render(<Form {...props} />)
  // its label names it once both are there
  await act(() => Promise.resolve())
  act(() => screen.getByLabelText<CodeFieldElement>('运单号').focus())
}

function clipboard(
  type: 'copy' | 'paste',
  text = '',
  target: Element = box(),
): { event: Event; data: Map<string, string> } {
  const data = new Map([['text/plain', text]])
  const event = new Event(type, { bubbles: true, cancelable: true })
  const clipboardData = {
    getData: (kind: string) => data.get(kind),
    setData: (kind: string, put: string) => data.set(kind, put),
  }
  Object.defineProperty(event, 'clipboardData', { value: clipboardData })
  act(() => void target.dispatchEvent(event))
  return { event, data }
}

beforeEach(() => {
  onSubmit.mockClear()
})

describe('keys', () => {
  test('write, erase and move as in a text input, and nothing in it can be edited by the browser', async () => {
    await show()
    for (const key of 'SF12') press(key)
    expect(box().value).toBe('SF12')
    expect(box().textContent).toBe('SF12')
    expect(box().isContentEditable).not.toBe(true)
    press('ArrowLeft')
    press('Backspace')
    expect(box().value).toBe('SF2')
    press('Home')
    press('Delete')
    press('X')
    expect(box().value).toBe('XF2')
    press('End')
    press('9')
    expect(box().value).toBe('XF29')
  })

  test('select with Shift, and what is typed takes its place', async () => {
    await show({ first: 'SF123' })
    press('End')
    press('ArrowLeft', { shiftKey: true })
    press('ArrowLeft', { shiftKey: true })
    expect(selection()).toEqual([3, 5])
    press('7')
    expect(box().value).toBe('SF17')
    press('Home', { shiftKey: true })
    press('Backspace')
    expect(box().value).toBe('')
  })

  test('take back and make again', async () => {
    await show({ first: 'SF1' })
    press('a', { ctrlKey: true })
    expect(selection()).toEqual([0, 3])
    press('9')
    press('z', { ctrlKey: true })
    expect(box().value).toBe('SF1')
    press('Z', { ctrlKey: true, shiftKey: true })
    expect(box().value).toBe('9')
    press('z', { metaKey: true })
    expect(box().value).toBe('SF1')
  })

  test('of an input method, and with Ctrl or Alt, write nothing', async () => {
    await show()
    press('n', { keyCode: 229 })
    press('Process', { keyCode: 229 })
    press('b', { ctrlKey: true })
    press('b', { altKey: true })
    expect(box().value).toBe('')
    press('@', { ctrlKey: true, altKey: true })
    expect(box().value).toBe('@')
  })

  test('Enter sends off the form, unless it is taken', async () => {
    await show()
    press('Enter')
    expect(onSubmit).toHaveBeenCalledOnce()
  })

  test('Escape empties a box for searching', async () => {
    render(<Form first="123" type="search" />)
    await act(() => Promise.resolve())
    const search = screen.getByRole<CodeFieldElement>('searchbox', { name: '运单号' })
    act(() => search.focus())
    fireEvent.keyDown(search, { key: 'Escape' })
    expect(search.value).toBe('')
  })
})

test('the clipboard gives and takes, several lines as one', async () => {
  await show({ first: 'SF123' })
  press('a', { ctrlKey: true })
  expect(clipboard('copy').data.get('text/plain')).toBe('SF123')
  clipboard('paste', 'HJ1\r\nHJ2')
  expect(box().value).toBe('HJ1 HJ2')
})

test('what is pasted and taken by the page is not written', async () => {
  const take = (event: Event) => event.preventDefault()
  addEventListener('paste', take)
  await show()
  clipboard('paste', 'HJ1\nHJ2')
  removeEventListener('paste', take)
  expect(box().value).toBe('')
})

test('defect: what was pasted into an empty box went to the next text of the page', async () => {
  await show()
  const heardFrom: unknown[] = []
  const hear = ({ target }: Event) => void heardFrom.push(target)
  addEventListener('paste', hear)
  const { event } = clipboard('paste', 'HJ1', screen.getByText('可以扫描'))
  removeEventListener('paste', hear)
  expect(box().value).toBe('HJ1')
  expect(heardFrom).toEqual([box()])
  expect(event.defaultPrevented).toBe(true)
})

test('what is pasted while the box has no focus is none of its own', async () => {
  await show()
  act(() => box().blur())
  clipboard('paste', 'HJ1', screen.getByText('可以扫描'))
  expect(box().value).toBe('')
})

test('defect: Shift+Delete deleted what it should have cut', async () => {
  const copy = vi.fn()
  Object.assign(document, { execCommand: copy })
  await show({ first: 'SF123' })
  press('Delete', { shiftKey: true })
  expect(box().value).toBe('SF123')
  press('a', { ctrlKey: true })
  press('Delete', { shiftKey: true })
  expect(copy).toHaveBeenCalledWith('copy')
  expect(box().value).toBe('')
})

test('it is told like a text input: its role, name, state and text', async () => {
  await show({ first: 'WRONG' })
  expect(box().getAttribute('aria-invalid')).toBe('true')
  expect(box().getAttribute('aria-describedby')).toBe('note')
  expect(box().getAttribute('aria-placeholder')).toBe('扫描运单号')
  expect(box().getAttribute('tabindex')).toBe('0')
  expect(box().name).toBe('waybill')
})

test('it is as long as it may be, and what the page writes differently is shown so', async () => {
  await show({ maxLength: 4, write: (text) => text.trim().toUpperCase() })
  for (const key of 'sf 123') press(key)
  expect(box().value).toBe('SF12')
  expect(box().textContent).toBe('SF12')
})

test('switched off it takes nothing', async () => {
  await show({ first: 'SF1', disabled: true })
  press('2')
  expect(box().value).toBe('SF1')
  expect(box().hasAttribute('tabindex')).toBe(false)
  expect(box().getAttribute('aria-disabled')).toBe('true')
})

describe('an ordinary box stands in its place', () => {
  const ordinary = () => screen.getByLabelText<CodeFieldElement>('运单号').shadowRoot?.querySelector('input')
  const pointer = (init: PointerEventInit & { pointerType: string }) =>
    act(() => void fireEvent.pointerDown(screen.getByLabelText('运单号'), init))
  const write = (text: string) =>
    act(() => {
      const input = ordinary()
      if (!input) return
      input.value = text
      input.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
    })

  test('where it is touched, until it is left', async () => {
    await show({ first: 'SF1' })
    pointer({ pointerType: 'touch' })
    expect(ordinary()?.hidden).toBe(false)
    write('SF12')
    expect(screen.getByLabelText<CodeFieldElement>('运单号').value).toBe('SF12')
    act(() => screen.getByLabelText('运单号').blur())
    expect(ordinary()?.hidden).toBe(true)
    expect(box().value).toBe('SF12')
  })

  test('for the menu of a mouse, until something is pasted', async () => {
    await show()
    pointer({ pointerType: 'mouse', button: 2 })
    expect(ordinary()?.hidden).toBe(false)
    write('SF9')
    expect(ordinary()?.hidden).toBe(true)
    expect(box().value).toBe('SF9')
  })

  test('where there are fingers and no mouse', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    Object.defineProperty(navigator, 'maxTouchPoints', { value: 5, configurable: true })
    render(<Form first="SF1" />)
    expect(ordinary()?.hidden).toBe(false)
    expect(ordinary()?.value).toBe('SF1')
  })
})
