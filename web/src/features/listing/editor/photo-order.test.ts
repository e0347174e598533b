import { expect, test } from 'vitest'
import { addedBack, leftOut, moved, placeAfter, withRetaken } from './photo-order.ts'

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

test('a picture that was taken anew stands where the old one stood', () => {
  const of = (photoId: string, position: string | null, inspectionId = 'i') => ({ photoId, position, inspectionId })
  const before = [of('a', 'front'), of('b', 'back'), of('c', null)]
  const now = [of('a', 'front'), of('c', null), of('b2', 'back'), of('x', 'back', 'other')]
  expect(withRetaken(['b', 'a', 'c'], before, now)).toEqual(['b2', 'a', 'c'])
  // one that nothing took the place of is gone
  expect(withRetaken(['b', 'c'], before, [of('b', 'back')])).toEqual(['b'])
})
