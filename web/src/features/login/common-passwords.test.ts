import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

test.each(['qwer1234', 'ABC12345!', '!!Password123', 'mima1234.'])('%s is common', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

// letters of other scripts were cut off the ends like signs
test.each(['密码密码密码1a', '我爱abc123吗', 'v7kq-Rm2', 'Huanji2026'])('%s is not', (password) => {
  expect(isCommonPassword(password)).toBe(false)
})
