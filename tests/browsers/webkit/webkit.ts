import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base, expect } from '@playwright/test'
import { productUrl } from '../../journeys/fixtures/api-client.ts'
import { openWebKit, type WebKit } from '../../support/webkit-driver.ts'

export { expect }

interface Fixtures {
  /** WebKit's browser, fresh for each test, in a window as wide as a phone. */
  webkit: WebKit
  /** Opens a page of the product, and keeps what breaks on it from then on for `faultsOn`. */
  open: (address: string) => Promise<void>
  /** Puts a file where the browser can choose it, and gives its path. */
  fileWith: (name: string, content: Buffer) => string
}

/** A phone held upright. */
const PHONE = { width: 390, height: 844 }

/** The driver cannot tell what a page's console says, so that the page itself is listened to, once it is there. */
const LISTEN = `(() => {
  window.faultsSeen = []
  addEventListener('securitypolicyviolation', (event) => faultsSeen.push('security policy: ' + event.violatedDirective))
  addEventListener('error', ({ message, target }) => {
    // what was chosen and is no picture cannot be shown either
    if (!target?.src?.startsWith('blob:')) faultsSeen.push('error: ' + (message ?? target?.src))
  }, true)
  addEventListener('unhandledrejection', (event) => faultsSeen.push('error: ' + event.reason))
  const { error } = console
  console.error = (...all) => {
    faultsSeen.push('console: ' + all.join(' '))
    error(...all)
  }
})()`

async function expectNoFaults(webkit: WebKit): Promise<void> {
  expect(await webkit.evaluate('window.faultsSeen ?? []')).toEqual([])
}

/** A test in WebKit's browser; it fails when a page broke somewhere. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: fixtures name what they need, and this one needs nothing
  webkit: async ({}, use, info) => {
    const webkit = await openWebKit()
    await webkit.resize(PHONE.width, PHONE.height)
    await use(webkit)
    if (info.status !== info.expectedStatus) writeFileSync(info.outputPath('page.png'), await webkit.picture())
    await webkit.close()
  },
  open: async ({ webkit }, use) => {
    await use(async (address) => {
      await expectNoFaults(webkit)
      await webkit.open(new URL(address, productUrl()).href)
      await webkit.evaluate(LISTEN)
    })
    await expectNoFaults(webkit)
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  fileWith: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'huanji-pictures-'))
    await use((name, content) => {
      const file = path.join(folder, name)
      writeFileSync(file, content)
      return file
    })
    rmSync(folder, { recursive: true, force: true })
  },
})
