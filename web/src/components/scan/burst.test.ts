import { imeiCheckDigit } from '@huanji/domain/codes/luhn'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BurstReader, type BurstResult, FAST_GAP_MS, SLOW_GAP_MS, STALL_MS } from './burst.ts'
import { keysOf, readKeys, type TimedKey } from './testing/burst-runner.ts'

/** One that begins as most phones' do here. */
const IMEI_86 = '861344965521883'
const IMEI = '490154203237518'
const OTHER_IMEI = '860246040000018'
const BAG = 'FD00001234'

const code = (text: string): BurstResult => ({ kind: 'code', text })
const fragment = (text: string): BurstResult => ({ kind: 'fragment', text })

/** A whole code of the trade: an IMEI, one of our numbers, a bag's code or a waybill. */
const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
const imeis = digits(12).map((body) => `86${body}${imeiCheckDigit(`86${body}`)}`)
const ownNumbers = fc.oneof(
  digits(10).map((tail) => `HJ${tail}`),
  digits(6).map((tail) => `ZJ261122${tail}`),
)
const bags = digits(8).map((tail) => `FD${tail}`)
const waybills = digits(13).map((tail) => `SF${tail}`)
const codes = fc.oneof(imeis, ownNumbers, bags, waybills)

/** Gaps of one scanner: fast with jitter, or slow and even. */
const fastGaps = fc.array(fc.integer({ min: 1, max: FAST_GAP_MS }), { minLength: 24, maxLength: 24 })
const slowGaps = fc.array(fc.integer({ min: 55, max: SLOW_GAP_MS }), { minLength: 24, maxLength: 24 })
const gaps = fc.oneof(fastGaps, slowGaps)
const prefixes = fc.constantFrom('', ']C1', ']Q3', ']d2', '~', '*')
const endings = fc.constantFrom<readonly string[]>(
  ['Enter'],
  ['Tab'],
  ['Enter', 'Enter'],
  ['*', 'Enter'],
  ['\n', 'Tab'],
)

/** The keys of a scanner with these gaps, the ending keys as fast as the others. */
function scanned(keys: readonly string[], gapsMs: readonly number[], firstGapMs = 3000): TimedKey[] {
  return keys.map((key, index) => [key, index === 0 ? firstGapMs : (gapsMs[index % gapsMs.length] ?? 12)])
}

describe('a scanner of any make', () => {
  test('is read as it was printed: any gaps, prefix and ending', () => {
    fc.assert(
      fc.property(codes, gaps, prefixes, endings, (text, gapsMs, prefix, ending) => {
        const keys = scanned([...prefix, ...text, ...ending], gapsMs)
        expect(readKeys(new BurstReader(), keys)).toEqual([code(text)])
      }),
    )
  })

  test('defect: a burst with a stall was cut and its tail judged as another code', () => {
    const stalls = fc.record({
      first: fc.integer({ min: 2, max: 9 }),
      firstMs: fc.integer({ min: 80, max: 700 }),
      next: fc.integer({ min: 5, max: 14 }),
      nextMs: fc.integer({ min: 80, max: STALL_MS }),
    })
    fc.assert(
      fc.property(codes, fastGaps, stalls, (text, gapsMs, { first, firstMs, next, nextMs }) => {
        // it would look like a label that was read again from its beginning
        fc.pre(!text.slice(first).startsWith(text.slice(0, first)))
        const keys = scanned([...text, 'Enter'], gapsMs).map(([key, gapMs], index): TimedKey => {
          if (index === first) return [key, firstMs]
          return [key, index === first + next ? nextMs : gapMs]
        })
        expect(readKeys(new BurstReader(), keys)).toEqual([code(text)])
      }),
    )
  })

  test('that sends no ending key gives whole codes from the first one on, and any code after that', () => {
    fc.assert(
      fc.property(imeis, fc.array(codes, { maxLength: 4 }), gaps, prefixes, (first, others, gapsMs, prefix) => {
        const texts = [first, ...others]
        const keys = texts.flatMap((text) => scanned([...prefix, ...text], gapsMs))
        expect(readKeys(new BurstReader(), keys)).toEqual(texts.map(code))
      }),
    )
  })

  test('that stops in the middle leaves a fragment, and no code', () => {
    fc.assert(
      fc.property(imeis, fc.integer({ min: 8, max: 14 }), gaps, (text, length, gapsMs) => {
        const reader = new BurstReader()
        const keys = scanned([...text.slice(0, length)], gapsMs)
        expect(readKeys(reader, keys)).toEqual([fragment(text.slice(0, length))])
      }),
    )
  })
})

test('nobody types fast enough to be a scanner', () => {
  const typed = fc.array(
    fc.tuple(fc.constantFrom(...'0123456789abcXYZ', 'Enter', 'Tab'), fc.integer({ min: 80, max: 900 })),
    {
      maxLength: 40,
    },
  )
  fc.assert(
    fc.property(typed, (keys) => {
      expect(readKeys(new BurstReader(), keys)).toEqual([])
    }),
  )
})

describe('fragments', () => {
  test('the tail of an IMEI is no bag: it is joined even after its beginning was refused', () => {
    const keys = [
      ...keysOf(OTHER_IMEI.slice(0, 7)),
      ...keysOf(OTHER_IMEI.slice(7), 12, STALL_MS + 400),
      ['Enter', 12] as const,
    ]
    expect(readKeys(new BurstReader(), keys)).toEqual([fragment('8602460'), code(OTHER_IMEI)])
  })

  test('a tail that comes after its beginning was refused is refused too, and the label read anew is taken', () => {
    const again = [...keysOf(BAG, 12, 1200), ['Enter', 12] as const]
    const tail = [...keysOf(BAG.slice(5), 12, STALL_MS + 300), ['Enter', 12] as const]
    const reader = new BurstReader()
    expect(readKeys(reader, [...keysOf(BAG.slice(0, 5)), ...tail, ...again])).toEqual([
      fragment('FD000'),
      fragment('01234'),
      code(BAG),
    ])
  })

  test('a label that is read again from its beginning is not joined to the broken reading before it', () => {
    const keys = [...keysOf(BAG.slice(0, 6)), ...keysOf(BAG, 12, 700), ['Enter', 12] as const]
    expect(readKeys(new BurstReader(), keys)).toEqual([code(BAG)])
  })

  test('a whole IMEI behind a fragment is taken, and the fragment told', () => {
    const keys = [...keysOf('FD0000'), ...keysOf(IMEI, 12, 800), ['Enter', 12] as const]
    expect(readKeys(new BurstReader(), keys)).toEqual([fragment('FD0000'), code(IMEI)])
  })

  test('the same text once more is no fragment: the scanner sends no ending key', () => {
    const keys = [...keysOf(BAG), ...keysOf(BAG, 12, 4000), ...keysOf('FD00001235', 12, 4000)]
    expect(readKeys(new BurstReader(), keys)).toEqual([fragment(BAG), code(BAG), code('FD00001235')])
  })

  test('defect: two keys that came late and alone were lost from the beginning of an IMEI', () => {
    const late = [...keysOf(IMEI_86.slice(0, 2), 300), ...keysOf(IMEI_86.slice(2), 8, 300), ['Enter', 8] as const]
    expect(readKeys(new BurstReader(), late)).toEqual([code(IMEI_86)])
  })

  test('defect: the first letters of a code that a busy machine held up were given away, and the rest taken', () => {
    const heldUp = (count: number) => [
      ...keysOf('JDVA12300322106'.slice(0, count), 90),
      ...keysOf('JDVA12300322106'.slice(count), 30, 120),
      ['Enter', 30] as const,
    ]
    for (const count of [1, 2]) expect(readKeys(new BurstReader(), heldUp(count))).toEqual([code('JDVA12300322106')])
  })

  test('two single keys before a code stay the person’s where IMEIs do not begin so, or none comes of it', () => {
    const behind = (keys: string, rest: string) => [
      ...keysOf(keys, 300),
      ...keysOf(rest, 8, 300),
      ['Enter', 8] as const,
    ]
    expect(readKeys(new BurstReader(), behind('12', IMEI_86.slice(2)))).toEqual([code(IMEI_86.slice(2))])
    expect(readKeys(new BurstReader(), behind('86', '1234567890123'))).toEqual([code('1234567890123')])
    expect(readKeys(new BurstReader(), behind('8', IMEI_86.slice(1)))).toEqual([code(IMEI_86)])
    expect(readKeys(new BurstReader(), behind('18', IMEI_86.slice(1)))).toEqual([code(IMEI_86)])
  })

  test('a person’s last key before a scan stays the person’s', () => {
    const keys = [...keysOf('77', 150), ...keysOf(BAG, 12, 400), ['Enter', 12] as const]
    expect(readKeys(new BurstReader(), keys)).toEqual([code(BAG)])
  })
})

describe('prefixes', () => {
  test('letters before our own numbers are known at once, before IMEIs with the second one, and then before all', () => {
    const scan = (text: string) => [...keysOf(text), ['Enter', 12] as const]
    const reader = new BurstReader()
    expect(readKeys(reader, scan('DHJ0000000012'))).toEqual([code('HJ0000000012')])
    expect(readKeys(reader, scan(`D${BAG}`), 90_000)).toEqual([code(BAG)])
    expect(readKeys(reader, scan(IMEI), 190_000)).toEqual([code(IMEI)])
    expect(readKeys(reader, scan(`D${BAG}`), 290_000)).toEqual([code(`D${BAG}`)])
    expect(readKeys(reader, scan(`j${IMEI}`), 390_000)).toEqual([code(`j${IMEI}`)])
    expect(readKeys(reader, scan(`j${OTHER_IMEI}`), 490_000)).toEqual([code(OTHER_IMEI)])
    expect(readKeys(reader, scan(`j${IMEI}`), 590_000)).toEqual([code(IMEI)])
  })
})

test('a second ending key, and one that comes after the code was given, belong to it; a later one is a person’s', () => {
  const reader = new BurstReader()
  readKeys(reader, [...keysOf(IMEI), ['Enter', 12]])
  const endMs = 10_000 + 3000 + 14 * 12 + 12
  expect(reader.take('Enter', endMs + 10).kind).toBe('spent')
  expect(reader.take('Enter', endMs + 80).kind).toBe('nothing')
  readKeys(reader, keysOf('HJ0000000012'), 40_000)
  const givenMs = 40_000 + 3000 + 11 * 12 + 600
  expect(reader.take('Enter', givenMs + 240).kind).toBe('spent')
  expect(reader.take('Enter', givenMs + 260).kind).toBe('nothing')
})

test('defect: Enter pressed soon after a code that was given without its ending key was lost', () => {
  const reader = new BurstReader()
  readKeys(reader, keysOf('HJ0000000012'))
  const givenMs = 10_000 + 3000 + 11 * 12 + 600
  expect(reader.take('Enter', givenMs + 10).kind).toBe('spent')
  expect(reader.take('Enter', givenMs + 90).kind).toBe('nothing')
})
