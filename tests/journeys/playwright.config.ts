import { defineConfig } from '@playwright/test'
import { BROWSER_ARGUMENTS, browserPath } from '../support/browser.ts'

/** Two journeys at a time against one product, as colleagues work: each makes the data it needs through the product itself. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/journeys',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json']],
  globalSetup: './product.ts',
  use: {
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath: browserPath(), args: BROWSER_ARGUMENTS },
    // without its moving pictures, which cost a third of the whole run: what stood on the page at each step is enough
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: true, sources: false },
  },
})
