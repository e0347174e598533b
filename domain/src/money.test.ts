import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clampFen, formatFen, isFen, parseYuan, shareOfFen, splitFen } from './money.ts'

describe('money', () => {
  test.each([
    [0, '¥0.00'],
    [5, '¥0.05'],
    [123_400, '¥1,234.00'],
    [-123_405, '-¥1,234.05'],
    [9_999_999_900, '¥99,999,999.00'],
  ])('%i fen reads %s', (amountFen, text) => {
    expect(formatFen(amountFen)).toBe(text)
  })

  test.each([
    ['1234.5', 123_450],
    ['¥1,234.50', 123_450],
    [' 7 ', 700],
    ['-0.05', -5],
    ['', null],
    ['1.234', null],
    ['12a', null],
    ['1.', null],
  ])('%j is read as %j', (text, amountFen) => {
    expect(parseYuan(text)).toBe(amountFen)
  })

  test('what is shown is read back as the same amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_900 }), (amountFen) => {
        expect(parseYuan(formatFen(amountFen))).toBe(amountFen)
      }),
    )
  })

  test.each([
    ['1,234.5', 123_450],
    ['￥1234', 123_400],
    ['１２３４元', 123_400],
    ['¥ 1,234.50 元', 123_450],
    ['1234,5', null],
    ['12,34', null],
    ['1.234', null],
    ['1234块', null],
    ['一千', null],
  ])('as people write it in their lists: %s', (text, amountFen) => {
    expect(parseYuan(text)).toBe(amountFen)
  })

  test.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [-100, [1, 1, 1], [-34, -33, -33]],
    [7, [0, 0], [4, 3]],
    [10, [0, 5], [0, 10]],
    [9_999_999_900, [9_999_999_900, 1], [9_999_999_899, 1]],
    [5, [], []],
  ])('%i over the weights %j', (amountFen, weights, parts) => {
    expect(splitFen(amountFen, weights)).toEqual(parts)
  })

  test('parts sum to the whole, and none is a fen away from its share', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 9_999_999_900 }), { minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(fc.integer({ min: -9_999_999_900, max: 9_999_999_900 }), weights, (amountFen, given) => {
        const parts = splitFen(amountFen, given)
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amountFen)
        const whole = given.reduce((sum, weight) => sum + weight, 0)
        if (whole === 0) return
        for (const [place, part] of parts.entries()) {
          expect(Math.abs(part - (amountFen * (given[place] ?? 0)) / whole)).toBeLessThan(1.001)
        }
      }),
    )
  })

  test('a share is rounded half up to the fen', () => {
    expect(shareOfFen(25, 200)).toBe(1)
    expect(shareOfFen(24, 200)).toBe(0)
    expect(shareOfFen(399_900, 200)).toBe(7998)
  })

  test('clamping keeps between floor and ceiling', () => {
    expect([clampFen(1, 5, 9), clampFen(7, 5, 9), clampFen(10, 5, 9)]).toEqual([5, 7, 9])
  })

  test('fen are safe integers only', () => {
    expect([isFen(1), isFen(1.5), isFen('1'), isFen(2 ** 53)]).toEqual([true, false, false, false])
  })
})
