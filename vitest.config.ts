import path from 'node:path'
import { defineConfig } from 'vitest/config'

/**
 * Four suites: pure rules, the server on a real database, processes that are killed, and the web in a simulated browser.
 * TEST_DATABASE=postgres runs the second one on a PostgreSQL server instead of the embedded database.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            'domain/src/**/*.test.ts',
            'contract/src/**/*.test.ts',
            'marketplace/src/**/*.test.ts',
            'tests/architecture/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['server/src/**/*.test.ts', 'tests/server/**/*.test.ts', 'tests/contract/**/*.test.ts'],
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
          include: ['tests/faults/**/*.test.ts'],
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
          setupFiles: [path.join(import.meta.dirname, 'web/src/test-setup.ts')],
          testTimeout: 20_000,
          include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
        },
      },
    ],
  },
})
