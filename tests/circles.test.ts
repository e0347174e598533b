import { expect, it } from 'vitest'
import { circlesIn, faultOf, type Imports } from './circles.ts'

const imports = (of: Readonly<Record<string, readonly string[]>>): Imports => new Map(Object.entries(of))

it('finds files that lead to each other, each circle once', () => {
  const planted = imports({
    'a.ts': ['b.ts'],
    'b.ts': ['c.ts', 'd.ts'],
    'c.ts': ['a.ts'],
    'd.ts': ['e.ts'],
    'e.ts': ['d.ts'],
    'f.ts': ['a.ts'],
  })
  expect(circlesIn(planted)).toEqual([
    ['a.ts', 'b.ts', 'c.ts'],
    ['d.ts', 'e.ts'],
  ])
})

it('finds none where every way ends', () => {
  expect(circlesIn(imports({ 'a.ts': ['b.ts', 'c.ts'], 'b.ts': ['c.ts'], 'c.ts': [] }))).toEqual([])
})

it('refuses more circles, and larger ones, than there are', () => {
  const pair = ['a.ts', 'b.ts']
  expect(faultOf(Array.from({ length: 9 }, () => pair))).toBe('')
  expect(faultOf(Array.from({ length: 10 }, () => pair))).toContain('10 circles')
  expect(faultOf([Array.from({ length: 25 }, (_, index) => `${index}.ts`)])).toContain('over 25 files')
})
