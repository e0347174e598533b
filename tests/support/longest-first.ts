import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, the longest first: begun last, one of them would run alone at the end of a phase. */
const LONGEST = [
  'tests/contract/contract.test.ts',
  'tests/contract/live.test.ts',
  'tests/faults/kill.test.ts',
  'tests/contract/repeats.test.ts',
  'server/src/demo/same-rows.test.ts',
  'tests/faults/demo.test.ts',
  'server/src/sync/allowed-actions-orders.test.ts',
  'tests/recipes.test.ts',
  'tests/server/attacks/injection.test.ts',
  'tests/server/event-stream.test.ts',
]

function rankOf({ moduleId }: TestSpecification): number {
  const rank = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}`))
  return rank === -1 ? LONGEST.length : rank
}

/** The order of vitest, which goes by size where it knows no durations, after the files that are known to take long. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort((one, other) => rankOf(one) - rankOf(other))
  }
}
