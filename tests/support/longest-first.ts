import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { secondsOf } from './durations.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const secondsOfFile = ({ moduleId }: TestSpecification): number => secondsOf(path.relative(ROOT, moduleId))

/**
 * The order of vitest, which goes by size where it knows no durations, after the files that were measured to take long:
 * begun last, one of them would run alone at the end of a phase.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort((one, other) => secondsOfFile(other) - secondsOfFile(one))
  }
}
