import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'
import { OWNER } from './fixtures/accounts.ts'
import { expect, test } from './fixtures/journey.ts'

const KIB = 1024
/** Long enough for what a page asks after its rows. */
const LATER_MS = 1500

/** Comes 300 ms after a list, whether its rows are there by then or not: on a busy machine it would be weighed with them. */
const LATE_PART = '/keep-position-'

/** Collects the scripts that a page loads; gives what they weigh so far as gzip at level 6, in KiB. */
function scriptWeight(page: Page): () => Promise<number> {
  const bodies: Promise<Buffer>[] = []
  const keep = (response: Response) => {
    const url = response.url()
    if (url.endsWith('.js') && !url.includes(LATE_PART)) bodies.push(response.body())
  }
  page.on('response', keep)
  return async () => {
    page.off('response', keep)
    const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body, { level: 6 }).length)
    return sizes.reduce((sum, size) => sum + size, 0) / KIB
  }
}

interface Asked {
  readonly name: string
  readonly startTime: number
}

const CALLS = `performance.getEntriesByType('resource')
  .filter(({ initiatorType }) => initiatorType === 'fetch')
  .map(({ name, startTime }) => ({ name: new URL(name).pathname, startTime }))`
const FIRST_PAINT = `performance.getEntriesByName('first-contentful-paint')[0].startTime`

test('the sign-in page loads less than 113 KiB of scripts', async ({ newUser }) => {
  const { page } = await newUser()
  const weightKib = scriptWeight(page)
  await page.goto('/login')
  await page.getByLabel('手机号', { exact: true }).waitFor()
  expect(await weightKib()).toBeLessThan(113)
})

for (const [address, mostKib] of [
  // each with the head line's bell, handbook and, in a demo, its corner
  // and what reads scans whatever the input method is set to, and tells the server's time
  ['/check/ys/list', 171],
  // with what both channels' rows show and can have done to them, the columns of a tab, and codes that are parted
  ['/sale/order', 174],
  ['/sale/product', 177],
  ['/capital/bill', 170],
] as const) {
  test(`defect: ${address} loaded the form engine and the schema library`, async ({ signedInUser }) => {
    const { page } = await signedInUser(OWNER)
    const weightKib = scriptWeight(page)
    await page.goto(address)
    await page.locator('tr[data-key]').first().waitFor()
    expect(await weightKib()).toBeLessThan(mostKib)
  })
}

for (const [address, call] of [
  ['/sale/order', '/api/yushiorder/v1/order/list'],
  ['/sale/order?state=completed', '/api/yushiorder/v1/order/list'],
] as const) {
  test(`the rows of ${address} are asked for once`, async ({ signedInUser }) => {
    const { page } = await signedInUser(OWNER)
    // never answered, so that nothing is asked again for what is sold meanwhile
    await page.route('**/api/ext/stream', () => undefined)
    await page.goto(address)
    await page.locator('tr[data-key]').first().waitFor()
    await page.waitForTimeout(LATER_MS)
    const asked = (await page.evaluate<Asked[]>(CALLS)).filter(({ name }) => name === call)
    expect(asked).toHaveLength(1)
    // what the page asks at its bare address is known while it is built, and asked before anything is painted
    if (!address.includes('?')) expect(asked[0]?.startTime).toBeLessThan(await page.evaluate<number>(FIRST_PAINT))
  })
}
