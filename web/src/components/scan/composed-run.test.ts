import { expect, test } from 'vitest'
import { ComposedRun } from './composed-run.ts'

interface Press {
  readonly type?: 'keydown' | 'keyup'
  readonly key?: string
  readonly code: string
  readonly isComposed?: boolean
  readonly repeat?: boolean
  readonly gapMs: number
}

function runOf(presses: readonly Press[]): ComposedRun {
  const run = new ComposedRun()
  let atMs = 1000
  for (const { type = 'keydown', key = 'Process', code, isComposed = false, repeat = false, gapMs } of presses) {
    atMs += gapMs
    run.take({ type, key, code, repeat }, isComposed, atMs)
  }
  return run
}

const keys = (codes: readonly string[], gapMs: number, own: Partial<Press> = {}): Press[] =>
  codes.map((code) => ({ code, gapMs, ...own }))
const FIVE = ['KeyF', 'KeyD', 'Digit1', 'Digit2', 'Digit3']

test('keys that an input method takes at the pace of a scanner are a scan', () => {
  expect(runOf(keys(FIVE, 8, { isComposed: true })).isScan()).toBe(true)
  expect(runOf([...keys(['KeyF'], 8, { isComposed: true }), ...keys(FIVE, 40, { key: '2' })]).isScan()).toBe(true)
})

test('of keys that are swallowed when pressed, letting go tells it', () => {
  const swallowed = keys(['KeyF'], 8, { isComposed: true })
  expect(runOf([...swallowed, ...keys(FIVE, 8, { type: 'keyup' })]).isScan()).toBe(true)
})

test('a person who composes is none, however long, and neither is a scan without an input method', () => {
  expect(runOf(keys([...FIVE, ...FIVE, ...FIVE], 90, { isComposed: true })).isScan()).toBe(false)
  expect(runOf(keys(FIVE, 8)).isScan()).toBe(false)
})

test('a key that is held down to erase what is composed is none', () => {
  expect(runOf(keys(Array(20).fill('Backspace'), 30, { isComposed: true })).isScan()).toBe(false)
  expect(runOf(keys(FIVE, 30, { isComposed: true, repeat: true })).isScan()).toBe(false)
})

test('a pause of more than a second ends what an input method began', () => {
  expect(runOf([...keys(['KeyF'], 8, { isComposed: true }), ...keys(['KeyD'], 1001), ...keys(FIVE, 8)]).isScan()).toBe(
    false,
  )
})
