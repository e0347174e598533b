import { describe, expect, it, test } from 'vitest'
import { isJump, jumpQuestion, jumpWithoutAmounts } from './jump.ts'

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
      '成本价由¥1,490.00改为¥99,999.00，涨了6611%，请核对没有多输或少输一位',
    )
    expect(jumpQuestion('价格', 100_000, 69_999)).toBe('价格由¥1,000.00改为¥699.99，降了30%，请核对没有多输或少输一位')
    expect(jumpQuestion('价格', 100_000, 130_000)).toBeNull()
    expect(jumpQuestion('价格', null, 1)).toBeNull()
  })

  it('shows none to whoever may not know them', () => {
    expect(jumpWithoutAmounts('保底价')).toBe('保底价变化超过30%，请核对没有多输或少输一位')
  })
})
