import { expect, it } from 'vitest'
import { isUnavailable } from './errors.ts'

it.each([
  'could not commit transaction for shard 102174 on at least one active node',
  'could not commit transaction on any active node',
])('defect: a node lost at the commit was an internal error: %s', (message) => {
  expect(isUnavailable(Object.assign(new Error(message), { code: 'XX000' }))).toBe(true)
  expect(isUnavailable(Object.assign(new Error('cache lookup failed'), { code: 'XX000' }))).toBe(false)
})
