import type { Locator, Page } from '@playwright/test'
import { expect, type User } from '../fixtures/journey.ts'
import { MODEL } from '../fixtures/phones.ts'
import { answerClaims } from './inspection-station.ts'

/** The batch station of either channel, found by its texts and roles. */
export const batchStation = {
  message: (page: Page): Locator => page.getByRole('region', { name: '扫码' }).getByRole('status').first(),
  row: (page: Page, rowNo: number): Locator => page.getByRole('row', { name: new RegExp(`^第${rowNo}行 `) }),
  stats: (page: Page): Locator => page.getByRole('status', { name: '设备统计' }),
  /** What has left the list because it was taken. */
  taken: (page: Page): Locator => page.getByRole('region', { name: '已录入' }),
  drawer: (page: Page): Locator => page.getByRole('dialog', { name: /本机异常$/ }),
} as const

/** Names the model by its number, picks the SKU and answers what is asked of every phone; the list is open then. */
export async function openBatchList(user: User): Promise<void> {
  const { page, keyboard } = user
  await expect(page.getByRole('combobox', { name: '机型' })).toBeVisible()
  await keyboard.scan(MODEL.modelNo)
  await expect(page.getByRole('radiogroup', { name: '存储容量' })).toBeVisible()
  await keyboard.press('1')
  await expect(page.getByRole('radio', { name: MODEL.storage, exact: false })).toBeChecked()
  await keyboard.press('1')
  await answerClaims(user)
  await expect(page.getByRole('button', { name: /^完成，录入设备/ })).toBeEnabled()
  await keyboard.press('Control+Enter')
  await expect(page.getByRole('region', { name: '批次信息' })).toContainText(MODEL.name)
}
