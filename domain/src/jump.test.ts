import { describe, expect, it, test } from 'vitest'
import { isJump, jumpQuestion, jumpWithoutAmounts, referenceQuestion } from './jump.ts'

test.each([
  [100_000, 130_000, false],
  [100_000, 130_001, true],
  [100_000, 70_000, false],
  [100_000, 69_999, true],
  [62_000, 150_000, true],
  [null, 150_000, false],
  [0, 150_000, false],
])('%s fen that become %i jump: %s', (before, after, jumps) => expect(isJump(before, after)).toBe(jumps))

describe('the question about a jump', () => {
  it('shows both amounts and how far it goes', () => {
    expect(jumpQuestion('成本价', 149_000, 9_999_900)).toBe(
      '成本价由¥1,490.00改为¥99,999.00，是原来的67.1倍，是不是多输了一位？',
    )
    expect(jumpQuestion('价格', 100_000, 69_999)).toBe('价格由¥1,000.00改为¥699.99，少30%，对吗？')
    expect(jumpQuestion('价格', 100_000, 130_000)).toBeNull()
    expect(jumpQuestion('价格', null, 1)).toBeNull()
  })

  it('shows none to whoever may not know them', () => {
    expect(jumpWithoutAmounts('保底价')).toBe('保底价变化超过30%，是不是多输或少输了一位？')
  })
})

describe('defect: a price nine tenths too low was said to be a tenth too low', () => {
  it.each([
    [3_800, 42_000, '¥38.00比参考价¥420.00少91%，是不是少输了一位？'],
    [1, 400_000, '¥0.01比参考价¥4,000.00少99%，是不是少输了一位？'],
    [36_000, 42_000, '¥360.00比参考价¥420.00少14%，对吗？'],
    [60_000, 42_000, '¥600.00比参考价¥420.00多43%，对吗？'],
    [105_000, 42_000, '¥1,050.00是参考价¥420.00的2.5倍，对吗？'],
    [1_190_000, 119_000, '¥11,900.00是参考价¥1,190.00的10倍，是不是多输了一位？'],
  ])('%i beside %i', (price, reference, question) => expect(referenceQuestion(price, reference)).toBe(question))
})
