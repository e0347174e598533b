import { describe, expect, test } from 'vitest'
import { lastCodeOf } from './roll.ts'
import { readRoll } from './roll-dialog.tsx'

describe('a roll of bags', () => {
  test.each([
    ['HJ00000001', 100, 'HJ00000100'],
    ['FD99999901', 99, 'FD99999999'],
    ['12345678', 1, '12345678'],
    ['90000000000000000001', 2, '90000000000000000002'],
  ])('from %s on, %i bags end with %s', (first, count, last) => {
    expect(lastCodeOf(first, count)).toBe(last)
  })

  test.each([
    ['FD99999901', 100],
    ['ABCDEFGH', 5],
    ['HJ00000001', 0],
  ])('from %s on there are no %i bags', (first, count) => {
    expect(lastCodeOf(first, count)).toBeNull()
  })

  test('what was typed becomes a roll, or names the box that is wrong', () => {
    expect(readRoll(' hj00000001 ', '10')).toEqual({ firstCode: 'HJ00000001', lastCode: 'HJ00000010', count: 10 })
    expect(readRoll('HJ1', '10')).toMatchObject({ field: 'first' })
    expect(readRoll('HJ00000001', '2001')).toMatchObject({ field: 'count', fault: '请填写1到2000的整数' })
    expect(readRoll('HJ00000001', '1.5')).toMatchObject({ field: 'count' })
    expect(readRoll('FD99999901', '100')).toMatchObject({ field: 'first' })
  })
})
