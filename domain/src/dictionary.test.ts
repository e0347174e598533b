import { expect, test } from 'vitest'
import { dictionary } from './dictionary.ts'

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'])('%s is in no table', (word) => {
  expect(dictionary({ one: 1 })[word]).toBeUndefined()
  expect(word in dictionary({ one: 1 })).toBe(false)
})

test('what was put in is found', () => {
  expect(dictionary({ one: 1 })).toEqual({ one: 1 })
  expect(dictionary({ one: 1 }).one).toBe(1)
})
