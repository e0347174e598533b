import { expect, test } from 'vitest'
import { gapFenOf, gapOf, gapText, sidesOf } from './gap.ts'

test('defect: a fee raised by twenty yuan and a charge of eighteen stood as gains', () => {
  expect(gapText(gapFenOf({ theirsFen: 9_940, oursFen: 11_940 }))).toBe('少收 ¥20.00')
  expect(gapText(gapFenOf({ theirsFen: -1_800, oursFen: 0 }))).toBe('少收 ¥18.00')
  expect(gapText(gapFenOf({ theirsFen: 193_000, oursFen: 0 }))).toBe('多收 ¥1,930.00')
  expect(gapText(0)).toBe('总数一样')
  expect([-1, 1, 0].map((fen) => gapOf(fen).tone)).toEqual(['loss', 'excess', 'none'])
})

test('what was written down without its sides has them by its kind', () => {
  const amounts = { orderId: 'o', expectedFen: 3, actualFen: 1 }
  const theirs = { theirsFen: 3, oursFen: 1 }
  for (const kind of ['noBills', 'billsWithoutOrder', 'settlementDiffers', 'fileDiffers'] as const)
    expect(sidesOf({ kind, ...amounts })).toEqual(theirs)
  expect(sidesOf({ kind: 'formulaDiffers', ...amounts })).toEqual({ theirsFen: 1, oursFen: 3 })
  expect(sidesOf({ kind: 'billsWithoutOrder', ...amounts, orderId: null })).toEqual({ theirsFen: 1, oursFen: 3 })
})
