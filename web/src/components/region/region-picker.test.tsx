import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
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

const box = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name })
const chosen = () =>
  ['省份', '城市', '区县'].map(
    (name) => [...box(name).options].find(({ value }) => value === box(name).value)?.textContent,
  )
const offered = (name: string) => [...box(name).options].map((option) => option.textContent)

/** The browser turns letters and arrows on a box that has the focus into a change; the focus itself is ours to get right. */
function pickByKeys(name: string, code: string) {
  box(name).focus()
  expect(document.activeElement).toBe(box(name))
  fireEvent.change(box(name), { target: { value: code } })
  expect(document.activeElement).toBe(box(name))
}

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

test('three boxes in a named group, in the order of the tab key; those below wait for the one above', () => {
  render(<Shown start="" />)
  expect(screen.getByRole('group', { name: '所在地区' }).querySelectorAll('select')).toHaveLength(3)
  expect([...document.querySelectorAll('select')].map((select) => select.tabIndex)).toEqual([0, 0, 0])
  expect([box('省份').disabled, box('城市').disabled, box('区县').disabled]).toEqual([false, true, true])
  expect(offered('省份')).toEqual(['省份', '北京市', '广东省'])
})

test('by keyboard from the province to the county; only the county counts', () => {
  render(<Shown start="" />)
  pickByKeys('省份', '440000')
  expect(onChange).toHaveBeenLastCalledWith('')
  expect(offered('城市')).toEqual(['城市', '深圳市', '东莞市'])
  pickByKeys('城市', '440300')
  expect(onChange).toHaveBeenLastCalledWith('')
  pickByKeys('区县', '440305')
  expect(onChange).toHaveBeenLastCalledWith('440305')
  expect(chosen()).toEqual(['广东省', '深圳市', '南山区'])
})

test('a city that is the only one is taken at once, and one without counties is enough', () => {
  render(<Shown start="" />)
  pickByKeys('省份', '110000')
  expect(chosen()).toEqual(['北京市', '北京市', '区县'])
  pickByKeys('省份', '440000')
  expect(chosen()).toEqual(['广东省', '城市', '区县'])
  pickByKeys('城市', '441900')
  expect(onChange).toHaveBeenLastCalledWith('441900')
  expect(box('区县').disabled).toBe(true)
})

test('a stored code shows its names; another province opens the levels below again', () => {
  render(<Shown start="440305" />)
  expect(chosen()).toEqual(['广东省', '深圳市', '南山区'])
  pickByKeys('城市', '')
  expect(chosen()).toEqual(['广东省', '城市', '区县'])
  expect(onChange).toHaveBeenLastCalledWith('')
  pickByKeys('省份', '')
  expect(chosen()).toEqual(['省份', '城市', '区县'])
})

test('a code that is not known shows nothing chosen', () => {
  render(<Shown start="999999" />)
  expect(chosen()).toEqual(['省份', '城市', '区县'])
})
