import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { createRef, type RefObject, useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Answers } from '../inspection/types.ts'
import { templateOf } from '../station/testing/records.ts'
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

/** Sends a key to what has the focus. True when nothing kept the browser from typing it. */
function send(key: string, timeStamp: number): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  Object.defineProperty(event, 'timeStamp', { value: timeStamp })
  return (document.activeElement ?? document.body).dispatchEvent(event)
}

/** A key as a person presses it: long after the one before. */
function press(key: string): void {
  act(() => {
    vi.advanceTimersByTime(200)
  })
  act(() => {
    send(key, performance.now())
    vi.advanceTimersByTime(200)
  })
}

/** Types into a box as a browser does: what is selected goes, and a key that was kept away types nothing. */
function typeInto(box: HTMLInputElement, text: string): void {
  for (const key of text) {
    let isTyped = false
    act(() => {
      vi.advanceTimersByTime(90)
      isTyped = send(key, performance.now())
    })
    const { selectionStart, selectionEnd, value } = box
    const typed = value.slice(0, selectionStart ?? value.length) + key + value.slice(selectionEnd ?? value.length)
    if (isTyped && document.activeElement === box) fireEvent.change(box, { target: { value: typed } })
  }
  act(() => {
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

const ANSWERED: Answers = {
  A09: { options: ['A09-1'] },
  A12: { options: ['A12-1'] },
  A14: { options: ['A14-4'], value: '11' },
  A16: { options: ['A16-1'] },
}
const battery = () => screen.getByRole<HTMLInputElement>('textbox', { name: '电池健康度' })

describe('a number that is typed again', () => {
  function openBattery() {
    open(ANSWERED)
    press('d')
    press('c')
    expect(document.activeElement).toBe(battery())
  }

  test('defect: 100 after 11 made 11100', () => {
    openBattery()
    expect([battery().selectionStart, battery().selectionEnd]).toEqual([0, 2])
    typeInto(battery(), '100')
    expect(cell(/^电池健康度 100%/)).toBeTruthy()
  })

  test('defect: a number typed anew did not lead on, not even the same one', () => {
    openBattery()
    typeInto(battery(), '95')
    expect(document.querySelector('[aria-current]')).toBeNull()
    press('d')
    press('c')
    typeInto(battery(), '95')
    expect(document.querySelector('[aria-current]')).toBeNull()
    expect(screen.queryByRole('textbox', { name: '电池健康度' })).toBeNull()
  })

  test('defect: Esc did nothing', () => {
    openBattery()
    typeInto(battery(), '9')
    expect(battery().value).toBe('9')
    press('Escape')
    expect(battery().value).toBe('11')
    press('ArrowDown')
    expect(cell(/^电池健康度 11%/)).toBeTruthy()
  })

  test('defect: letters went into the box; they lead to their item', () => {
    openBattery()
    typeInto(battery(), 'ps')
    expect(cell(/^电池健康度 11%/)).toBeTruthy()
    expect(current()).toContain('屏幕碎裂')
    press('2')
    expect(cell(/^屏幕碎裂 小缺角.*异常$/)).toBeTruthy()
    expect(cell(/^电池健康度 11%/)).toBeTruthy()
  })

  test('a battery that cannot be read has a key', () => {
    openBattery()
    press('-')
    expect(cell(/^电池健康度 无法读取.*异常$/)).toBeTruthy()
    expect(document.querySelector('[aria-current]')).toBeNull()
  })
})

describe('the two keys of an item', () => {
  test.each([
    ['with Shift or Caps Lock', ['P', 'S']],
    ['mixed', ['p', 'S']],
  ])('defect: the case of a letter decided which item it was (%s)', (_, keys) => {
    open(ANSWERED)
    for (const key of keys) press(key)
    expect(current()).toContain('屏幕碎裂')
  })

  test('after the first one the screen shows which go on, also to items that are not shown', () => {
    open(ANSWERED)
    press('j')
    const shown = screen.getByRole('status').textContent
    expect(shown).toContain('p 后摄镜片外观')
    expect(shown).toContain('s 进水/受潮')
    expect(screen.queryByRole('button', { name: /^后摄镜片外观 / })).toBeNull()
    press('p')
    act(() => {
      vi.advanceTimersByTime(50)
    })
    expect(current()).toContain('后摄镜片外观')
  })

  test('defect: a wrong item was answered without a word', () => {
    open()
    expect(current()).toContain('购买渠道')
    press('p')
    press('2')
    expect(screen.getByRole('alert').textContent).toBe('没有按键为 p2 的检测项，未作答')
    press('1')
    expect(cell(/^购买渠道 待选/)).toBeTruthy()
    press('Escape')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(current()).toContain('购买渠道')
    press('1')
    expect(cell(/^购买渠道 大陆国行/)).toBeTruthy()
  })

  test.each([
    ['answered the item at hand', '352099001761481'],
    ['began the letters of an item', 'ZX2301000123'],
  ])('defect: a burst that was held up behind its first key %s', (_, code) => {
    open()
    act(() => {
      vi.advanceTimersByTime(1000)
    })
    const sentMs = performance.now()
    const [first = '', ...rest] = code
    act(() => {
      send(first, sentMs)
      vi.advanceTimersByTime(300)
    })
    act(() => {
      for (const [at, key] of rest.entries()) send(key, sentMs + 12 * (at + 1))
      vi.advanceTimersByTime(300)
    })
    expect(current()).toContain('购买渠道')
    expect(cell(/^购买渠道 待选/)).toBeTruthy()
    expect(screen.getByRole('radiogroup', { name: '购买渠道' })).toBeTruthy()
  })

  test('may be pressed as fast as a person can', () => {
    open(ANSWERED)
    act(() => {
      vi.advanceTimersByTime(1000)
    })
    for (const key of 'ph3') {
      act(() => {
        send(key, performance.now())
        vi.advanceTimersByTime(50)
      })
    }
    act(() => {
      vi.advanceTimersByTime(200)
    })
    expect(cell(/^屏幕划痕 轻微划痕.*异常$/)).toBeTruthy()
  })
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

  test('two letters and a digit record a defect', () => {
    open({
      A09: { options: ['A09-1'] },
      A12: { options: ['A12-1'] },
      A14: { options: ['A14-1'], value: '95' },
      A16: { options: ['A16-1'] },
    })
    press('p')
    press('h')
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
    expect(screen.queryByRole('button', { name: /^后摄镜片外观/ })).toBeNull()
    press('/')
    const box = screen.getByRole('combobox', { name: '查找检测项' })
    fireEvent.change(box, { target: { value: '后摄镜片' } })
    fireEvent.keyDown(box, { key: 'Enter' })
    act(() => {
      vi.advanceTimersByTime(50)
    })
    expect(current()).toContain('后摄镜片外观')
    press('2')
    expect(cell(/^后摄镜片外观 镜片划痕.*异常$/)).toBeTruthy()
  })

  test('defect: a battery of 11 % was taken from two keys without a question', () => {
    const { A14: _battery, ...others } = ANSWERED
    open(others)
    typeInto(battery(), '11')
    expect(screen.getByRole('alert').textContent).toBe('只有11%？核对无误按 Enter')
    expect(screen.queryByRole('button', { name: /11%/ })).toBeNull()
    press('Enter')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(cell(/^电池健康度.*11%/)).toBeTruthy()
  })

  test.each([8, 30, 60])("a scanner's burst of a key each %i ms chooses nothing", (gapMs) => {
    open()
    act(() => {
      vi.advanceTimersByTime(1000)
    })
    for (const key of '351234') {
      act(() => {
        send(key, performance.now())
        vi.advanceTimersByTime(gapMs)
      })
    }
    act(() => {
      vi.advanceTimersByTime(300)
    })
    const chosen = within(screen.getByRole('radiogroup', { name: '购买渠道' })).queryAllByRole('radio', {
      checked: true,
    })
    expect(chosen).toEqual([])
  })

  test('这组都正常 puts one group right, and another all of them', () => {
    open({ C01: { options: ['C01-4'] }, B03: { options: ['B03-4'] } })
    fireEvent.click(screen.getByRole('button', { name: '屏幕外观：这组都正常' }))
    expect(cell(/^屏幕划痕 无划痕/)).toBeTruthy()
    expect(cell(/^机身磕碰\/掉漆 明显磕碰.*异常$/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '都正常（一键）' }))
    expect(cell(/^机身磕碰\/掉漆 无磕碰掉漆/)).toBeTruthy()
    expect(cell(/^购买渠道 待选/)).toBeTruthy()
  })
})
