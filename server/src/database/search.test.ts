import { expect, it } from 'vitest'
import { isId } from '../platform/ids.ts'
import { numberAsId } from './search.ts'

it('defect: what entries carry for a number was no valid id, and a call refused it as malformed', () => {
  expect([1, 255, 1_000_000, 2 ** 47].map(numberAsId).filter((id) => !isId(id))).toEqual([])
})

it('ids that stand for numbers are in the order of the numbers', () => {
  const numbers = [1, 9, 10, 15, 16, 99, 100, 65_535, 65_536, 1_000_000]
  const ids = numbers.map(numberAsId)
  expect([...ids].sort()).toEqual(ids)
})
