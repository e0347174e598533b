import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { APART, PROJECTS, WEB_APART } from './tests/homes.ts'
import { LongestFirst } from './tests/support/longest-first.ts'

/**
 * One more than the cores that a run is meant for, since tests of the server wait much. The same for all that run in one
 * go, as projects with different numbers cannot; processes that are killed and put under load run by two.
 */
const WORKERS = 3
const FAULTS_WORKERS = 2

/** Test files of the server that run elsewhere in the same go, or by night (tests/run.ts), by commas. */
const LEFT_OUT = (process.env.TEST_LEFT_OUT ?? '').split(',').filter((file) => file !== '')

/** What the two projects of the server have in common. */
const SERVER = {
  environment: 'node',
  maxWorkers: WORKERS,
  globalSetup: ['tests/support/database-setup.ts'],
  setupFiles: ['tests/support/cheap-hashes.ts', 'tests/sql-shapes/setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
} as const

const inWeb = (globs: readonly string[]) => globs.map((glob) => glob.replace(/^web\//, ''))

/** A project of screens, built as the product's client is. */
const web = (name: string, include: readonly string[], { exclude = [] as readonly string[], isolate = true } = {}) => ({
  extends: './web/vite.config.ts',
  root: './web',
  test: {
    name,
    environment: 'happy-dom',
    maxWorkers: WORKERS,
    setupFiles: [path.join(import.meta.dirname, 'web/src/testing/setup.ts')],
    testTimeout: 20_000,
    include: inWeb(include),
    exclude: inWeb(exclude),
    isolate,
  },
})

/**
 * Seven projects, by the places in tests/homes.ts: pure rules, the server on a real database (two of them), processes that
 * are killed, input methods in real browsers, and the web in a simulated one (two). TEST_DATABASE names the database of the server's: embedded (when it is
 * not set), postgres or citus.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          maxWorkers: WORKERS,
          include: [...PROJECTS.unit],
          // pure rules leave nothing behind: a worker takes file after file
          isolate: false,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'server',
          ...SERVER,
          include: [...PROJECTS.server],
          exclude: [...APART, ...LEFT_OUT],
          isolate: false,
        },
      },
      { test: { name: 'server-apart', ...SERVER, include: [...APART], exclude: [...LEFT_OUT] } },
      {
        test: {
          name: 'faults',
          environment: 'node',
          maxWorkers: FAULTS_WORKERS,
          include: [...PROJECTS.faults],
          globalSetup: ['tests/support/faults-setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'input-methods',
          environment: 'node',
          maxWorkers: 1,
          include: [...PROJECTS['input-methods']],
          testTimeout: 900_000,
          hookTimeout: 120_000,
        },
      },
      web('web', PROJECTS.web, { exclude: WEB_APART, isolate: false }),
      web('web-apart', WEB_APART),
    ],
  },
})
