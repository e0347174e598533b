/**
 * Where each test file runs. A vitest project takes files by their place; of the project `server`, which needs a
 * database, everything runs on PostgreSQL, and on the two other homes of the data what can differ there. `homes.test.ts`
 * holds every test file against this.
 */
export const PROJECTS = {
  /** Pure rules, protocol, and the tests of the tests: no database, no screen. */
  unit: [
    'domain/src/**/*.test.ts',
    'contract/src/**/*.test.ts',
    'marketplace/src/**/*.test.ts',
    'tests/*.test.ts',
    'tests/{architecture,sql-shapes}/**/*.test.ts',
  ],
  /** The gateway and its parts, on the database that TEST_DATABASE names. */
  server: ['server/src/**/*.test.ts', 'tests/{server,contract,simulation}/**/*.test.ts'],
  /** Processes that are started, killed and put under load. */
  faults: ['tests/faults/**/*.test.ts'],
  /** Real keys, input methods and browsers on a screen without a monitor. */
  'input-methods': ['tests/input-methods/**/*.test.ts'],
  /** Screens in a simulated browser. */
  web: ['web/src/**/*.test.{ts,tsx}', 'web/build/**/*.test.ts'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/**
 * Files of the project `server` that put a module in another's place or count what a process does: each has a worker of
 * its own (the project `server-apart`). All others share their workers, and so the modules of the server, which are then
 * read once and not for each file.
 */
export const APART: readonly string[] = [
  'server/src/gateway/live-streams.test.ts',
  'server/src/modules/auth/password-change.test.ts',
  'server/src/modules/auth/password-reset.test.ts',
  'server/src/modules/auth/password-sign-in.test.ts',
  'server/src/platform/passwords.test.ts',
  'tests/contract/largest.test.ts',
  'tests/server/attacks/enumeration.test.ts',
  'tests/server/attacks/guessed-codes.test.ts',
  'tests/server/attacks/guessed-passwords.test.ts',
  'tests/server/attacks/injection.test.ts',
  'tests/server/event-stream.test.ts',
  'tests/server/several-processes.test.ts',
]

/**
 * Files of the project `web` that put a module in another's place, or look at a page before its modules are there: likewise
 * (the project `web-apart`).
 */
export const WEB_APART: readonly string[] = [
  'web/src/components/late/late-module.test.ts',
  'web/src/app/start.test.tsx',
  'web/src/components/input-method.test.ts',
  'web/src/features/notice/urgent-card.test.tsx',
  'web/src/features/photo/phone/photo-page.test.tsx',
  'web/src/platform/clock.test.ts',
]

/**
 * Kills in the middle of one thing each, by night: in each run `kill` and `kills-postgres` kill in the middle of whole
 * journeys, and the things' own tests take up what a lost process left.
 */
export const FAULTS_BY_NIGHT: readonly string[] = [
  'tests/faults/demo.test.ts',
  'tests/faults/dev.test.ts',
  'tests/faults/image-engine.test.ts',
  'tests/faults/image.test.ts',
  'tests/faults/kills-postgres.test.ts',
  'tests/faults/export.test.ts',
  'tests/faults/oversell.test.ts',
  'tests/faults/photos.test.ts',
  'tests/faults/refunds.test.ts',
  'tests/faults/stock-import.test.ts',
  'tests/faults/task.test.ts',
]

/**
 * Of the other projects what is too dear for each run: long trade, many rows, and what each run proves at a cheaper place
 * (docs/testing.md names it).
 */
export const BY_NIGHT: readonly string[] = [
  'server/src/demo/demo.test.ts',
  'server/src/demo/same-rows.test.ts',
  'tests/contract/largest.test.ts',
  'tests/contract/live.test.ts',
  'tests/contract/openapi-clients/clients.test.ts',
  'tests/recipes.test.ts',
  'tests/server/list-plans.test.ts',
  'tests/server/money-plans.test.ts',
  'tests/simulation/money.test.ts',
  'tests/simulation/outage.test.ts',
  'tests/simulation/oversell.test.ts',
]

/** What a home of the data has by night, since the other has it in each run. */
export const BY_NIGHT_ON: Readonly<Record<'embedded' | 'postgres', readonly string[]>> = {
  embedded: ['tests/contract/live.test.ts', 'tests/contract/repeats.test.ts'],
  postgres: ['server/src/backup/backup.test.ts'],
}

/** The journeys: the product's main flows, in a real browser. */
export const JOURNEYS = 'tests/journeys/*.spec.ts'
/** Journeys for other browsers alone; those of `JOURNEYS` that run there as well are named by their configuration. */
export const BROWSERS = 'tests/browsers/*/*.spec.ts'

/** Test files of the project `server` that run on a further home of the data, by the beginning of their path. */
export interface Home {
  readonly about: string
  readonly files: readonly { readonly path: string; readonly why: string }[]
}

const CONTRACT = {
  path: 'tests/contract/contract.test.ts',
  why: 'every call, generated from the contract: each statement runs once',
}
const LIVE = { path: 'tests/contract/live.test.ts', why: 'who hears of a change, of every write' }
const REPEATS = { path: 'tests/contract/repeats.test.ts', why: 'ten at once: locks and keys lean on the database' }
const BACKUP = { path: 'server/src/backup/', why: 'what is taken from one home of the data is put back on another' }
const JOBS = { path: 'server/src/jobs/', why: 'locks, leases and wake-ups lean on the database' }
const TASKS = { path: 'server/src/modules/task/', why: 'a row and its result are one transaction, whoever is lost' }
const STREAM = { path: 'tests/server/event-stream.test.ts', why: 'who is told of a commit, and what it costs' }
const WHOLE_WAY = {
  path: 'server/src/sync/lifecycle.test.ts',
  why: 'one phone from the scan to the settled bill',
}

/**
 * What the whole run leaves to the cluster where there is one: the same statements on the same PostgreSQL, under stricter
 * rules, which would take a sixth of the run once more. By itself, `npm test postgres` runs them too.
 */
export const ON_CLUSTER_INSTEAD: readonly string[] = [CONTRACT.path, LIVE.path, REPEATS.path]

export const HOMES = {
  embedded: {
    about: 'the gateway on the embedded database: what can differ there',
    files: [
      { path: 'server/src/database/', why: 'the data layer: one connection, its wire protocol, migrations, lists' },
      JOBS,
      BACKUP,
      { path: 'server/src/start/', why: 'a newcomer’s start is on the embedded database' },
      { path: 'server/src/gateway/lost-storage.test.ts', why: 'its files lie on the disk that may be lost' },
      TASKS,
      CONTRACT,
      LIVE,
      REPEATS,
      STREAM,
      WHOLE_WAY,
    ],
  },
  citus: {
    about: 'the gateway on a cluster of database servers',
    files: [
      {
        path: 'server/src/database/',
        why: 'the data layer: where each table lies, migrations, roles, lost connections',
      },
      { path: 'server/src/audit/', why: 'a chain without gaps, under grants that the nodes hold' },
      { path: 'server/src/modules/audit/verify.test.ts', why: 'every manipulation of the chain is found' },
      { path: 'tests/server/several-processes.test.ts', why: 'gateways and workers that share nothing but the tables' },
      JOBS,
      BACKUP,
      TASKS,
      CONTRACT,
      LIVE,
      REPEATS,
      STREAM,
      { path: 'tests/server/attacks/races.test.ts', why: 'locks and unique rules over several servers' },
      WHOLE_WAY,
    ],
  },
} as const satisfies Readonly<Record<string, Home>>
