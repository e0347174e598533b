import { merchant } from '@huanji/contract/features/merchant/calls'
import { addDays, shanghaiDate } from '@huanji/domain/time'
import type { Page } from '@playwright/test'
import { OWNER } from './fixtures/accounts.ts'
import { expect, test } from './fixtures/journey.ts'
import { sellPhone } from './fixtures/marketplace.ts'
import { inspectPhone, newBags } from './fixtures/phones.ts'

const HOUR_MS = 3_600_000
const SECOND_MS = 1_000
/** From the moment a countdown is read to the moment it is compared. */
const READ_WITHIN_MS = 10 * SECOND_MS

/** Has the page run on a machine whose clock is out by so much. */
const setClock = (page: Page, aheadMs: number) =>
  page.addInitScript((ms) => {
    const { now } = Date
    globalThis.Date = new Proxy(Date, {
      construct: (target, parts) => Reflect.construct(target, parts.length === 0 ? [now() + ms] : parts),
      get: (target, name) => (name === 'now' ? () => now() + ms : Reflect.get(target, name)),
    })
  }, aheadMs)

/** How many milliseconds the first countdown on the page is away from the truth. */
async function countdownErrorMs(page: Page): Promise<number> {
  const countdown = page
    .locator('b:has(+ time[datetime])')
    .filter({ hasText: /^\d\d:\d\d:\d\d$/ })
    .first()
  const [hours = 0, minutes = 0, seconds = 0] = ((await countdown.textContent()) ?? '').split(':').map(Number)
  const deadlineAt = (await countdown.locator('+ time').getAttribute('datetime')) ?? ''
  return Math.abs(Date.parse(deadlineAt) - Date.now() - ((hours * 60 + minutes) * 60 + seconds) * SECOND_MS)
}

for (const [name, aheadMs] of [
  ['three hours slow', -3 * HOUR_MS],
  ['a day fast', 24 * HOUR_MS],
] as const) {
  test(`defect: on a machine whose clock is ${name}, deadlines and periods were other ones`, {
    tag: '@nightly',
  }, async ({ clientOf, signedInUser }) => {
    const owner = await clientOf(OWNER)
    const [bagCode = ''] = await newBags(owner, 1)
    await sellPhone(owner, await inspectPhone(owner, bagCode), 230_000)
    const { page } = await signedInUser(OWNER)
    await setClock(page, aheadMs)
    await page.goto('/sale/order?state=awaiting_shipment&pageSize=100')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    expect(Math.abs((await page.evaluate(() => Date.now())) - Date.now() - aheadMs)).toBeLessThan(HOUR_MS)
    expect(await countdownErrorMs(page)).toBeLessThan(READ_WITHIN_MS)
    const asked = page.waitForRequest(
      (request) => request.url().endsWith(merchant.business.path) && 'from' in (request.postDataJSON() as object),
    )
    await page.goto('/')
    const { from, to } = (await asked).postDataJSON() as { from: string; to: string }
    const today = shanghaiDate(new Date().toISOString())
    expect({ from, to }).toEqual({ from: addDays(today, -6), to: today })
  })
}
