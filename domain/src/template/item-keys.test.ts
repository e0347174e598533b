import { describe, expect, test } from 'vitest'
import { itemKeys } from './item-keys.ts'
import { itemsOf, TEMPLATES } from './template.ts'

/** What is wrong with keys: too long, no letters, taken twice, or the beginning of others. */
function faults(keys: ReadonlyMap<string, string>): string[] {
  const all = [...keys.values()]
  return all.filter(
    (one, at) => !/^[a-z]{1,2}$/.test(one) || all.some((other, otherAt) => otherAt !== at && other.startsWith(one)),
  )
}

/** A template of so many items that nobody has given initials, in six groups. */
const madeItems = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ code: `${'ABCDEF'.charAt(index % 6)}${String(index + 100)}` }))

describe('the keys of the items', () => {
  test('defect: letters ran out, and only case told items apart', () => {
    for (const template of TEMPLATES) {
      const items = itemsOf(template)
      expect(items.length).toBeGreaterThan(90)
      const keys = itemKeys(items)
      expect(keys.size).toBe(items.length)
      expect(faults(keys)).toEqual([])
    }
  })

  test('are at most two letters, none the beginning of others, for a larger template too', () => {
    const [newest] = TEMPLATES.toReversed()
    const items = [...(newest ? itemsOf(newest) : []), ...madeItems(300)]
    const keys = itemKeys(items)
    expect(keys.size).toBe(items.length)
    expect(faults(keys)).toEqual([])
    expect(() => itemKeys(madeItems(700))).toThrow(RangeError)
  })

  test('stay what they are whatever else is asked', () => {
    const all = itemKeys(TEMPLATES.flatMap(itemsOf))
    const few = itemKeys([{ code: 'C01' }, { code: 'X01' }])
    expect(few.get('C01')).toBe('ph')
    expect(few.get('C01')).toBe(all.get('C01'))
    expect(few.get('X01')?.charAt(0)).toBe('x')
  })
})
