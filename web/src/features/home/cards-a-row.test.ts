import { expect, test } from 'vitest'
import { cardsARow } from './home-page.tsx'

test('defect: seven cards of waiting work stood as six and one', () => {
  expect([1, 6, 7, 8, 9, 11, 12, 13].map(cardsARow)).toEqual([6, 6, 4, 4, 5, 6, 6, 5])
})
