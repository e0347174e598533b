import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import {
  APART,
  BROWSERS,
  BY_NIGHT,
  BY_NIGHT_ON,
  FAULTS_BY_NIGHT,
  HOMES,
  JOURNEYS,
  PROJECTS,
  WEB_APART,
} from './homes.ts'
import { longFiles } from './support/durations.ts'

const ROOT = path.join(import.meta.dirname, '..')
const TEST_FILE = /\.(test|spec)\.(ts|tsx)$/

/** What a file may not do in a worker that it shares; what it put in a global's place is put back on the web (testing/setup.ts). */
const REPLACES: Readonly<Record<string, RegExp>> = {
  server: /\bvi\.(mock|doMock|resetModules|stubGlobal|stubEnv)\(/,
  web: /\bvi\.(mock|doMock|resetModules|stubEnv)\(/,
}

interface TestFile {
  readonly name: string
  readonly text: string
}

/** Every test file of the project, also one that git does not hold yet. */
function testFiles(): TestFile[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  return [...new Set(execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\0'))]
    .filter((name) => TEST_FILE.test(name) && fs.existsSync(path.join(ROOT, name)))
    .map((name) => ({ name, text: fs.readFileSync(path.join(ROOT, name), 'utf8') }))
}

const places: readonly (readonly [string, readonly string[]])[] = [
  ...Object.entries(PROJECTS),
  ['journeys', [JOURNEYS]],
  ['browsers', [BROWSERS]],
]

const placesOf = (name: string): string[] =>
  places.filter(([, globs]) => globs.some((glob) => path.matchesGlob(name, glob))).map(([place]) => place)

/** Where a file runs beside PostgreSQL. */
const homesOf = (name: string): string[] =>
  Object.entries(HOMES)
    .filter(([, { files }]) => files.some((file) => name.startsWith(file.path)))
    .map(([home]) => home)

/** What is wrong with the place of a test file, as a sentence, or null. */
function faultOf({ name, text }: TestFile): string | null {
  const found = placesOf(name)
  if (found.length === 0) return `${name} lies where no project looks: it would never run`
  if (found.length > 1) return `${name} belongs to ${found.join(' and ')}: it would run twice`
  if (found[0] !== 'server') return null
  // a test for one home alone would be passed over everywhere else
  const missing = Object.keys(HOMES).filter((home) => text.includes(`=== '${home}'`) && !homesOf(name).includes(home))
  return missing.length === 0 ? null : `${name} has a test for '${missing.join(', ')}' alone and does not run there`
}

it('runs every test file in exactly one project, and on each home of the data that it has tests for', () => {
  const files = testFiles()
  expect(files.length).toBeGreaterThan(100)
  expect(files.map(faultOf).filter((fault) => fault !== null)).toEqual([])
})

it.each([
  ['server', APART],
  ['web', WEB_APART],
])('gives every file of the project %s that puts a module in another’s place a worker of its own', (project, apart) => {
  const files = testFiles().filter(({ name }) => placesOf(name).includes(project))
  const mocking = files.filter(({ text }) => REPLACES[project]?.test(text))
  expect(mocking.map(({ name }) => name).filter((name) => !apart.includes(name))).toEqual([])
  expect(apart.filter((name) => !files.some((file) => file.name === name))).toEqual([])
})

it('names in docs/testing.md what each run has instead of the tests of the night', () => {
  const text = fs.readFileSync(path.join(ROOT, 'docs/testing.md'), 'utf8')
  const byNight = [...FAULTS_BY_NIGHT, ...BY_NIGHT, ...Object.values(BY_NIGHT_ON).flat()]
  const ofNight = testFiles().filter(
    ({ name, text }) => byNight.includes(name) || (/\.spec\.ts$/.test(name) && text.includes("'@nightly'")),
  )
  expect(ofNight.length).toBeGreaterThan(new Set(byNight).size)
  expect(byNight.filter((name) => !fs.existsSync(path.join(ROOT, name)))).toEqual([])
  expect(ofNight.map(({ name }) => path.basename(name)).filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})

it('knows the durations of files that there are', () => {
  expect(longFiles('', 0).filter((name) => !fs.existsSync(path.join(ROOT, name)))).toEqual([])
})

it('lists no place without test files', () => {
  const names = testFiles().map(({ name }) => name)
  for (const [place, globs] of places) {
    for (const glob of globs) {
      const isPlace = names.some((name) => path.matchesGlob(name, glob))
      expect(isPlace || glob.startsWith('web/build/'), `${place}: ${glob}`).toBe(true)
    }
  }
  for (const [home, { files }] of Object.entries(HOMES)) {
    for (const file of files) {
      expect(
        names.some((name) => name.startsWith(file.path) && placesOf(name).includes('server')),
        `${home}: ${file.path}`,
      ).toBe(true)
    }
  }
})

it('says in one line how the cluster’s phase is run elsewhere, and does not pass it over when it was asked for', () => {
  const env = { ...process.env, HUANJI_CITUS_UP: '/nowhere/up' }
  const { status, stdout } = spawnSync(process.execPath, ['tests/run.ts', 'citus'], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  })
  expect(stdout).toMatch(/^== citus: not run here; .*HUANJI_CITUS_UP=.* npm test citus$/m)
  expect(stdout).toMatch(/\n0 passed, 1 failed\n$/)
  expect(status).toBe(1)
})

it.each([
  ['server/test/lost.test.ts', '', 'no project'],
  ['tests/support/lost.test.ts', '', 'no project'],
  ['web/lost.spec.ts', '', 'no project'],
  ['server/src/modules/bill/lost.test.ts', "describe.runIf(databaseKind() === 'embedded')", 'does not run there'],
  ['server/src/start/lost.test.ts', "describe.runIf(databaseKind() === 'citus')", 'does not run there'],
])('finds a test file at the wrong place: %s', (name, text, fault) => {
  expect(faultOf({ name, text })).toContain(fault)
})

it('the projects of test:changed and test:watch could not run in one go, having different numbers of workers', () => {
  const args = [
    'run',
    '--project',
    'unit',
    '--project',
    'server*',
    'domain/src/fees/fees',
    'server/src/platform/passwords',
  ]
  const { status, stdout } = spawnSync('npx', ['vitest', ...args], { cwd: ROOT, encoding: 'utf8' })
  expect(stdout).toMatch(/Test Files.*2 passed/)
  expect(status).toBe(0)
}, 60_000)
