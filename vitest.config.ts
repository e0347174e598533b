import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { PROJECTS } from './tests/homes.ts'

/**
 * Four projects, by the places in tests/homes.ts: pure rules, the server on a real database, processes that are killed,
 * and the web in a simulated browser. TEST_DATABASE names the database of the second one: embedded (when it is not
 * set), postgres or citus.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          sequence: { groupOrder: 0 },
          include: [...PROJECTS.unit],
          // pure rules leave nothing behind: one worker takes file after file
          isolate: false,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          sequence: { groupOrder: 1 },
          include: [...PROJECTS.server],
          globalSetup: ['tests/support/database-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'faults',
          environment: 'node',
          sequence: { groupOrder: 2 },
          include: [...PROJECTS.faults],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 1,
        },
      },
      {
        extends: './web/vite.config.ts',
        root: './web',
        test: {
          name: 'web',
          environment: 'happy-dom',
          sequence: { groupOrder: 3 },
          setupFiles: [path.join(import.meta.dirname, 'web/src/testing/setup.ts')],
          testTimeout: 20_000,
          include: PROJECTS.web.map((glob) => glob.replace(/^web\//, '')),
        },
      },
    ],
  },
})
