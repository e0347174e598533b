import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { BY_NIGHT, BY_NIGHT_ON, FAULTS_BY_NIGHT, HOMES, type Home, ON_CLUSTER_INSTEAD } from './homes.ts'
import { prepareBrowser } from './support/browser.ts'
import { BROWSER_PACKAGES, INPUT_METHOD_PACKAGES, prepareSystem } from './support/system-packages.ts'

/**
 * `npm test`: what proves a change, on every home of the data that can be had and in a real browser. `npm test fast` is
 * what a person runs before each push, `npm test nightly` every test there is, longer and with new seeds. Fetches what
 * it needs by itself and ends with one line, `N passed, N failed`. Names given as arguments run only those phases.
 */
interface Phase {
  readonly name: string
  readonly about: string
  readonly report: 'vitest' | 'playwright'
  readonly command: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** How to run it elsewhere, where it cannot run here. */
  readonly cure?: string
}

const REPORTS = 'test-results'
const reportOf = (phase: Phase) => `${REPORTS}/${phase.name}.json`

/** A cluster cannot be had from the package registry: a script starts one and says where it is. */
const CITUS_UP = process.env.HUANJI_CITUS_UP ?? '../shared/tools/citus/up'

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

const excluded = (files: readonly string[]): string[] => files.flatMap((file) => ['--exclude', file])

/** The server's tests on one home of the data: all of them, or those that tests/homes.ts lists for it. */
function onHome(name: 'embedded' | 'postgres' | 'citus', env: Record<string, string> = {}): Phase {
  const home: Home | null = name === 'postgres' ? null : HOMES[name]
  const files = home?.files.map(({ path }) => path) ?? []
  const ofThisHome = name === 'citus' ? [] : BY_NIGHT_ON[name]
  const leftOut = depth === 'nightly' ? [] : [...BY_NIGHT, ...ofThisHome]
  const about = home?.about ?? 'the whole gateway on a real PostgreSQL'
  return vitest(name, about, ['--project', 'server*', ...files], {
    TEST_DATABASE: name,
    TEST_LEFT_OUT: leftOut.join(','),
    ...env,
  })
}

/** On a PostgreSQL server everything; in a run that has a cluster too, what that one does not run anyway. */
function postgresPhase(): Phase {
  const phase = onHome('postgres')
  if (wanted.length > 0 || depth === 'nightly' || !existsSync(CITUS_UP)) return phase
  const leftOut = [phase.env?.TEST_LEFT_OUT ?? '', ...ON_CLUSTER_INSTEAD].join(',')
  return { ...phase, env: { ...phase.env, TEST_LEFT_OUT: leftOut } }
}

function citusPhase(): Phase {
  const phase = onHome('citus', { TEST_CITUS_UP: resolve(CITUS_UP) })
  if (existsSync(CITUS_UP)) return phase
  return {
    ...phase,
    cure: 'on a machine with Citus: HUANJI_CITUS_UP=<a script that starts a cluster and prints its address> npm test citus',
  }
}

/** A phase whose programs come from Debian's packages, or cannot be had. */
function withPackages(phase: Phase, packages: Parameters<typeof prepareSystem>[0]): Phase {
  if (wanted.length > 0 && !wanted.includes(phase.name)) return phase
  const cure = prepareSystem(packages)
  return cure === '' ? phase : { ...phase, cure }
}

const playwright = (name: string, about: string): Phase => ({
  name,
  about,
  report: 'playwright',
  command: ['playwright', 'test', '--config', `tests/${name}/playwright.config.ts`, ...JOURNEYS[depth]],
  // absolute, because the reporter starts from its own folder
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: resolve(REPORTS, `${name}.json`) },
})

/** A day's seed: printed by the tests that use it, and given again by the same variable. */
const seed = (): string => String(Date.now() % 1_000_000)

/** What a run at night asks of the tests besides; what is set already stays. */
const NIGHTLY: Readonly<Record<string, string>> = {
  TEST_NIGHTLY: 'yes',
  ANSWERS_RUNS: '1000',
  INPUT_METHOD_SCANS: '600',
  FAULT_SEED: seed(),
  TEST_SEED: seed(),
  FAULT_KILLS: '40',
  HUANJI_SIMULATION_DAYS: '60',
  HUANJI_HISTORIES: '2000',
  HUANJI_MONEY_DAYS: '60',
}
const FAST = ['units', 'embedded', 'journeys']
/** The journeys of each run, by their tags. */
const JOURNEYS = { fast: ['--grep', '@fast'], whole: ['--grep-invert', '@nightly'], nightly: [] } as const

const names = process.argv.slice(2)
const depth = names.includes('fast') ? 'fast' : names.includes('nightly') ? 'nightly' : 'whole'
const wanted = [...(depth === 'fast' ? FAST : []), ...names.filter((name) => name !== depth)]
const notByDay = depth === 'nightly' ? [] : excluded(FAULTS_BY_NIGHT)
const phases: readonly Phase[] = [
  vitest('units', 'rules, protocol and screens, without a database', [
    ...['--project', 'unit', '--project', 'web*'],
    ...(depth === 'nightly' ? [] : excluded(BY_NIGHT)),
  ]),
  onHome('embedded'),
  postgresPhase(),
  citusPhase(),
  vitest('faults', 'killed, restarted and crowded processes', ['--project', 'faults', ...notByDay], {
    TEST_CITUS_UP: resolve(CITUS_UP),
  }),
  withPackages(
    vitest('input-methods', 'scans through real input methods in three browsers', ['--project', 'input-methods']),
    INPUT_METHOD_PACKAGES,
  ),
  withPackages(playwright('browsers', 'the main flows in Firefox, what phones open in WebKit'), BROWSER_PACKAGES),
  playwright('journeys', 'the main flows in a real browser'),
]

function run(command: readonly string[], env: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((done, reject) => {
    const [file = '', ...args] = command
    // the name of the script is ours: a server that a test starts would refuse a setting that it does not know
    const { HUANJI_CITUS_UP: _script, ...inherited } = process.env
    const night = depth !== 'nightly' ? {} : file === 'vitest' ? NIGHTLY : { TEST_NIGHTLY: 'yes' }
    const child = spawn(file, args, { stdio: 'inherit', env: { ...night, ...inherited, ...env } })
    child.once('error', reject)
    child.once('exit', (code) => done(code ?? 1))
  })
}

interface Counts {
  passed: number
  failed: number
  /** What failed, one line each with the first line of its reason. */
  failures: string[]
}

interface VitestFile {
  readonly name: string
  readonly status: string
  readonly message: string
  readonly assertionResults: readonly { fullName: string; status: string; failureMessages: readonly string[] }[]
}

interface PlaywrightSuite {
  readonly file: string
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs: readonly { title: string; file: string; tests: readonly { status: string }[] }[]
}

const firstLine = (text = '') => text.split('\n', 1)[0] ?? ''

function vitestFailures(file: VitestFile): string[] {
  if (file.status !== 'failed') return []
  const name = relative('.', file.name)
  const failed = file.assertionResults.filter(({ status }) => status === 'failed')
  if (failed.length === 0) return [`${name}: ${firstLine(file.message)}`]
  return failed.map(({ fullName, failureMessages }) => `${name}: ${fullName}: ${firstLine(failureMessages[0])}`)
}

function playwrightFailures(suite: PlaywrightSuite): string[] {
  const failed = suite.specs.filter(({ tests }) => tests.some(({ status }) => /unexpected|flaky/.test(status)))
  return [
    ...failed.map(({ file, title }) => `${file}: ${title}`),
    ...(suite.suites ?? []).flatMap((inner) => playwrightFailures(inner)),
  ]
}

/** What a phase's own report says; a phase that died before writing one counts as one failure. */
function countsOf(phase: Phase): Counts {
  try {
    const report = JSON.parse(readFileSync(reportOf(phase), 'utf8'))
    if (phase.report === 'vitest') {
      const files: readonly VitestFile[] = report.testResults
      const brokenFiles = files.filter(
        ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
      ).length
      return {
        passed: report.numPassedTests,
        failed: report.numFailedTests + brokenFiles,
        failures: files.flatMap((file) => vitestFailures(file)),
      }
    }
    return {
      passed: report.stats.expected,
      failed: report.stats.unexpected + report.stats.flaky + report.errors.length,
      failures: [
        ...(report.suites as PlaywrightSuite[]).flatMap((suite) => playwrightFailures(suite)),
        ...(report.errors as { message?: string }[]).map(({ message }) => firstLine(message)),
      ],
    }
  } catch {
    return { passed: 0, failed: 1, failures: ['no report was written'] }
  }
}

for (const name of wanted) {
  if (!phases.some((phase) => phase.name === name)) {
    process.stderr.write(`unknown phase "${name}"; there are: ${phases.map((phase) => phase.name).join(', ')}\n`)
    process.exit(2)
  }
}
const chosen = phases.filter((phase) => wanted.length === 0 || wanted.includes(phase.name))
mkdirSync(REPORTS, { recursive: true })
for (const phase of chosen) rmSync(reportOf(phase), { force: true })
if (chosen.some((phase) => phase.name === 'journeys')) prepareBrowser()

let passed = 0
let failed = 0
const failures: string[] = []
for (const phase of chosen) {
  if (phase.cure !== undefined) {
    process.stdout.write(`\n== ${phase.name}: not run here; ${phase.cure}\n`)
    // asked for by name, it was to be run
    if (wanted.length > 0) failed += 1
    continue
  }
  process.stdout.write(`\n== ${phase.name}: ${phase.about}\n`)
  const startedAt = performance.now()
  const exitCode = await run(phase.command, phase.env ?? {})
  const counts = countsOf(phase)
  if (exitCode !== 0 && counts.failed === 0) {
    counts.failed = 1
    counts.failures.push(`ended with code ${exitCode} though no test failed`)
  }
  failures.push(...counts.failures.map((failure) => `${phase.name}: ${failure}`))
  passed += counts.passed
  failed += counts.failed
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  process.stdout.write(`== ${phase.name}: ${counts.passed} passed, ${counts.failed} failed in ${seconds} s\n`)
}
// at the end, where whoever reads the last lines of a long log finds them
for (const failure of failures) process.stdout.write(`\nfailed: ${failure}`)
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
