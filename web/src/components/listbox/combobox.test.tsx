import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Combobox, type ComboboxOption } from './combobox.tsx'

const MODELS: readonly ComboboxOption[] = ['iPhone 13', 'iPhone 13 Pro', 'iPhone 14', 'Mate 60'].map((label) => ({
  value: label.toLowerCase(),
  label,
}))

/** The pause in typing, with a little to spare. */
const PAUSE_MS = 250

const find = async (keyword: string): Promise<readonly ComboboxOption[]> =>
  MODELS.filter(({ label }) => label.includes(keyword))

interface SearchFormProps {
  search: (keyword: string) => Promise<readonly ComboboxOption[]>
  onChange: (option: ComboboxOption | null) => void
}

function SearchForm({ search, onChange }: SearchFormProps) {
  const [chosen, setChosen] = useState<ComboboxOption | null>(null)
  const change = (option: ComboboxOption | null) => {
    setChosen(option)
    onChange(option)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for a page that has keys of its own
    <div onKeyDown={(event) => pageKeys.push(event.key)}>
      <label htmlFor="model">机型</label>
      <Combobox id="model" value={chosen?.value ?? ''} label={chosen?.label ?? ''} search={search} onChange={change} />
    </div>
  )
}

let pageKeys: string[] = []
let scrolledTo: string[] = []

function open(search = find) {
  const onChange = vi.fn()
  render(<SearchForm search={search} onChange={onChange} />)
  return onChange
}

const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: '机型' })
const press = (key: string, more: object = {}) => fireEvent.keyDown(box(), { key, ...more })
const options = () => screen.queryAllByRole('option').map((option) => option.textContent)

/** The option that a screen reader is led to by the box. */
function active(): HTMLElement | null {
  const id = box().getAttribute('aria-activedescendant')
  return id === null ? null : document.getElementById(id)
}

async function type(text: string) {
  fireEvent.change(box(), { target: { value: text } })
  await act(() => vi.advanceTimersByTimeAsync(PAUSE_MS))
}

beforeEach(() => {
  vi.useFakeTimers()
  pageKeys = []
  scrolledTo = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolledTo.push(this.textContent ?? '')
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('closed, a screen reader gets a box with its name, a list to come and nothing of the list', () => {
  open()
  expect(box().getAttribute('aria-expanded')).toBe('false')
  expect(box().getAttribute('aria-autocomplete')).toBe('list')
  expect(active()).toBeNull()
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(document.getElementById(box().getAttribute('aria-controls') ?? '')?.getAttribute('role')).toBe('listbox')
})

test('open, it gets the names of the list and its options, how many they are, and which one is active', async () => {
  open()
  await type('iPhone')
  expect(box().getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('listbox', { name: '可选项' }).id).toBe(box().getAttribute('aria-controls'))
  for (const name of ['iPhone 13', 'iPhone 13 Pro', 'iPhone 14']) screen.getByRole('option', { name })
  expect(options()).toHaveLength(3)
  screen.getByText('3个可选项')
  expect(screen.getAllByRole('option', { selected: true })).toEqual([active()])
  expect(active()?.textContent).toBe('iPhone 13')
})

test('arrows move the active option and bring it into sight, no further than the ends; the box keeps the focus', async () => {
  open()
  box().focus()
  await type('iPhone')
  press('ArrowUp')
  expect(active()?.textContent).toBe('iPhone 13')
  press('ArrowDown')
  press('ArrowDown')
  press('ArrowDown')
  expect(active()?.textContent).toBe('iPhone 14')
  expect(screen.getAllByRole('option', { selected: true })).toEqual([active()])
  expect(scrolledTo.at(-1)).toBe('iPhone 14')
  expect(document.activeElement).toBe(box())
})

test('other words make the first option the active one again', async () => {
  open()
  await type('iPhone')
  press('ArrowDown')
  press('ArrowDown')
  await type('iPhone 1')
  expect(active()?.textContent).toBe('iPhone 13')
})

test('an arrow opens the closed list', async () => {
  open()
  press('ArrowDown')
  await act(() => vi.advanceTimersByTimeAsync(PAUSE_MS))
  expect(options()).toHaveLength(4)
})

test('Enter picks the active option, the list closes, and the page hears nothing of the keys', async () => {
  const onChange = open()
  await type('iPhone')
  press('ArrowDown')
  press('Enter')
  expect(onChange.mock.calls).toEqual([[MODELS[1]]])
  expect(box().value).toBe('iPhone 13 Pro')
  expect(options()).toEqual([])
  expect(pageKeys).toEqual([])
})

test('a key while the list is closed belongs to the page: Enter sends the form, Esc closes the dialog', () => {
  open()
  expect(press('Enter')).toBe(true)
  expect(press('Escape')).toBe(true)
  expect(pageKeys).toEqual(['Enter', 'Escape'])
})

test('Esc gives up: what was chosen stands in the box again', async () => {
  const onChange = open()
  await type('Mate')
  press('Enter')
  await type('iPhone')
  press('Escape')
  expect(box().value).toBe('Mate 60')
  expect(options()).toEqual([])
  expect(onChange).toHaveBeenCalledTimes(1)
})

test('keys of an input method choose characters and no option', async () => {
  const onChange = open()
  await type('iPhone')
  press('ArrowDown', { isComposing: true })
  press('Enter', { isComposing: true })
  expect(active()?.textContent).toBe('iPhone 13')
  expect(onChange).not.toHaveBeenCalled()
})

test('a click picks, and does not take the focus from the box before', async () => {
  const onChange = open()
  await type('iPhone')
  const option = screen.getByRole('option', { name: 'iPhone 14' })
  expect(fireEvent.mouseDown(option)).toBe(false)
  fireEvent.click(option)
  expect(onChange.mock.calls).toEqual([[MODELS[2]]])
})

test('an emptied box clears the value when it is left', async () => {
  const onChange = open()
  await type('Mate')
  press('Enter')
  await type('')
  fireEvent.blur(box())
  expect(onChange).toHaveBeenLastCalledWith(null)
})

test('the answer to an earlier keyword never replaces that to a later one', async () => {
  const answers: Record<string, (found: readonly ComboboxOption[]) => void> = {}
  open((keyword) => new Promise((resolve) => (answers[keyword] = resolve)))
  await type('iP')
  await type('Mate')
  await act(async () => answers.Mate?.(await find('Mate')))
  await act(async () => answers.iP?.(await find('iP')))
  expect(options()).toEqual(['Mate 60'])
})

test('where nothing is found there is no list, and no option that Enter could pick', async () => {
  const onChange = open()
  await type('Nokia')
  expect(box().getAttribute('aria-expanded')).toBe('false')
  expect(active()).toBeNull()
  press('Enter')
  expect(onChange).not.toHaveBeenCalled()
})
