import { describe, expect, test } from 'vitest'
import { code128 } from './code128.ts'

/** Splits the widths into symbols of six elements, with the stop symbol of seven at the end. */
function symbolsOf(text: string): string[] {
  const widths = code128(text).join('')
  const body = widths.slice(0, -7)
  expect(widths.slice(-7)).toBe('2331112')
  return body.match(/.{6}/g) ?? []
}

describe('Code 128', () => {
  test('every printable character has its own symbol of 11 modules, with an even number of black ones', () => {
    const characters = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
    const symbols = characters.map((character) => symbolsOf(character)[1] ?? '')
    expect(new Set(symbols).size).toBe(95)
    for (const symbol of symbols) {
      const widths = [...symbol].map(Number)
      expect(widths.reduce((sum, width) => sum + width, 0)).toBe(11)
      expect(widths.filter((_, index) => index % 2 === 0).reduce((sum, width) => sum + width, 0) % 2).toBe(0)
    }
  })

  test('a text in set B carries its check symbol', () => {
    // start B 104, "A" 33, "B" 34: (104 + 33·1 + 34·2) mod 103 = 102
    expect(symbolsOf('AB')).toEqual(['211214', '111323', '131123', '411131'])
  })

  test('digits are packed in pairs, so that a bar code fits a label of 40 mm', () => {
    expect(symbolsOf('1234')).toEqual(['211232', '112232', '131123', '121241'])
    expect(code128('HJ0000000040').reduce((sum, width) => sum + width, 0)).toBe(11 * 10 + 13)
  })

  test('an odd digit stays in set B', () => {
    expect(symbolsOf('A12345')).toHaveLength(1 + 1 + 1 + 2 + 1 + 1 + 1)
  })

  test('a text that the code cannot hold is refused', () => {
    expect(() => code128('')).toThrow(RangeError)
    expect(() => code128('条码')).toThrow(RangeError)
  })
})
