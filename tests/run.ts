import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { browserPath } from './support/browser.ts'

/**
 * `npm test`: every test there is, on both homes of the data and in a real browser. Fetches what it needs by itself
 * and ends with one line, `N passed, N failed`. Names given as arguments run only those phases.
 */
interface Phase {
  readonly name: string
  readonly about: string
  readonly report: 'vitest' | 'playwright'
  readonly command: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const REPORTS = 'test-results'
const reportOf = (phase: Phase) => `${REPORTS}/${phase.name}.json`

const vitest = (name: string, about: string, args: string[], env: Record<string, string> = {}): Phase => ({
  name,
  about,
  report: 'vitest',
  command: [
    'vitest',
    'run',
    ...args,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${REPORTS}/${name}.json`,
  ],
  env,
})

const phases: readonly Phase[] = [
  vitest('units', 'rules, protocol and screens, without a database', ['--project', 'unit', '--project', 'web']),
  vitest('embedded', 'the gateway on the embedded database', ['--project', 'server'], { TEST_DATABASE: 'embedded' }),
  vitest('postgres', 'the gateway on a real PostgreSQL', ['--project', 'server'], { TEST_DATABASE: 'postgres' }),
  vitest('faults', 'killed, restarted and crowded processes', ['--project', 'faults']),
  {
    name: 'journeys',
    about: 'people at work in a real browser',
    report: 'playwright',
    command: ['playwright', 'test', '--config', 'tests/journeys/playwright.config.ts'],
    // absolute, because the reporter starts from its own folder
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: resolve(REPORTS, 'journeys.json') },
  },
]

function run(command: readonly string[], env: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((done, reject) => {
    const [file = '', ...args] = command
    const child = spawn(file, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    child.once('error', reject)
    child.once('exit', (code) => done(code ?? 1))
  })
}

/** What a phase's own report says; a phase that died before writing one counts as one failure. */
function countsOf(phase: Phase): { passed: number; failed: number } {
  try {
    const report = JSON.parse(readFileSync(reportOf(phase), 'utf8'))
    if (phase.report === 'vitest') {
      const brokenFiles = report.testResults.filter(
        (file: { status: string; assertionResults: unknown[] }) =>
          file.status === 'failed' && file.assertionResults.length === 0,
      ).length
      return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles }
    }
    return {
      passed: report.stats.expected,
      failed: report.stats.unexpected + report.stats.flaky + report.errors.length,
    }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

const wanted = process.argv.slice(2)
for (const name of wanted) {
  if (!phases.some((phase) => phase.name === name)) {
    process.stderr.write(`unknown phase "${name}"; there are: ${phases.map((phase) => phase.name).join(', ')}\n`)
    process.exit(2)
  }
}
rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS, { recursive: true })

const chosen = phases.filter((phase) => wanted.length === 0 || wanted.includes(phase.name))
if (chosen.some((phase) => phase.name === 'journeys')) browserPath()

let passed = 0
let failed = 0
for (const phase of chosen) {
  process.stdout.write(`\n== ${phase.name}: ${phase.about}\n`)
  const startedAt = performance.now()
  const exitCode = await run(phase.command, phase.env ?? {})
  const counts = countsOf(phase)
  if (exitCode !== 0 && counts.failed === 0) counts.failed = 1
  passed += counts.passed
  failed += counts.failed
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  process.stdout.write(`== ${phase.name}: ${counts.passed} passed, ${counts.failed} failed in ${seconds} s\n`)
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
