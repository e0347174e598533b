import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * `node tests/durations.ts` keeps how long test files took, from the reports of the last runs in test-results/, for the
 * order in which they are begun (tests/support/longest-first.ts). A file that no report names keeps its duration.
 */
const ROOT = path.join(import.meta.dirname, '..')
const KEPT = path.join(ROOT, 'tests/support/durations.json')
/** Shorter files are begun by their size. */
const SHORTEST_SECONDS = 2

interface VitestReport {
  readonly testResults: readonly { readonly name: string; readonly startTime: number; readonly endTime: number }[]
}

interface PlaywrightSuite {
  readonly file: string
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs: readonly {
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[]
  }[]
}

interface PlaywrightReport {
  readonly config: { readonly rootDir: string }
  readonly suites: readonly PlaywrightSuite[]
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

const msOf = ({ specs, suites = [] }: PlaywrightSuite): number =>
  sum(specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)))) +
  sum(suites.map(msOf))

/** How long each file of a report took, by its path in the project. */
function measured(report: VitestReport | PlaywrightReport): [file: string, ms: number][] {
  const inProject = (file: string) => path.relative(ROOT, file)
  if ('testResults' in report) {
    return report.testResults.map(({ name, startTime, endTime }) => [inProject(name), endTime - startTime])
  }
  return report.suites.map((suite) => [inProject(path.resolve(report.config.rootDir, suite.file)), msOf(suite)])
}

const seconds = new Map<string, number>(Object.entries(JSON.parse(readFileSync(KEPT, 'utf8'))))
// a file that runs on several homes counts with the longest of them
const longest = new Map<string, number>()
for (const report of globSync(process.argv[2] ?? 'test-results/*.json', { cwd: ROOT })) {
  for (const [file, ms] of measured(JSON.parse(readFileSync(path.resolve(ROOT, report), 'utf8')))) {
    longest.set(file, Math.max(longest.get(file) ?? 0, Math.round(ms / 1000)))
  }
}
for (const [file, s] of longest) seconds.set(file, s)
const kept = [...seconds]
  .filter(([, s]) => s >= SHORTEST_SECONDS)
  .sort(([one, s], [other, t]) => t - s || (one < other ? -1 : 1))
writeFileSync(KEPT, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`)
