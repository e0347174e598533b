import { describe, expect, test } from 'vitest'
import { countBetween, lastCodeOf, readRoll } from './roll.ts'

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

  test.each([
    ['HJ00000001', 'HJ00000100', 100],
    ['HJ00000007', 'HJ00000007', 1],
    ['AB1299', 'AB1301', 3],
    ['90000000000000000001', '90000000000000000002', 2],
  ])('from %s to %s there are %i bags', (first, last, count) => {
    expect(countBetween(first, last)).toBe(count)
  })

  test.each([
    ['HJ00000100', 'HJ00000001'],
    ['HJ00000001', 'FD00000100'],
    ['HJ00000001', 'HJ000000100'],
    ['HJ00000001', 'HJ00002001'],
    ['ABCDEFGH', 'ABCDEFGH'],
  ])('%s and %s are not the ends of one roll', (first, last) => {
    expect(countBetween(first, last)).toBeNull()
  })

  test('what was typed becomes a roll, or names the box that is wrong', () => {
    expect(readRoll(' hj00000001 ', '10')).toEqual({ firstCode: 'HJ00000001', lastCode: 'HJ00000010', count: 10 })
    expect(readRoll('HJ1', '10')).toMatchObject({ field: 'first' })
    expect(readRoll('HJ00000001', '2001')).toMatchObject({ field: 'count', fault: '请填写1到2000的整数' })
    expect(readRoll('HJ00000001', '1.5')).toMatchObject({ field: 'count' })
    expect(readRoll('FD99999901', '100')).toMatchObject({ field: 'first' })
  })
})
