import { expect, it } from 'vitest'
import { isId, newId } from './ids.ts'

it('defect: two rows made in one millisecond were listed in either order', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !isId(id))).toEqual([])
  expect(ids.toSorted()).toEqual(ids)
})
