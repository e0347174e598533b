import { describe, expect, test } from 'vitest'
import { arrowPath, defaultMark, draggedMark, movedMark, type PhotoMark, resizedMark } from './marks.ts'

const CIRCLE: PhotoMark = { shape: 'circle', x1: 0.2, y1: 0.2, x2: 0.4, y2: 0.6 }
const ARROW: PhotoMark = { shape: 'arrow', x1: 0.2, y1: 0.5, x2: 0.8, y2: 0.5 }

const rounded = ({ shape, ...points }: PhotoMark) => ({
  shape,
  ...Object.fromEntries(Object.entries(points).map(([name, value]) => [name, Math.round(value * 1000) / 1000])),
})

describe('the marks of a photograph', () => {
  test('a drag gives a mark within the picture, a press none', () => {
    expect(draggedMark('circle', { x: 0.9, y: -0.1 }, { x: 1.4, y: 0.3 })).toEqual({
      shape: 'circle',
      x1: 0.9,
      y1: 0,
      x2: 1,
      y2: 0.3,
    })
    expect(draggedMark('arrow', { x: 0.5, y: 0.5 }, { x: 0.505, y: 0.499 })).toBeNull()
  })

  test('a mark moves as far as the picture goes and keeps its size', () => {
    expect(rounded(movedMark(CIRCLE, -0.5, 0.1))).toEqual({ shape: 'circle', x1: 0, y1: 0.3, x2: 0.2, y2: 0.7 })
    expect(rounded(movedMark(ARROW, 0.5, 0.9))).toEqual({ shape: 'arrow', x1: 0.4, y1: 1, x2: 1, y2: 1 })
  })

  test('a circle grows from its middle and never vanishes; of an arrow the tip moves', () => {
    expect(rounded(resizedMark(CIRCLE, 0.1, 0))).toEqual({ shape: 'circle', x1: 0.1, y1: 0.2, x2: 0.5, y2: 0.6 })
    const least = resizedMark(CIRCLE, -1, -1)
    expect(least.x2 - least.x1).toBeGreaterThan(0.02)
    expect(rounded(resizedMark(ARROW, 0, 0.2))).toEqual({ shape: 'arrow', x1: 0.2, y1: 0.5, x2: 0.8, y2: 0.7 })
    expect(resizedMark(ARROW, -0.6, 0)).toEqual(ARROW)
  })

  test('a mark for whoever does not drag lies in the middle', () => {
    const { x1, y1, x2, y2 } = defaultMark('circle')
    expect([x1 + x2, y1 + y2]).toEqual([1, 1])
    expect(defaultMark('arrow')).toMatchObject({ x2: 0.5, y2: 0.5 })
  })

  test('the head of an arrow is not stretched with the picture', () => {
    const sidesOf = (ratio: number) => {
      const points = arrowPath(ARROW, ratio)
        .split(/[ML]/)
        .slice(1)
        .map((point) => point.split(' ').map(Number))
      const [, tip = [], left = [], , right = []] = points
      const length = ([x = 0, y = 0]: readonly number[]) => Math.hypot((x - (tip[0] ?? 0)) * ratio, y - (tip[1] ?? 0))
      return [length(left), length(right)]
    }
    for (const ratio of [0.5, 0.75, 2]) for (const side of sidesOf(ratio)) expect(side).toBeCloseTo(0.05, 3)
  })
})
