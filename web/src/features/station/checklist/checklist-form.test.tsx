import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { createRef, type RefObject, useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Answers } from '../../inspection/types.ts'
import { templateOf } from '../testing/records.ts'
import { checklistOf, withNormal } from './checklist.ts'
import { ChecklistForm, type ChecklistHandle } from './checklist-form.tsx'

const quick = templateOf('quick')
const full = templateOf('full')

function Checklist({ handle, start }: { handle: RefObject<ChecklistHandle | null>; start: Answers }) {
  const [answers, setAnswers] = useState<Answers>({ ...quick.defaults, ...start })
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const groups = checklistOf({ quick, full, answers, uninspectable: [], missing: [], opened })
  return (
    <ChecklistForm
      ref={handle}
      groups={groups}
      full={full}
      problems={[]}
      onAnswer={(code, answer) =>
        setAnswers(({ [code]: _old, ...others }) => (answer ? { ...others, [code]: answer } : others))
      }
      onNormal={(code) => setAnswers(withNormal(groups, answers, code))}
      onOpen={(code) => setOpened(new Set([...opened, code]))}
    />
  )
}

/** A key as a person presses it: long after the one before. */
function press(key: string): void {
  act(() => {
    vi.advanceTimersByTime(200)
  })
  const target = document.activeElement ?? document.body
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  Object.defineProperty(event, 'timeStamp', { value: performance.now() })
  act(() => {
    target.dispatchEvent(event)
    vi.advanceTimersByTime(200)
  })
}

function open(start: Answers = {}) {
  const handle = createRef<ChecklistHandle>()
  render(<Checklist handle={handle} start={start} />)
  act(() => {
    handle.current?.goToOpen()
    vi.advanceTimersByTime(50)
  })
}

const cell = (name: RegExp) => screen.getByRole('button', { name })
const current = () => document.querySelector('[aria-current]')?.textContent ?? ''

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'performance'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('the checklist by keyboard', () => {
  test('walks the claims by digits, the battery by its number, and then rests', () => {
    open()
    expect(current()).toContain('购买渠道')
    press('1')
    expect(current()).toContain('保修期')
    press('2')
    expect(current()).toContain('电池健康度')
    const box = screen.getByRole('textbox', { name: '电池健康度' })
    expect(document.activeElement).toBe(box)
    fireEvent.change(box, { target: { value: '95' } })
    act(() => {
      vi.advanceTimersByTime(200)
    })
    expect(current()).toContain('账号锁')
    press('1')
    expect(document.querySelector('[aria-current]')).toBeNull()
    expect(cell(/^保修期 剩余≤30天/)).toBeTruthy()
    expect(cell(/^电池健康度 95%/)).toBeTruthy()
  })

  test('a letter and a digit record a defect', () => {
    open({
      A09: { options: ['A09-1'] },
      A12: { options: ['A12-1'] },
      A14: { options: ['A14-1'], value: '95' },
      A16: { options: ['A16-1'] },
    })
    press('c')
    expect(current()).toContain('屏幕划痕')
    press('3')
    expect(cell(/^屏幕划痕 轻微划痕.*异常$/)).toBeTruthy()
    expect(within(screen.getByRole('region', { name: '屏幕外观' })).getByText('1项异常')).toBeTruthy()
  })

  test('in a multi choice the normal answer and the exceptions clear each other', () => {
    open()
    act(() => cell(/^显示异常/).focus())
    const option = (name: RegExp) =>
      within(screen.getByRole('group', { name: '显示异常' })).getByRole('checkbox', { name })
    press('2')
    press('3')
    expect(option(/屏生线/).getAttribute('aria-checked')).toBe('true')
    expect(option(/闪屏/).getAttribute('aria-checked')).toBe('true')
    expect(option(/^1?无$/).getAttribute('aria-checked')).toBe('false')
    press('1')
    expect(option(/屏生线/).getAttribute('aria-checked')).toBe('false')
    expect(option(/^1?无$/).getAttribute('aria-checked')).toBe('true')
  })

  test('the arrows and Enter go from item to item', () => {
    open()
    press('ArrowDown')
    expect(current()).toContain('是否全新')
    press('Enter')
    expect(current()).toContain('保修期')
    press('ArrowUp')
    expect(current()).toContain('是否全新')
  })

  test('the slash finds an item that is not shown, and opens its group', () => {
    open()
    expect(screen.queryByRole('button', { name: /^后盖划痕/ })).toBeNull()
    press('/')
    const box = screen.getByRole('combobox', { name: '查找检测项' })
    fireEvent.change(box, { target: { value: '后盖划痕' } })
    fireEvent.keyDown(box, { key: 'Enter' })
    act(() => {
      vi.advanceTimersByTime(50)
    })
    expect(current()).toContain('后盖划痕')
    press('2')
    expect(cell(/^后盖划痕 细微划痕.*异常$/)).toBeTruthy()
  })

  test("a scanner's burst chooses nothing", () => {
    open()
    const atMs = performance.now()
    act(() => {
      for (const [index, key] of [...'351234'].entries()) {
        const event = new KeyboardEvent('keydown', { key, bubbles: true })
        Object.defineProperty(event, 'timeStamp', { value: atMs + 1000 + index * 8 })
        document.activeElement?.dispatchEvent(event)
      }
      vi.advanceTimersByTime(300)
    })
    const chosen = within(screen.getByRole('radiogroup', { name: '购买渠道' })).queryAllByRole('radio', {
      checked: true,
    })
    expect(chosen).toEqual([])
  })

  test('一键正常 puts one group right, and another all of them', () => {
    open({ C01: { options: ['C01-4'] }, B03: { options: ['B03-4'] } })
    fireEvent.click(screen.getByRole('button', { name: '屏幕外观一键正常' }))
    expect(cell(/^屏幕划痕 无划痕/)).toBeTruthy()
    expect(cell(/^机身磕碰\/掉漆 明显磕碰.*异常$/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '全部一键正常' }))
    expect(cell(/^机身磕碰\/掉漆 无磕碰掉漆/)).toBeTruthy()
    expect(cell(/^购买渠道 待选/)).toBeTruthy()
  })
})
