import { expect, test } from 'vitest'
import { remaining } from './remaining.ts'

const DEADLINE = '2026-11-20T10:00:00.000Z'
const before = (ms: number) => remaining(DEADLINE, Date.parse(DEADLINE) - ms)
const HOUR_MS = 3_600_000

test('it says hours, minutes and seconds within a day, days and hours before', () => {
  expect(before(1000)).toBe('00:00:01')
  expect(before(5 * HOUR_MS + 12 * 60_000 + 9000)).toBe('05:12:09')
  expect(before(24 * HOUR_MS - 1)).toBe('23:59:59')
  expect(before(24 * HOUR_MS)).toBe('1天0时')
  expect(before(51 * HOUR_MS)).toBe('2天3时')
})

test('from the deadline on it is over', () => {
  expect(before(0)).toBe('已超时')
  expect(before(-HOUR_MS)).toBe('已超时')
})
