import { defineConfig } from 'vitest/config'

/**
 * Three suites: pure rules, the server on a real database, and the web in a simulated browser.
 * TEST_DATABASE=postgres runs the second one on a PostgreSQL server instead of the embedded database.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['domain/src/**/*.test.ts', 'contract/src/**/*.test.ts', 'marketplace/src/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['server/src/**/*.test.ts', 'tests/server/**/*.test.ts'],
          globalSetup: ['tests/support/database-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        extends: './web/vite.config.ts',
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: ['web/src/**/*.test.{ts,tsx}', 'web/build/**/*.test.ts'],
        },
      },
    ],
  },
})
