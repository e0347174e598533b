import { expect, test, vi } from 'vitest'
import { Selection } from './selection.ts'

test('ticking tells those who listen and gives a new set', () => {
  const selection = new Selection()
  const listener = vi.fn()
  const stop = selection.subscribe(listener)
  const before = selection.all()
  selection.toggle('a')
  expect(selection.has('a')).toBe(true)
  expect(selection.all()).not.toBe(before)
  selection.toggle('a')
  expect(selection.has('a')).toBe(false)
  expect(listener).toHaveBeenCalledTimes(2)
  stop()
  selection.toggle('b')
  expect(listener).toHaveBeenCalledTimes(2)
})

test('rows that leave the page lose their tick, and nobody is told when none does', () => {
  const selection = new Selection()
  selection.replace(['a', 'b'])
  const listener = vi.fn()
  selection.subscribe(listener)
  selection.keepOnly(new Set(['a', 'b', 'c']))
  expect(listener).not.toHaveBeenCalled()
  selection.keepOnly(new Set(['b']))
  expect([...selection.all()]).toEqual(['b'])
})
