import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { BROWSER_ARGUMENTS, browserPath } from '../support/browser.ts'
import { longFiles } from '../support/durations.ts'

/** Files of more than so many seconds are begun first, so that none of them is left to the end. */
const LONG_SECONDS = 10
const LONG = longFiles('tests/journeys/', LONG_SECONDS).map((name) => `**/${path.basename(name)}`)

/**
 * Four journeys at a time against one product, as colleagues work: each makes the data it needs through the product
 * itself. They wait more than they compute, so there are more of them than a small machine has cores.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/journeys',
  fullyParallel: false,
  workers: 4,
  retries: 0,
  forbidOnly: true,
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json']],
  globalSetup: './product.ts',
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'short', testIgnore: LONG },
  ],
  use: {
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath: browserPath(), args: BROWSER_ARGUMENTS },
    // What a failure leaves: its last picture and what the page said. Traces copy the whole page before and after every
    // step, which takes two fifths as much again: JOURNEY_TRACE=1 keeps them while a failure is hunted.
    screenshot: 'only-on-failure',
    trace: process.env.JOURNEY_TRACE ? { mode: 'retain-on-failure', screenshots: false, sources: false } : 'off',
  },
})
