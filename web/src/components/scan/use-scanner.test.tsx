import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { OverlayLayer } from '../overlay/overlay-layer.ts'
import { FRAGMENT_MESSAGE } from './feedback.ts'
import { INPUT_METHOD_MESSAGE } from './listener.ts'
import { type ScannerOptions, useScanner } from './use-scanner.ts'

const IMEI = '490154203237518'
let clockMs = 0

beforeEach(() => {
  vi.useFakeTimers()
  clockMs = 10_000
  desksScannerSends('Enter')
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** Presses a key `gapMs` after the one before and types it into the target unless something prevented that. */
function press(key: string, gapMs: number, target: EventTarget = document.body, init: KeyboardEventInit = {}): boolean {
  clockMs += gapMs
  vi.advanceTimersByTime(gapMs)
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })
  Object.defineProperty(event, 'timeStamp', { value: clockMs })
  const isTyped = target.dispatchEvent(event)
  if (isTyped && key.length === 1 && target instanceof HTMLInputElement) {
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    write?.call(target, target.value + key)
    target.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return isTyped
}

function type(text: string, gapMs: number, target?: EventTarget): void {
  for (const key of text) press(key, gapMs, target)
}

function scanner(options: Partial<ScannerOptions> = {}) {
  const onScan = vi.fn()
  const hook = renderHook((props: Partial<ScannerOptions>) => useScanner({ onScan, ...options, ...props }), {
    initialProps: {},
  })
  return { onScan, ...hook }
}

/** What ended the last code is remembered beyond a page: begins every test with a scanner that is seen to send this key. */
function desksScannerSends(key: string): void {
  const { unmount } = scanner()
  type('BEFORE', 12)
  press(key, 12)
  unmount()
  clockMs += 10_000
}

test.each(['Enter', 'Tab'])('a burst that ends with %s is a code, and the key does nothing else', (ending) => {
  const { onScan } = scanner()
  type(IMEI, 12)
  expect(press(ending, 12)).toBe(false)
  expect(onScan).toHaveBeenCalledExactlyOnceWith(IMEI)
})

test('a whole code that just stops is one after a pause, a shorter one once the scanner is known to send no key', () => {
  const { onScan } = scanner()
  const pauseAfter = (code: string, pauseMs: number) => {
    type(code, 30)
    vi.advanceTimersByTime(pauseMs - 1)
    expect(onScan).not.toHaveBeenCalledWith(code)
    vi.advanceTimersByTime(1)
    expect(onScan).toHaveBeenLastCalledWith(code)
    clockMs += 1000
  }
  pauseAfter(IMEI, 600)
  pauseAfter('BAG12345', 120)
  type('BAG12346', 12)
  press('Enter', 12)
  clockMs += 2000
  pauseAfter('HJ0000000012', 600)
  expect(onScan).toHaveBeenCalledTimes(4)
})

test('what stops although the scanner sends a key after its codes is a fragment, told aloud, until it comes once more', () => {
  const tell = vi.fn()
  const { onScan } = scanner({ tell })
  type('BAG12347', 12)
  vi.advanceTimersByTime(1000)
  expect(onScan).not.toHaveBeenCalled()
  expect(tell).toHaveBeenCalledExactlyOnceWith({ ok: false, message: 'BAG12347 读码不完整，请再扫一次' })
  clockMs += 2000
  type('BAG12347', 12)
  vi.advanceTimersByTime(1000)
  expect(onScan).toHaveBeenCalledExactlyOnceWith('BAG12347')
})

test('the rest of a code that stalled comes too late for a button or a box, and is joined', () => {
  const { onScan } = scanner()
  const button = document.body.appendChild(document.createElement('button'))
  type('860246040000', 12, button)
  expect(press('0', 700, button)).toBe(false)
  type('18', 12, button)
  expect(press('Enter', 12, button)).toBe(false)
  expect(onScan).toHaveBeenCalledExactlyOnceWith('860246040000018')
  button.remove()
})

test.each([60, 75])('defect: a scanner as slow as %i ms a key did nothing', (gapMs) => {
  const { onScan } = scanner()
  const link = document.body.appendChild(document.createElement('a'))
  type(IMEI, gapMs, link)
  expect(press('Enter', gapMs, link)).toBe(false)
  expect(onScan).toHaveBeenCalledExactlyOnceWith(IMEI)
  link.remove()
})

test('CR and LF after a code press nothing, sent as Enter or as the control keys of some scanners', () => {
  const { onScan } = scanner()
  type(IMEI, 12)
  expect(press('Enter', 12)).toBe(false)
  expect(press('Enter', 12)).toBe(false)
  clockMs += 3000
  type(']C1BAG12345', 12)
  expect(press('j', 12, document.body, { ctrlKey: true })).toBe(false)
  expect(onScan.mock.calls.flat()).toEqual([IMEI, 'BAG12345'])
  clockMs += 3000
  expect(press('j', 12, document.body, { ctrlKey: true })).toBe(true)
})

test('two codes without an ending key are two, however soon the second follows', () => {
  const { onScan } = scanner()
  type(IMEI, 12)
  press('S', 100)
  type('F12345', 12)
  vi.advanceTimersByTime(600)
  expect(onScan.mock.calls.flat()).toEqual([IMEI, 'SF12345'])
})

test.each([2, 8])('a busy machine that holds up the keys after the first %i does not cut the code in two', (count) => {
  const { onScan } = scanner()
  type(IMEI.slice(0, count), 12)
  vi.advanceTimersByTime(500)
  type(IMEI.slice(count), 12)
  press('Enter', 12)
  expect(onScan).toHaveBeenCalledExactlyOnceWith(IMEI)
})

test('an ending key that comes a little late ends the code all the same', () => {
  const { onScan } = scanner()
  type(IMEI, 12)
  expect(press('Enter', 80)).toBe(false)
  expect(onScan).toHaveBeenCalledExactlyOnceWith(IMEI)
})

test('a person’s typing is none, with Enter or a pause', () => {
  const { onScan } = scanner()
  type(IMEI, 90)
  expect(press('Enter', 90)).toBe(true)
  type('abc', 20)
  vi.advanceTimersByTime(500)
  expect(onScan).not.toHaveBeenCalled()
})

test('capitals arrive although Shift is pressed between them', () => {
  const { onScan } = scanner()
  for (const key of 'HJ2026A1') {
    press('Shift', 3)
    press(key, 3)
  }
  press('Enter', 5)
  expect(onScan).toHaveBeenCalledExactlyOnceWith('HJ2026A1')
})

test('a key held down is no scanner', () => {
  const { onScan } = scanner()
  for (let count = 0; count < 20; count++) press('j', 30, document.body, { repeat: count > 0 })
  press('Enter', 30)
  expect(onScan).not.toHaveBeenCalled()
})

test('the same label read twice within 1.5 s is one reading; later, or another one, counts', () => {
  const { onScan } = scanner()
  const scan = (code: string, afterMs: number) => {
    clockMs += afterMs
    type(code, 10)
    press('Enter', 10)
  }
  scan(IMEI, 0)
  scan(IMEI, 500)
  expect(onScan).toHaveBeenCalledTimes(1)
  scan('BAG12345', 100)
  scan('BAG12345', 2000)
  expect(onScan.mock.calls.flat()).toEqual([IMEI, 'BAG12345', 'BAG12345'])
})

function Box({ onScan, reach }: Pick<ScannerOptions, 'onScan' | 'reach'>) {
  const [value, setValue] = useState('12')
  useScanner({ onScan, ...(reach ? { reach } : {}) })
  return <input aria-label="数量" value={value} onChange={(event) => setValue(event.target.value)} />
}

test('a burst into another box is taken out of it again', () => {
  const onScan = vi.fn()
  render(<Box onScan={onScan} />)
  const box = screen.getByLabelText<HTMLInputElement>('数量')
  type(IMEI, 10, box)
  press('Enter', 10, box)
  expect(onScan).toHaveBeenCalledExactlyOnceWith(IMEI)
  expect(box.value).toBe('12')
})

test('what a person types into a box stays there', () => {
  const onScan = vi.fn()
  render(<Box onScan={onScan} />)
  const box = screen.getByLabelText<HTMLInputElement>('数量')
  type('3456789', 100, box)
  press('Enter', 100, box)
  expect(onScan).not.toHaveBeenCalled()
  expect(box.value).toBe('123456789')
})

test('outside fields only, a burst belongs to the box a person put the cursor in', () => {
  const onScan = vi.fn()
  render(<Box onScan={onScan} reach="outsideFields" />)
  const box = screen.getByLabelText<HTMLInputElement>('数量')
  type(IMEI, 10, box)
  expect(press('Enter', 10, box)).toBe(true)
  expect(onScan).not.toHaveBeenCalled()
  expect(box.value).toBe(`12${IMEI}`)
})

function Choice({ onScan }: Pick<ScannerOptions, 'onScan'>) {
  const [value, setValue] = useState('a')
  useScanner({ onScan })
  return (
    <select aria-label="店铺" value={value} onChange={(event) => setValue(event.target.value)}>
      <option value="a">甲</option>
      <option value="4">4号店</option>
    </select>
  )
}

test('a burst that began to choose in a select leaves the choice as it was', () => {
  const onScan = vi.fn()
  render(<Choice onScan={onScan} />)
  const select = screen.getByLabelText<HTMLSelectElement>('店铺')
  press('4', 10, select)
  act(() => {
    select.value = '4'
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(select.value).toBe('4')
  act(() => {
    type(IMEI.slice(1), 10, select)
    press('Enter', 10, select)
  })
  expect(onScan).toHaveBeenCalledExactlyOnceWith(IMEI)
  expect(select.value).toBe('a')
})

test('a page’s scanner goes before the shell’s, whichever came first, until it is no longer active', () => {
  const page = scanner()
  const shell = scanner({ reach: 'outsideFields' })
  type(IMEI, 10)
  press('Enter', 10)
  expect(page.onScan).toHaveBeenCalledOnce()
  expect(shell.onScan).not.toHaveBeenCalled()
  page.rerender({ active: false })
  type('BAG12345', 10)
  press('Enter', 10)
  expect(page.onScan).toHaveBeenCalledOnce()
  expect(shell.onScan).toHaveBeenCalledExactlyOnceWith('BAG12345')
})

describe('defect: what an input method had left of a code was taken as a whole one', () => {
  /** Composes a key, as an input method does that writes into the box in its own time. */
  const compose = (key: string, gapMs: number, target: EventTarget) =>
    press('Process', gapMs, target, { code: `Key${key}`, isComposing: true, keyCode: 229 })
  /** SF1234567890123 as fcitx5 lets it through: two letters and the digit that chooses are composed. */
  function scanBitten(box: HTMLInputElement | HTMLTextAreaElement): void {
    for (const key of ['S', 'F', '1']) compose(key, 8, box)
    box.value += '是否'
    box.dispatchEvent(new Event('input', { bubbles: true }))
    type('234567890123', 8, box)
  }
  function boxWith(text: string): HTMLTextAreaElement {
    render(<textarea aria-label="备注" defaultValue={text} />)
    const box = screen.getByLabelText<HTMLTextAreaElement>('备注')
    box.focus()
    return box
  }

  test('the rest is refused whole with the ending key, and the box is as before', () => {
    const tell = vi.fn()
    const { onScan } = scanner({ tell })
    const box = boxWith('有划痕')
    scanBitten(box)
    expect(press('Enter', 8, box)).toBe(false)
    expect(tell).toHaveBeenCalledExactlyOnceWith({ ok: false, message: INPUT_METHOD_MESSAGE })
    expect(onScan).not.toHaveBeenCalled()
    expect(box.value).toBe('有划痕')
    expect(document.activeElement).toBe(box)
  })

  test('without an ending key once nothing more comes', () => {
    const tell = vi.fn()
    const { onScan } = scanner({ tell })
    const box = boxWith('')
    scanBitten(box)
    vi.advanceTimersByTime(999)
    expect(tell).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(tell).toHaveBeenCalledOnce()
    expect(onScan).not.toHaveBeenCalled()
    expect(box.value).toBe('')
  })

  test('the next scan, once the input method stands on English, is read', () => {
    const { onScan } = scanner({ tell: vi.fn() })
    const box = boxWith('')
    scanBitten(box)
    press('Enter', 8, box)
    clockMs += 2000
    type('SF1234567890123', 8, box)
    press('Enter', 8, box)
    expect(onScan).toHaveBeenCalledExactlyOnceWith('SF1234567890123')
  })

  test('a person’s own Chinese stays, and its Enter is theirs', () => {
    const tell = vi.fn()
    scanner({ tell })
    const box = boxWith('')
    for (const key of ['N', 'I', 'H', 'A', 'O']) compose(key, 110, box)
    box.value = '你好'
    expect(press('1', 110, box)).toBe(true)
    expect(press('Enter', 110, box)).toBe(true)
    vi.advanceTimersByTime(2000)
    expect(tell).not.toHaveBeenCalled()
    expect(box.value).toBe('你好')
  })
})

test('defect: a burst that broke off left its beginning in the box, and Enter took it for a code', () => {
  const tell = vi.fn()
  const { onScan } = scanner({ tell })
  render(<input aria-label="编号" />)
  const box = screen.getByLabelText<HTMLInputElement>('编号')
  box.focus()
  type('HJ168888', 8, box)
  // the last key hangs
  press('8', 8, box, { repeat: true })
  type('889', 8, box)
  expect(press('Enter', 8, box)).toBe(false)
  expect(onScan).not.toHaveBeenCalled()
  expect(tell).toHaveBeenCalledExactlyOnceWith({ ok: false, message: FRAGMENT_MESSAGE })
  expect(box.value).toBe('')
})

function Listener({ onScan }: Pick<ScannerOptions, 'onScan'>): null {
  useScanner({ onScan })
  return null
}

test('defect: what a page loaded behind an open dialog took the scans from it', () => {
  const [dialog, late, upper] = [vi.fn(), vi.fn(), vi.fn()]
  const within = (layer: number, onScan: ScannerOptions['onScan']) => (
    <OverlayLayer value={layer}>
      <Listener onScan={onScan} />
    </OverlayLayer>
  )
  const scan = (code: string) => {
    type(code, 12)
    press('Enter', 12)
  }
  render(within(1, dialog))
  render(<Listener onScan={late} />)
  scan(IMEI)
  expect(dialog).toHaveBeenCalledExactlyOnceWith(IMEI)
  const { unmount } = render(within(2, upper))
  scan('JY00000001')
  expect(upper).toHaveBeenCalledExactlyOnceWith('JY00000001')
  unmount()
  scan('JY00000002')
  expect(dialog).toHaveBeenLastCalledWith('JY00000002')
  expect(late).not.toHaveBeenCalled()
})
