import { expect, test } from 'vitest'
import { spanOf } from './row-span.ts'

test('at the top it begins with the first row and reaches beyond what is seen', () => {
  const { first, end } = spanOf(0, 440, 44, 200)
  expect(first).toBe(0)
  expect(end).toBeGreaterThanOrEqual(10 + 12)
  expect(end).toBeLessThan(40)
})

test('every row in sight is rendered, with spare ones around it, at any scroll position', () => {
  for (let scrollTop = 0; scrollTop <= 200 * 44 - 440; scrollTop += 17) {
    const { first, end } = spanOf(scrollTop, 440, 44, 200)
    expect(first).toBeLessThanOrEqual(Math.max(0, Math.floor(scrollTop / 44) - 12))
    expect(end).toBeGreaterThanOrEqual(Math.min(200, Math.ceil((scrollTop + 440) / 44) + 12))
  }
})

test('a scroll position left over from more rows stays within the rows there are', () => {
  const { first, end } = spanOf(100_000, 440, 44, 60)
  expect(first).toBeLessThanOrEqual(60)
  expect(end).toBe(60)
})
