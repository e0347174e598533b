import type { Page } from '@playwright/test'
import { OWNER } from './fixtures/accounts.ts'
import { expect, test } from './fixtures/journey.ts'
import { newImei } from './fixtures/phones.ts'

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
      // both came with the same scripts
      expect(await windows.count(), `${name}, ${gapMs} ms`).toBe(1)
    }
  }
})

test('defect: what was scanned right after 批量发货 was pressed went to the list, and its search stood over the drawer', async ({
  signedInUser,
}) => {
  const { page, keyboard } = await signedInUser(OWNER)
  const windows = page.locator('dialog[open]')
  for (const waitMs of [0, 50, 150]) {
    await page.goto('/sale/yxorder')
    await page.getByRole('button', { name: '批量发货' }).first().click({ noWaitAfter: true })
    await page.waitForTimeout(waitMs)
    await keyboard.scan(newImei())
    await expect(windows.first(), `${waitMs} ms`).toContainText('没有找到这个编号的待发货订单')
    await expect(windows).toHaveCount(1)
  }
})
