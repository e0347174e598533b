import { expect, test } from 'vitest'
import { DIGITS_PATTERN, isPassword, isPhone, SMS_CODE_PATTERN } from './validation.ts'

test.each([
  ['13800130000', true],
  ['23800130000', false],
  ['1380013000', false],
  ['138001300000', false],
  ['1380013000a', false],
])('phone %s: %s', (text, ok) => {
  expect(isPhone(text)).toBe(ok)
})

test.each([
  ['abcdefg1', true],
  ['12345678A', true],
  ['abcdefg', false],
  ['abcdefgh', false],
  ['12345678', false],
  ['abcdefghijklmno1', true],
  ['abcdefghijklmnop1', false],
  ['密码密码ab12', true],
])('password %s: %s', (text, ok) => {
  expect(isPassword(text)).toBe(ok)
})

test('digit strings have 1 to 20 digits, SMS codes 6', () => {
  expect(['', '1', '1'.repeat(20), '1'.repeat(21), 'a'].map((text) => DIGITS_PATTERN.test(text))).toEqual([
    false,
    true,
    true,
    false,
    false,
  ])
  expect(['12345', '123456', '1234567', '12345a'].map((text) => SMS_CODE_PATTERN.test(text))).toEqual([
    false,
    true,
    false,
    false,
  ])
})
