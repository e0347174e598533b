import { expect, test } from 'vitest'
import { formatShanghai, shanghaiDate } from './time.ts'

test.each([
  ['2026-11-20T10:30:05.000Z', '2026-11-20 18:30', '2026-11-20 18:30:05', '2026-11-20'],
  ['2026-11-20T16:00:00Z', '2026-11-21 00:00', '2026-11-21 00:00:00', '2026-11-21'],
  ['2026-12-31T23:59:59+08:00', '2026-12-31 23:59', '2026-12-31 23:59:59', '2026-12-31'],
])('%s in Shanghai', (iso, minutes, seconds, day) => {
  expect(formatShanghai(iso)).toBe(minutes)
  expect(formatShanghai(iso, true)).toBe(seconds)
  expect(shanghaiDate(iso)).toBe(day)
})

test('a text that is no time is refused', () => {
  expect(() => formatShanghai('yesterday')).toThrow(RangeError)
})
