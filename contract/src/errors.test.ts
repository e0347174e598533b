import { expect, test } from 'vitest'
import { fillText } from './errors.ts'

test('a sentence is filled once: what a person typed is no place', () => {
  const values = { who: '{when}', when: '$1 {who}' }
  expect(fillText('{who}已于{when}修改', values)).toBe('{when}已于$1 {who}修改')
})

test('a place without a value stays, so that it is noticed', () => {
  expect(fillText('请{seconds}秒后再试', {})).toBe('请{seconds}秒后再试')
})
