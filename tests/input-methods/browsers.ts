import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { BROWSER_ARGUMENTS } from '../support/browser.ts'
import { FIREFOX, FIREFOX_SETTINGS } from '../support/firefox.ts'
import { MINI_BROWSER, WEBKIT_SETTINGS } from '../support/webkit-driver.ts'
import type { Desk } from './desk.ts'

export type BrowserName = 'Chromium' | 'Firefox' | 'WebKit'

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
    desk.start(FIREFOX, ['--profile', profile, '--no-remote', '--kiosk', url])
  } else {
    desk.start(MINI_BROWSER, [url], WEBKIT_SETTINGS)
  }
}
