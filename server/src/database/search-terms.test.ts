import { describe, expect, it } from 'vitest'
import { endsOf, partsOf, termsOf } from './search-terms.ts'

describe('the terms of a text', () => {
  it('are its words, each three characters of what has no words, and each two neighbours', () => {
    expect(termsOf(['苹果 iPhone 13 128GB 午夜色'])).toEqual(
      [
        ...['苹果', '果', 'iphone', '13', '128gb', '午夜色', '夜色', '色'],
        ...['+苹果 iphone', '+iphone 13', '+13 128gb', '+128gb 午夜色'],
        ...['*苹果 iphone 13', '*iphone 13 128gb', '*13 128gb 午夜色'],
      ].sort(),
    )
  })

  it('are each named once, whatever separates them', () => {
    expect(termsOf(['【国行】iPhone13/128GB', 'IPHONE13', '一**5'])).toEqual(
      [
        ...['【国行', '国行】', '行】', '】', 'iphone13', '128gb', '一', '5'],
        ...['+国行】iphone13', '+iphone13/128gb', '+一**5', '*国行】iphone13/128gb'],
      ].sort(),
    )
  })

  it('are none of nothing', () => {
    expect(termsOf(['', ' ** '])).toEqual([])
  })
})

describe('a keyword', () => {
  it.each([
    ['iPhone', ['iphone'], true],
    ['黑', ['黑'], true],
    ['黑色', ['黑色'], true],
    ['午夜色', ['午夜色'], true],
    ['午夜色新', ['午夜色', '夜色新'], false],
    ['13 128', ['+13 128'], true],
    ['iPhone午', ['+iphone午'], true],
    ['苹果 13 128', ['*苹果 13 128'], true],
    ['新苹果手机 13', ['+果手机 13'], false],
    ['苹果 13 128 黑', ['*苹果 13 128', '*13 128 黑'], false],
    ['a 0123456789abcdefg b', ['+a 0123456789abcdef', '+123456789abcdefg b'], false],
    [' 13', ['13'], false],
    ['**', [], false],
    ['4100000000000000123', ['4100000000000000123'], true],
  ])('%j asks for %j', (keyword, parts, isExact) => {
    expect(partsOf(keyword)).toEqual({ parts, isExact })
  })
})

it('every piece of a text is found by its parts', () => {
  const text = `华为Mate60 Pro+ 12+512G 雅川青 95新 国行 编号${'0123456789abcdef'.repeat(5)}·全套`
  const terms = termsOf([text])
  const ends = terms.flatMap(endsOf)
  const characters = Array.from(text)
  for (let start = 0; start < characters.length; start += 1) {
    for (let end = start + 1; end <= characters.length; end += 1) {
      const { parts } = partsOf(characters.slice(start, end).join(''))
      const lost = parts.filter((part) => !ends.some((one) => one.startsWith(part)))
      expect({ start, end, lost }).toEqual({ start, end, lost: [] })
    }
  }
})

it('of a long number only the beginning is looked for, or one entry would have as many parts as digits', () => {
  expect(endsOf('4100000000000000123')).toEqual(['4100000000000000123'])
  expect(endsOf('12345678901')).toHaveLength(11)
  const { parts } = partsOf('41000')
  expect(endsOf('4100000000000000123').some((one) => one.startsWith(parts[0] ?? ''))).toBe(true)
})
