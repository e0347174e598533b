import { expect, test } from 'vitest'
import { costJumps } from './cost-jump.ts'

test.each([
  [null, 100_000, false],
  [100_000, 100_000, false],
  [100_000, 150_000, false],
  [100_000, 150_001, true],
  [100_000, 50_000, false],
  [100_000, 49_999, true],
  [155_000, 1_234_500, true],
])('a cost of %s fen that becomes %i jumps: %s', (before, after, jumps) => expect(costJumps(before, after)).toBe(jumps))
