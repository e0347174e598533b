import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { type FormEvent, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import type { Option, OptionSource } from './option.ts'
import { OptionBox } from './option-box.tsx'

const MODELS: readonly Option[] = ['iPhone 13', 'iPhone 13 Pro', 'iPhone 14', 'Mate 60'].map((label) => ({
  value: label.toLowerCase(),
  label,
}))
const ALL: OptionSource = { kind: 'all', options: MODELS }
/** The pause in typing, with a little to spare. */
const PAUSE_MS = 250

let pageKeys: string[] = []
let submits = 0
const onChange = vi.fn<(labels: string[], isFurther: boolean) => void>()

interface ModelFormProps {
  source: OptionSource
  multiple: boolean
}

function submit(event: FormEvent) {
  event.preventDefault()
  submits++
}

function ModelForm({ source, multiple }: ModelFormProps) {
  const [chosen, setChosen] = useState<readonly Option[]>([])
  return (
    <form onSubmit={submit} onKeyDown={(event) => pageKeys.push(event.key)}>
      <label htmlFor="model">机型</label>
      <OptionBox
        id="model"
        label="机型"
        none="全部"
        chosen={chosen}
        source={source}
        multiple={multiple}
        counts={{ key: ['test'], ask: async () => ({ 'iphone 13': '7' }) }}
        onChange={(next, isFurther) => {
          setChosen(next)
          onChange(
            next.map(({ label }) => label),
            isFurther,
          )
        }}
      />
      <button type="submit">查询</button>
    </form>
  )
}

function show(source: OptionSource = ALL, multiple = true) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ModelForm source={source} multiple={multiple} />
    </QueryClientProvider>,
  )
}

const box = () => screen.getByRole('combobox', { name: '机型' })
const search = () => screen.findByRole<HTMLInputElement>('combobox', { name: '搜索机型' })
const options = () => screen.queryAllByRole('option').map((option) => option.textContent)

async function open() {
  act(() => box().focus())
  fireEvent.click(box())
  return search()
}

async function press(key: string) {
  const input = await search()
  await act(async () => {
    fireEvent.keyDown(input, { key })
  })
}

async function type(text: string) {
  const input = await search()
  await act(async () => {
    fireEvent.change(input, { target: { value: text } })
  })
}

beforeEach(() => {
  pageKeys = []
  submits = 0
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

test('closed, it is a button with its name and what is chosen, and nothing of the list is there', () => {
  show()
  expect(box().tagName).toBe('BUTTON')
  expect(box().textContent).toBe('全部')
  expect(box().getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('open, the search has the focus, and the list its name, its options and how many there are', async () => {
  show()
  const input = await open()
  expect(document.activeElement).toBe(input)
  const popup = screen.getByRole('dialog', { name: '机型' })
  expect(box().getAttribute('aria-controls')).toBe(popup.id)
  const list = within(popup).getByRole('listbox', { name: '机型' })
  expect(list.getAttribute('aria-multiselectable')).toBe('true')
  expect(within(popup).getByText(/4个可选项/)).toBeTruthy()
  await waitFor(() => expect(options()).toEqual(['iPhone 137', 'iPhone 13 Pro0', 'iPhone 140', 'Mate 600']))
})

test('arrows and Enter tick several; only the first one is a step of its own', async () => {
  show()
  await open()
  await press('ArrowDown')
  await press('Enter')
  await press('ArrowDown')
  await press('Enter')
  expect(onChange.mock.calls).toEqual([
    [['iPhone 13'], false],
    [['iPhone 13', 'iPhone 13 Pro'], true],
  ])
  expect(screen.getAllByRole('option', { selected: true })).toHaveLength(2)
  expect(box().textContent).toBe('iPhone 13、iPhone 13 Pro')
  expect(submits).toBe(0)
})

test('Esc closes, gives the focus back, and the next opening is a new one', async () => {
  show()
  await open()
  await type('Mate')
  expect(options()).toHaveLength(1)
  await press('Escape')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(document.activeElement).toBe(box())
  expect((await open()).value).toBe('')
  expect(options()).toHaveLength(4)
})

test('keys pressed in it are none of the page', async () => {
  show()
  await open()
  pageKeys = []
  for (const key of ['j', 'x', 'ArrowDown', 'Enter', 'Escape']) await press(key)
  expect(pageKeys).toEqual([])
})

test('where nothing is found it says so, and Enter neither chooses nor sends the form', async () => {
  show()
  await open()
  await type('Nokia')
  expect(screen.getByText(/没有符合的选项/)).toBeTruthy()
  expect(fireEvent.keyDown(await search(), { key: 'Enter' })).toBe(false)
  expect(onChange).not.toHaveBeenCalled()
})

test('of what takes one value, choosing closes it', async () => {
  show(ALL, false)
  await open()
  fireEvent.click(screen.getByRole('option', { name: /iPhone 14/ }))
  expect(onChange.mock.calls).toEqual([[['iPhone 14'], false]])
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(box().textContent).toBe('iPhone 14')
})

test('清除 takes all of it away', async () => {
  show()
  await open()
  fireEvent.click(screen.getByRole('option', { name: /iPhone 14/ }))
  fireEvent.click(screen.getByRole('option', { name: /Mate/ }))
  fireEvent.click(screen.getByRole('button', { name: '清除' }))
  expect(onChange.mock.calls.at(-1)).toEqual([[], true])
})

test('a press elsewhere closes it and leaves the focus alone', async () => {
  show()
  await open()
  act(() => screen.getByRole('button', { name: '查询' }).focus())
  expect(screen.queryByRole('listbox')).toBeNull()
  await open()
  fireEvent.pointerDown(document.body)
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('a search asks after a pause, and the answer to an earlier keyword never replaces that to a later one', async () => {
  const asked: string[] = []
  const answers: Record<string, (found: readonly Option[]) => void> = {}
  const source: OptionSource = {
    kind: 'search',
    search: (keyword) => {
      asked.push(keyword)
      return new Promise((resolve) => (answers[keyword] = resolve))
    },
  }
  show(source)
  await open()
  expect(screen.getByText(/输入后显示可选项/)).toBeTruthy()
  vi.useFakeTimers()
  try {
    const input = screen.getByRole('combobox', { name: '搜索机型' })
    for (const word of ['i', 'iP', 'Mate']) {
      act(() => void fireEvent.change(input, { target: { value: word } }))
      await act(() => vi.advanceTimersByTimeAsync(word === 'i' ? PAUSE_MS / 5 : PAUSE_MS))
    }
    await act(async () => answers.Mate?.(MODELS.slice(3)))
    await act(async () => answers.iP?.(MODELS.slice(0, 3)))
    expect(asked).toEqual(['iP', 'Mate'])
    expect(options()).toEqual(['Mate 600'])
  } finally {
    vi.useRealTimers()
  }
})

test('what a person must know of an option stands beside it, and not in the box', async () => {
  const near: Option = { value: 'p60-pro', label: 'P60 Pro', mark: '近似' }
  show({ kind: 'all', options: [{ value: 'p60', label: 'P60', mark: '' }, near] })
  await open()
  expect(screen.getAllByText('近似')).toHaveLength(1)
  fireEvent.click(screen.getByRole('option', { name: /P60 Pro/ }))
  await waitFor(() => expect(box().textContent).toBe('P60 Pro'))
})
