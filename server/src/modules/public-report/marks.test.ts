import { expect, it } from 'vitest'
import { marksOver } from './marks.ts'

const photo = { width: 1200, height: 900 }

it('draws nothing over a photograph without marks', () => {
  expect(marksOver({ ...photo, marks: [] })).toBeNull()
})

it('spans a circle over the rectangle of its points, whichever corners they are', () => {
  const drawn = 'M300 450A300 225 0 1 1 900 450A300 225 0 1 1 300 450'
  for (const mark of [
    { x1: 0.25, y1: 0.25, x2: 0.75, y2: 0.75 },
    { x1: 0.75, y1: 0.25, x2: 0.25, y2: 0.75 },
  ]) {
    const svg = marksOver({ ...photo, marks: [{ shape: 'circle', ...mark }] })?.text
    expect(svg).toContain('viewBox="0 0 1200 900"')
    expect(svg).toContain(`d="${drawn}"`)
  }
})

it('points an arrow from the first point to the second, its head behind the tip', () => {
  const svg = marksOver({ ...photo, marks: [{ shape: 'arrow', x1: 0.1, y1: 0.5, x2: 0.5, y2: 0.5 }] })?.text ?? ''
  const [, d = ''] = /<path d="([^"]+)"/.exec(svg) ?? []
  expect(d).toMatch(/^M120 450L600 450M/)
  const [above, tip, below] = [...(d.split('M').at(-1) ?? '').matchAll(/(-?\d+) (-?\d+)/g)].map(([, x, y]) => ({
    x: Number(x),
    y: Number(y),
  }))
  expect(tip).toEqual({ x: 600, y: 450 })
  for (const end of [above, below]) expect(end?.x).toBeLessThan(600)
  expect([above?.y, below?.y].sort((a, b) => Number(a) - Number(b))).toEqual([427, 473])
})
