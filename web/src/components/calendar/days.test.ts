import { expect, test } from 'vitest'
import { type Days, daysOn, daysText, inOrder, isDay, SPAN_PRESETS, typedDay } from './days.ts'

const SUNDAY = '2026-11-22'
const day = (first: string, last = first): Days => ({ first, last })

test.each([
  ['today', SUNDAY, day('2026-11-22')],
  ['yesterday', SUNDAY, day('2026-11-21')],
  ['tomorrow', SUNDAY, day('2026-11-23')],
  ['last7', SUNDAY, day('2026-11-16', '2026-11-22')],
  ['last30', SUNDAY, day('2026-10-24', '2026-11-22')],
  ['thisMonth', SUNDAY, day('2026-11-01', '2026-11-22')],
  ['lastMonth', SUNDAY, day('2026-10-01', '2026-10-31')],
  ['yesterday', '2027-01-01', day('2026-12-31')],
  ['lastMonth', '2027-01-31', day('2026-12-01', '2026-12-31')],
  ['lastMonth', '2028-03-31', day('2028-02-01', '2028-02-29')],
  ['last7', '2028-03-02', day('2028-02-25', '2028-03-02')],
])('%s on %s', (word, today, days) => {
  expect(daysOn(today, { first: word, last: '' })).toEqual(days)
})

test('a reversed span is put right, an open end stays open', () => {
  expect(inOrder(day('2026-11-10', '2026-11-01'))).toEqual(day('2026-11-01', '2026-11-10'))
  expect(daysOn(SUNDAY, day('2026-11-10', '2026-11-01'))).toEqual(day('2026-11-01', '2026-11-10'))
  expect(inOrder(day('2026-11-10', ''))).toEqual(day('2026-11-10', ''))
  expect(inOrder(day('', '2026-11-10'))).toEqual(day('', '2026-11-10'))
})

test.each([
  [day('', ''), ''],
  [day('last7', ''), '近7天'],
  [day('2026-11-03'), '11-03'],
  [day('2025-11-03'), '2025-11-03'],
  [day('2026-11-01', '2026-11-05'), '11-01 至 11-05'],
  [day('2025-12-30', '2026-01-02'), '2025-12-30 至 01-02'],
  [day('2026-11-01', ''), '11-01 起'],
  [day('', '2026-11-05'), '11-05 止'],
])('%o reads %s', (days, text) => {
  expect(daysText(days, SUNDAY)).toBe(text)
})

test.each([
  ['2026-11-01', '2026-11-01'],
  ['20261101', '2026-11-01'],
  ['2026/11/1', '2026-11-01'],
  ['2026.1.9', '2026-01-09'],
  ['2026年11月1日', '2026-11-01'],
  [' 11-1 ', '2026-11-01'],
  ['0229', ''],
  ['2028-02-29', '2028-02-29'],
  ['2026-02-30', ''],
  ['昨天', ''],
  ['', ''],
])('typed %s is the day %s', (text, found) => {
  expect(typedDay(text, SUNDAY)).toBe(found)
})

test('no preset’s word could be taken for a day', () => {
  expect(SPAN_PRESETS.filter(({ word }) => isDay(word))).toEqual([])
})
