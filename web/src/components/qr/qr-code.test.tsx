import { render, screen } from '@testing-library/react'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { QrCode } from './qr-code.tsx'

/** The modules that a path of bars covers. */
function modulesOf(path: string, size: number): boolean[][] {
  const modules = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let at = Number(x); at < Number(x) + Number(width); at += 1) {
      const row = modules[Number(y)]
      if (row) row[at] = true
    }
  }
  return modules
}

test('draws every module of the code with four light ones around it', () => {
  const text = 'https://shop.example/report/ZJ260101000001/abcdefghijkl'
  render(<QrCode text={text} label="报告二维码" />)
  const drawing = screen.getByRole('img', { name: '报告二维码' })
  const { data, version, size } = encode(text, { ecc: 'M', boostEcc: false, border: 4 })
  expect(size).toBe(version * 4 + 17 + 8)
  expect(drawing.getAttribute('viewBox')).toBe(`0 0 ${size} ${size}`)
  expect(modulesOf(drawing.querySelector('path')?.getAttribute('d') ?? '', size)).toEqual(data)
  expect(data.slice(0, 4).flat()).not.toContain(true)
})
