import { expect, test } from 'vitest'
import { targetSize } from './shrink.ts'

test.each([
  [4032, 3024, 1800, 1350],
  [3024, 4032, 1350, 1800],
  [1800, 1200, 1800, 1200],
  [900, 600, 900, 600],
])('a picture of %i × %i becomes %i × %i', (width, height, newWidth, newHeight) => {
  expect(targetSize(width, height)).toEqual({ width: newWidth, height: newHeight })
})
