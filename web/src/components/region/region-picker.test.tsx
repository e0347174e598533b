import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { RegionPicker } from './region-picker.tsx'

const REGIONS = [
  {
    code: '110000',
    name: '北京市',
    children: [
      {
        code: '110100',
        name: '北京市',
        children: [
          { code: '110101', name: '东城区' },
          { code: '110105', name: '朝阳区' },
        ],
      },
    ],
  },
  {
    code: '440000',
    name: '广东省',
    children: [
      {
        code: '440300',
        name: '深圳市',
        children: [
          { code: '440304', name: '福田区' },
          { code: '440305', name: '南山区' },
        ],
      },
      { code: '441900', name: '东莞市' },
    ],
  },
]

const onChange = vi.fn<(code: string) => void>()

function Shown({ start }: { start: string }) {
  const [value, setValue] = useState(start)
  const change = (code: string) => {
    onChange(code)
    setValue(code)
  }
  return <RegionPicker id="region" label="所在地区" regions={REGIONS} value={value} onChange={change} />
}

function show(start: string) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Shown start={start} />
    </QueryClientProvider>,
  )
}

const box = (name: string) => screen.getByRole<HTMLButtonElement>('combobox', { name })
const chosen = () => ['省份', '城市', '区县'].map((name) => box(name).textContent)

/** Opens a level with the keyboard; gives what it offers. */
async function open(name: string) {
  act(() => box(name).focus())
  fireEvent.keyDown(box(name), { key: 'ArrowDown' })
  const list = await screen.findByRole('listbox', { name })
  return within(list).getAllByRole('option')
}

const offered = async (name: string) => {
  const options = await open(name)
  const names = options.map((option) => option.textContent)
  fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' })
  return names
}

/** Finds a region by typing and takes it with Enter; the focus is on its box again. */
async function pickByKeys(name: string, region: string) {
  await open(name)
  const search = screen.getByRole('combobox', { name: `搜索${name}` })
  expect(document.activeElement).toBe(search)
  await act(async () => void fireEvent.change(search, { target: { value: region } }))
  for (const key of ['ArrowDown', 'Enter']) await act(async () => void fireEvent.keyDown(search, { key }))
  expect(document.activeElement).toBe(box(name))
}

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

test('three boxes in a named group, in the order of the tab key; those below wait for the one above', async () => {
  show('')
  expect(screen.getByRole('group', { name: '所在地区' }).querySelectorAll('button')).toHaveLength(3)
  expect([...document.querySelectorAll('button')].map((button) => button.tabIndex)).toEqual([0, 0, 0])
  expect([box('省份').disabled, box('城市').disabled, box('区县').disabled]).toEqual([false, true, true])
  expect(await offered('省份')).toEqual(['北京市', '广东省'])
})

test('by keyboard from the province to the county; only the county counts', async () => {
  show('')
  await pickByKeys('省份', '广东')
  expect(onChange).toHaveBeenLastCalledWith('')
  expect(await offered('城市')).toEqual(['深圳市', '东莞市'])
  await pickByKeys('城市', '深圳')
  expect(onChange).toHaveBeenLastCalledWith('')
  await pickByKeys('区县', '南山')
  expect(onChange).toHaveBeenLastCalledWith('440305')
  expect(chosen()).toEqual(['广东省', '深圳市', '南山区'])
})

test('a city that is the only one is taken at once, and one without counties is enough', async () => {
  show('')
  await pickByKeys('省份', '北京')
  expect(chosen()).toEqual(['北京市', '北京市', '区县'])
  await pickByKeys('省份', '广东')
  expect(chosen()).toEqual(['广东省', '城市', '区县'])
  await pickByKeys('城市', '东莞')
  expect(onChange).toHaveBeenLastCalledWith('441900')
  expect(box('区县').disabled).toBe(true)
})

test('a stored code shows its names; another city or province opens the levels below again', async () => {
  show('440305')
  expect(chosen()).toEqual(['广东省', '深圳市', '南山区'])
  await pickByKeys('城市', '东莞')
  expect(onChange).toHaveBeenLastCalledWith('441900')
  await pickByKeys('省份', '北京')
  expect(chosen()).toEqual(['北京市', '北京市', '区县'])
  expect(onChange).toHaveBeenLastCalledWith('')
})

test('a code that is not known shows nothing chosen', () => {
  show('999999')
  expect(chosen()).toEqual(['省份', '城市', '区县'])
})
