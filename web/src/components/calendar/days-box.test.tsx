import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Days } from './days.ts'
import { DaysBox } from './days-box.tsx'

const onChange = vi.fn<(days: Days) => void>()

function Shown({ start, single }: { start: Days; single: boolean }) {
  const [days, setDays] = useState(start)
  const change = (next: Days) => {
    onChange(next)
    setDays(next)
  }
  return (
    <>
      <label htmlFor="days">下单时间</label>
      <DaysBox id="days" label="下单时间" days={days} single={single} onChange={change} />
    </>
  )
}

const box = () => screen.getByRole('combobox', { name: '下单时间' })
const day = (name: string) => screen.getByRole('button', { name })

async function open(start: Days = { first: '', last: '' }, single = false) {
  render(<Shown start={start} single={single} />)
  await act(async () => box().focus())
  fireEvent.click(box())
  return within(await screen.findByRole('dialog', { name: '下单时间' }))
}

function type(name: string, text: string) {
  const input = screen.getByRole('textbox', { name })
  fireEvent.change(input, { target: { value: text } })
  fireEvent.keyDown(input, { key: 'Enter' })
}

beforeEach(() => {
  // only the clock: what is loaded late still arrives
  vi.useFakeTimers({ now: new Date('2026-11-22T04:00:00Z'), toFake: ['Date'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.clearAllMocks()
})

test('it opens on the presets, beside the last month and this one, with weeks from Monday on', async () => {
  const panel = await open()
  const presets = within(panel.getByRole('list', { name: '常用' })).getAllByRole('button')
  expect(presets.map(({ textContent }) => textContent)).toEqual([
    '今天',
    '昨天',
    '近7天',
    '近30天',
    '本月',
    '上月',
    '自定义',
  ])
  expect(document.activeElement).toBe(presets[0])
  expect(panel.getAllByRole('grid').map((grid) => grid.getAttribute('aria-label'))).toEqual([
    '2026年10月',
    '2026年11月',
  ])
  const weekdays = [...(panel.getAllByRole('grid')[0]?.querySelectorAll('th') ?? [])]
  expect(weekdays.map((head) => head.getAttribute('aria-label'))).toEqual([
    '星期一',
    '星期二',
    '星期三',
    '星期四',
    '星期五',
    '星期六',
    '星期日',
  ])
  expect(panel.getByRole('button', { name: /^今天，2026年11月22日/ })).toBeTruthy()
})

test('a preset is chosen by its word and closes', async () => {
  const panel = await open()
  fireEvent.click(panel.getByRole('button', { name: '近7天' }))
  expect(onChange.mock.calls).toEqual([[{ first: 'last7', last: '' }]])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(box().textContent).toBe('近7天')
})

test('defect: a reversed range of days was accepted', async () => {
  const panel = await open()
  fireEvent.click(day('2026年11月10日 星期二'))
  expect(panel.getByText('已选 2026-11-10，请选择结束日期')).toBeTruthy()
  expect(onChange).not.toHaveBeenCalled()
  fireEvent.click(day('2026年10月30日 星期五'))
  expect(onChange.mock.calls).toEqual([[{ first: '2026-10-30', last: '2026-11-10' }]])
  cleanup()
  vi.clearAllMocks()

  await open({ first: '', last: '2026-11-01' })
  type('开始日期', '2026/11/12')
  expect(onChange.mock.calls).toEqual([[{ first: '2026-11-01', last: '2026-11-12' }]])
})

test('a typed day that is none is refused in place', async () => {
  const panel = await open()
  type('开始日期', '2026-02-30')
  expect(onChange).not.toHaveBeenCalled()
  expect(panel.getByRole('alert').textContent).toBe('日期应写作 2026-11-01')
  expect(panel.getByRole('textbox', { name: '开始日期' }).getAttribute('aria-invalid')).toBe('true')
})

test('清除 leaves no days; where there are none it cannot be pressed', async () => {
  const panel = await open({ first: 'today', last: '' })
  expect(panel.getByRole('button', { name: '今天', pressed: true })).toBeTruthy()
  fireEvent.click(panel.getByRole('button', { name: '清除' }))
  expect(onChange.mock.calls).toEqual([[{ first: '', last: '' }]])
  fireEvent.click(box())
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '清除' }).disabled).toBe(true)
})

test('of a single day one press is enough, and its presets are days', async () => {
  const panel = await open({ first: '', last: '' }, true)
  const presets = within(panel.getByRole('list', { name: '常用' })).getAllByRole('button')
  expect(presets.map(({ textContent }) => textContent)).toEqual(['昨天', '今天', '明天', '自定义'])
  fireEvent.click(day('2026年11月24日 星期二'))
  expect(onChange.mock.calls).toEqual([[{ first: '2026-11-24', last: '' }]])
  expect(box().textContent).toBe('11-24')
})
