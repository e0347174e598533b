import { expect, test } from 'vitest'
import { grantsText, limitText, roleLine } from './role-words.ts'

test.each([
  [null, '不限'],
  [0, '—'],
  [50_000, '¥500.00'],
])('a limit of %s fen reads %s', (limitFen, text) => {
  expect(limitText(limitFen)).toBe(text)
})

test.each([
  [{ isProtected: false, grantCount: 32, refundLimitFen: 0 }, '能做32件事，不能退款'],
  [{ isProtected: false, grantCount: 40, refundLimitFen: 50_000 }, '能做40件事，单笔退款至多¥500.00'],
  [{ isProtected: false, grantCount: 90, refundLimitFen: null }, '能做90件事，单笔退款不限'],
  [{ isProtected: true, grantCount: 120, refundLimitFen: null }, '什么都能看、都能做，包括停用您。只有老板能给'],
])('%o reads %s', (role, text) => {
  expect(roleLine(role)).toBe(text)
})

test('two versions of a role are told apart by what only one of them has', () => {
  const titles = new Map([
    ['/a', '发货'],
    ['/b', '改价'],
  ])
  expect(grantsText(titles, ['/a', '/b'], ['/a'])).toBe('另一版本没有：改价')
  expect(grantsText(titles, ['/a'], ['/a', '/b'])).toBe('没有多出的页面或操作')
  const many = ['1', '2', '3', '4', '5', '6', '7', '8']
  expect(grantsText(titles, many, [])).toBe('另一版本没有：1、2、3、4、5、6等8项')
})
