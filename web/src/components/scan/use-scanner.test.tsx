import { cleanup, render, renderHook, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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

test('a burst that just stops is a code after a pause, a shorter one once the scanner is known to send no key', () => {
  const { onScan } = scanner()
  const pauseAfter = (code: string, pauseMs: number) => {
    type(code, 30)
    vi.advanceTimersByTime(pauseMs - 1)
    expect(onScan).not.toHaveBeenCalledWith(code)
    vi.advanceTimersByTime(1)
    expect(onScan).toHaveBeenLastCalledWith(code)
    clockMs += pauseMs
  }
  pauseAfter(IMEI, 600)
  pauseAfter('BAG12345', 120)
  type('BAG12346', 12)
  press('Enter', 12)
  clockMs += 2000
  pauseAfter('BAG12347', 600)
  expect(onScan).toHaveBeenCalledTimes(4)
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

test('keys that an input method composes are no code', () => {
  const { onScan } = scanner()
  for (const key of IMEI) press(key, 10, document.body, { isComposing: true })
  press('Enter', 10)
  expect(onScan).not.toHaveBeenCalled()
})
