import type { Locator, Page } from '@playwright/test'
import { type Desk, expect } from './journey.ts'

/** The packing table as a person meets it. */
export const packing = {
  desk: (page: Page): Locator => page.getByRole('dialog').last(),
  /** What the table said about the last scan. */
  said: (page: Page): Locator => page.getByRole('dialog').last().getByRole('status').first(),
  /** The line of one unit among the order's. */
  unit: (page: Page, imei: string): Locator =>
    page.getByRole('dialog').last().getByRole('row').filter({ hasText: imei }),
} as const

/** Opens the packing table from the order list with a key. */
export async function openPacking({ page, hands }: Desk): Promise<void> {
  await page.goto('/sale/order')
  await expect(page.getByRole('button', { name: '扫码发货' })).toBeVisible()
  await expect(page.getByRole('region', { name: '鱼市订单表格' }).getByRole('row').nth(1)).toBeVisible()
  await hands.press('s')
  await expect(page.getByLabel('扫描设备，打开它的订单')).toBeFocused()
}

/** Ships the phone's order by scanning: the phone, its bag, the waybill, and Ctrl+Enter. */
export async function shipByScan({ page, hands }: Desk, imei: string, bagCode: string, waybill: string): Promise<void> {
  await hands.scan(imei)
  await expect(packing.unit(page, imei)).toContainText('待扫封袋')
  await hands.scan(bagCode)
  await expect(packing.unit(page, imei)).toContainText('已核对')
  await hands.scan(waybill)
  await expect(page.getByRole('textbox', { name: '运单号', exact: true })).toHaveValue(waybill)
  await hands.press('Control+Enter')
  await expect(page.getByRole('dialog', { name: '发货完成' })).toBeVisible()
}
