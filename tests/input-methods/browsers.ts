import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { BROWSER_ARGUMENTS } from '../support/browser.ts'
import type { Desk } from './desk.ts'
import { MINI_BROWSER } from './packages.ts'

export type BrowserName = 'Chromium' | 'Firefox' | 'WebKit'

/** Nothing that opens by itself, asks or calls anyone. */
const FIREFOX_SETTINGS = {
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'datareporting.policy.firstRunURL': '',
  'network.captive-portal-service.enabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'trailhead.firstrun.didSeeAboutWelcome': true,
}

/** Opens a page in a window of one of the browsers. */
export function openPage(desk: Desk, browser: BrowserName, url: string): void {
  const profile = path.join(desk.folder, browser)
  mkdirSync(profile)
  if (browser === 'Chromium') {
    // the window, and not the headless browser: only windows have input methods
    desk.start('/usr/bin/chromium', [
      ...BROWSER_ARGUMENTS,
      `--user-data-dir=${profile}`,
      '--start-maximized',
      `--app=${url}`,
    ])
  } else if (browser === 'Firefox') {
    const settings = Object.entries(FIREFOX_SETTINGS).map(
      ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
    )
    writeFileSync(path.join(profile, 'user.js'), settings.join('\n'))
    desk.start('/usr/bin/firefox-esr', ['--profile', profile, '--no-remote', '--kiosk', url])
  } else {
    // the system's own keyboard module, and no shared graphics, which a screen without a monitor has not
    desk.start(MINI_BROWSER, [url], { WEBKIT_DISABLE_COMPOSITING_MODE: '1', WEBKIT_DISABLE_DMABUF_RENDERER: '1' })
  }
}
