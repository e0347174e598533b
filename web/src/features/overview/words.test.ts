import { expect, test } from 'vitest'
import {
  axisText,
  changeOf,
  countText,
  fenText,
  NONE,
  noChangeText,
  percentText,
  ratePercent,
  rateText,
} from './words.ts'

test('counts and amounts are grouped, and what is not there is a dash', () => {
  expect(countText(1_234_567)).toBe('1,234,567')
  expect(fenText(123_456)).toBe('¥1,234.56')
  expect(fenText(-50)).toBe('-¥0.50')
  expect(fenText(null)).toBe(NONE)
})

test('a share of nothing is no number, and one may be above the whole', () => {
  expect(rateText(1, 8)).toBe('12.5%')
  expect(rateText(0, 8)).toBe('0.0%')
  expect(rateText(3, 2)).toBe('150.0%')
  expect(rateText(0, 0)).toBe(NONE)
  expect(percentText(null)).toBe(NONE)
  expect(ratePercent(1, 3)).toBe(33.3)
  expect(ratePercent(0, 0)).toBeNull()
})

test('the numbers of an axis are short', () => {
  expect([0, 2.5, 950, 9_999, 10_000, 15_000, -20_000, 1_234_567].map(axisText)).toEqual([
    '0',
    '2.5',
    '950',
    '9999',
    '1万',
    '1.5万',
    '-2万',
    '123.5万',
  ])
})

test('a change is told against the period before, and from nothing or to nothing known there is none', () => {
  expect(changeOf(120, 100)).toEqual({ text: '+20.0%', direction: 'up' })
  expect(changeOf(80, 100)).toEqual({ text: '-20.0%', direction: 'down' })
  expect(changeOf(100, 100)).toEqual({ text: '0.0%', direction: 'same' })
  expect(changeOf(1_099, 100)).toEqual({ text: '+999.0%', direction: 'up' })
  expect(changeOf(32_220, 100)).toEqual({ text: '+999%以上', direction: 'up' })
  // more went out than came in, then less
  expect(changeOf(-50, -100)).toEqual({ text: '+50.0%', direction: 'up' })
  expect(changeOf(5, 0)).toBeNull()
  expect(changeOf(0, 0)).toBeNull()
  expect(changeOf(null, 5)).toBeNull()
  expect(changeOf(5, null)).toBeNull()
})

test('defect: a change that its text does not show is none', () => {
  expect(changeOf(100_001, 100_000)).toEqual({ text: '0.0%', direction: 'same' })
  expect(changeOf(99_999, 100_000)).toEqual({ text: '0.0%', direction: 'same' })
})

test('defect: a period before with a number was said to have none', () => {
  expect(noChangeText(5, 0)).toBe('上期为0')
  expect(noChangeText(null, 5)).toBe('本期无数据')
  expect(noChangeText(5, null)).toBe('上期无数据')
  expect(noChangeText(null, null)).toBe('上期无数据')
})
