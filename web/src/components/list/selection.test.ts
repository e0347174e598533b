import { expect, test, vi } from 'vitest'
import { Selection } from './selection.ts'

const page = (number: number, keys: readonly string[], scope = 'all') => ({
  rows: new Map(keys.map((key) => [key, { key, of: number }])),
  place: String(number),
  scope,
})

function selectionOn(...keys: string[]) {
  const selection = new Selection<{ key: string; of: number }>()
  selection.show(page(1, keys))
  return selection
}

const keysOf = (selection: Selection<unknown>) => [...selection.all().rows.keys()]

test('a tick toggles, and listeners hear of it', () => {
  const selection = selectionOn('a', 'b')
  const heard = vi.fn()
  const stop = selection.subscribe(heard)
  selection.toggle('a')
  expect(selection.has('a')).toBe(true)
  selection.toggle('a')
  expect(selection.has('a')).toBe(false)
  expect(heard).toHaveBeenCalledTimes(2)
  stop()
  selection.toggle('b')
  expect(heard).toHaveBeenCalledTimes(2)
})

test('ticks outlive paging within a filter and end with it', () => {
  const selection = selectionOn('a', 'b')
  selection.toggle('a')
  selection.show(page(2, ['c', 'd']))
  selection.toggle('d')
  expect(keysOf(selection)).toEqual(['a', 'd'])
  selection.show(page(1, ['a', 'b']))
  expect(keysOf(selection)).toEqual(['a', 'd'])
  selection.show(page(1, ['a'], 'drafts'))
  expect(keysOf(selection)).toEqual([])
})

test('a row that is gone from the page it stood on is ticked no more, one of another page is', () => {
  const selection = selectionOn('a', 'b')
  selection.tickPage(true)
  selection.show(page(2, ['c']))
  selection.show(page(1, ['b']))
  expect(keysOf(selection)).toEqual(['b'])
})

test('a row that changed is acted on as it is now', () => {
  const selection = selectionOn('a')
  selection.toggle('a')
  const fresh = { key: 'a', of: 9 }
  selection.show({ rows: new Map([['a', fresh]]), place: '1', scope: 'all' })
  expect(selection.all().rows.get('a')?.row).toBe(fresh)
})

test('everything found is ticked on every page, but for what is unticked', () => {
  const selection = selectionOn('a', 'b')
  selection.tickFound()
  selection.show(page(2, ['c', 'd']))
  selection.toggle('c')
  expect(['a', 'b', 'c', 'd'].filter((key) => selection.has(key))).toEqual(['a', 'b', 'd'])
  expect([...(selection.all().allBut ?? [])]).toEqual(['c'])
  selection.tickPage(false)
  expect(['a', 'c', 'd'].filter((key) => selection.has(key))).toEqual(['a'])
  selection.clear()
  expect(selection.has('a')).toBe(false)
})

test('what history kept comes back as it was', () => {
  const before = selectionOn('a', 'b')
  before.toggle('b')
  before.show(page(2, ['c']))
  const kept = structuredClone(before.stored())
  const after = new Selection<{ key: string; of: number }>()
  after.show(page(2, ['c']))
  expect(kept).not.toBeNull()
  if (kept) after.restore(kept)
  expect(keysOf(after)).toEqual(['b'])
  after.clear()
  expect(after.stored()).toBeNull()
})
