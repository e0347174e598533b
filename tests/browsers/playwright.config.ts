import { defineConfig } from '@playwright/test'
import { FIREFOX_OPTIONS } from '../support/firefox.ts'

const IS_WHOLE = process.env.TEST_NIGHTLY === 'yes'

/** The suites of the journeys that run in Firefox as well; by day the one with most keys and scans. */
const IN_FIREFOX = IS_WHOLE ? /(sign-in|inspection|shipping-clerk|lists)\.spec\.ts$/ : /inspection\.spec\.ts$/

const FIREFOX = { browserName: 'firefox', channel: FIREFOX_OPTIONS.channel, launchOptions: FIREFOX_OPTIONS } as const

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/browsers',
  fullyParallel: false,
  workers: 3,
  retries: 0,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json']],
  globalSetup: '../journeys/product.ts',
  projects: [
    {
      name: 'Firefox',
      testDir: '../journeys',
      testMatch: IN_FIREFOX,
      use: FIREFOX,
    },
    { name: 'Firefox alone', testDir: './firefox', use: FIREFOX },
    { name: 'WebKit', testDir: './webkit' },
  ],
  use: {
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
  },
})
