import { expect, test } from 'vitest'
import { addedBack, leftOut, moved, placeAfter } from './photo-order.ts'

const ABC = ['a', 'b', 'c']

test('a photograph moves to a place, and never out of the row', () => {
  expect(moved(ABC, 'c', 0)).toEqual(['c', 'a', 'b'])
  expect(moved(ABC, 'a', 1)).toEqual(['b', 'a', 'c'])
  expect(moved(ABC, 'a', 99)).toEqual(['b', 'c', 'a'])
  expect(moved(ABC, 'a', -1)).toEqual(ABC)
  expect(moved(ABC, 'x', 0)).toBe(ABC)
})

test('what is left out can come back, and one photograph always stays', () => {
  expect(leftOut(ABC, 'a')).toEqual(['b', 'c'])
  expect(leftOut(['a'], 'a')).toEqual(['a'])
  expect(addedBack(['b', 'c'], 'a')).toEqual(['b', 'c', 'a'])
  expect(addedBack(ABC, 'a')).toBe(ABC)
})

test('keys lead to the neighbour or to an end', () => {
  expect(placeAfter('ArrowLeft', 0, 3)).toBe(0)
  expect(placeAfter('ArrowRight', 1, 3)).toBe(2)
  expect(placeAfter('Home', 2, 3)).toBe(0)
  expect(placeAfter('End', 0, 3)).toBe(2)
  expect(placeAfter('x', 0, 3)).toBeNull()
})
