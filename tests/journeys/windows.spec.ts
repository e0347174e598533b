import type { Page } from '@playwright/test'
import { OWNER } from './fixtures/accounts.ts'
import { expect, test } from './fixtures/journey.ts'

/** Between the two clicks of a person's double click. */
const GAPS_MS = [20, 60, 150]

/** What opens by a button of its own, and where. */
const OPENED = [
  ['/sale/yxorder', '批量发货'],
  ['/sale/yxorder', '扫码发货'],
  ['/sale/product', '发布商品'],
  ['/merchant/address', '添加地址'],
] as const

async function doubleClick(page: Page, name: string, gapMs: number): Promise<void> {
  const button = page.getByRole('button', { name }).first()
  await expect(button).toBeEnabled()
  const box = await button.boundingBox()
  if (!box) throw new Error(`${name} is not on screen`)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.click(x, y)
  await page.waitForTimeout(gapMs)
  await page.mouse.click(x, y, { clickCount: 2 })
}

test('defect: a double click opened the same window twice', async ({ signedInUser }) => {
  const { page } = await signedInUser(OWNER)
  const windows = page.locator('dialog[open]')
  for (const [address, name] of OPENED) {
    for (const gapMs of GAPS_MS) {
      // a fresh page, which still has to fetch the window's scripts
      await page.goto(address)
      await doubleClick(page, name, gapMs)
      await expect(windows.first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(await windows.count(), `${name}, ${gapMs} ms`).toBe(1)
    }
  }
})
