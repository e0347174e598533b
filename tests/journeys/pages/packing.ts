import type { Locator, Page } from '@playwright/test'
import { expectCode } from '../fixtures/code-field.ts'
import { expect, type User } from '../fixtures/journey.ts'

/** The dialog of 扫码发货. */
export const packing = {
  dialog: (page: Page): Locator => page.getByRole('dialog').last(),
  /** The message about the last scan. */
  message: (page: Page): Locator => page.getByRole('dialog').last().getByRole('status').first(),
  /** The row of one unit of the order. */
  unit: (page: Page, imei: string): Locator =>
    page.getByRole('dialog').last().getByRole('row').filter({ hasText: imei }),
} as const

/** Opens the packing dialog from the order list with a key. */
export async function openPacking({ page, keyboard }: User): Promise<void> {
  await page.goto('/sale/order')
  await expect(page.getByRole('button', { name: '扫码发货' })).toBeVisible()
  await expect(page.getByRole('region', { name: '鱼市订单表格' }).getByRole('row').nth(1)).toBeVisible()
  await keyboard.press('s')
  await expect(page.getByLabel('扫描手机，打开它的订单')).toBeFocused()
}

/** Ships the phone's order by scanning: the phone, its bag, the waybill, and Ctrl+Enter. */
export async function shipByScan(
  { page, keyboard }: User,
  imei: string,
  bagCode: string,
  waybill: string,
): Promise<void> {
  await keyboard.scan(imei)
  await expect(packing.unit(page, imei)).toContainText('待扫封袋')
  await keyboard.scan(bagCode)
  await expect(packing.unit(page, imei)).toContainText('已核对')
  await keyboard.scan(waybill)
  await expectCode(page.getByRole('textbox', { name: '运单号', exact: true }), waybill)
  await keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog', { name: '发货完成' })).toBeVisible()
}
