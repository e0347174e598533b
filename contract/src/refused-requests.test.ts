import { expect, test } from 'vitest'
import { REFUSED_REQUESTS } from './refused-requests.ts'
import { requestWant } from './shapes.ts'

test('whatever can be asked of the marketplace has a place where its refusal is seen', () => {
  const answered = Object.values(REFUSED_REQUESTS).flatMap((wants) => Object.keys(wants))
  expect([...new Set(answered)].sort()).toEqual([...requestWant.options].sort())
})
