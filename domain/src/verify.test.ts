import { expect, test } from 'vitest'
import { verifyDomain } from './verify.ts'

test('the trade data is sound', () => {
  expect(() => verifyDomain()).not.toThrow()
})
