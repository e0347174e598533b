import type { Locator, Page } from '@playwright/test'
import { expect, type User } from '../fixtures/journey.ts'
import { MODEL } from '../fixtures/phones.ts'

/** The batch station of either channel, found by its texts and roles. */
export const batchStation = {
  message: (page: Page): Locator => page.getByRole('region', { name: '扫码' }).getByRole('status').first(),
  row: (page: Page, rowNo: number): Locator => page.getByRole('row', { name: new RegExp(`^第${rowNo}行 `) }),
  stats: (page: Page): Locator => page.getByRole('status', { name: '手机统计' }),
  /** What has left the list because it was taken. */
  taken: (page: Page): Locator => page.getByRole('region', { name: '已录入' }),
  drawer: (page: Page): Locator => page.getByRole('dialog', { name: /本机异常$/ }),
} as const

/** Each channel asks for other claims, and none for more. */
const CLAIMS_AT_MOST = 20

/** Answers whatever is asked of every phone, the clean way: the first option, and a number where one is typed. */
async function answerClaims({ page, keyboard }: User): Promise<void> {
  const left = page.getByRole('list', { name: '提交前必填' }).getByRole('button')
  await expect(page.getByRole('region', { name: '检测项' })).toBeVisible()
  for (let count = 0; count < CLAIMS_AT_MOST; count += 1) {
    await expect.poll(() => left.allTextContents()).not.toContain('成色计算中')
    const before = await left.count()
    if (before === 0) return
    const isTyped = await page.evaluate(`document.activeElement?.matches('input:not([type=radio])') ?? false`)
    if (isTyped) await keyboard.type('95')
    else await keyboard.press('1')
    await expect.poll(() => left.count()).toBeLessThan(before)
  }
}

/** What of the common part is not the clean way: the keys of an item's options by its name. */
export type Exceptions = Readonly<Record<string, string>>

/** Presses the two keys of an item and the digit of its option, on the page or in the drawer of a phone. */
export async function markException(user: User, name: string, option: string): Promise<void> {
  const { page, keyboard } = user
  const checklist = page.getByRole('region', { name: '检测项' }).last()
  const cell = checklist.getByRole('button', { name: new RegExp(`^${name} `) })
  await keyboard.type((await cell.getAttribute('data-keys')) ?? '')
  await expect(checklist.getByRole('radiogroup', { name, exact: true })).toBeVisible()
  await keyboard.press(option)
  await expect(cell).toContainText('异常')
}

/** Names the model by its number, picks the SKU and answers what is asked of every phone; the list is open then. */
export async function openBatchList(user: User, exceptions: Exceptions = {}): Promise<void> {
  const { page, keyboard } = user
  await expect(page.getByRole('combobox', { name: '机型' })).toBeVisible()
  await keyboard.scan(MODEL.modelNo)
  await expect(page.getByRole('radiogroup', { name: '存储容量' })).toBeVisible()
  await keyboard.press('1')
  await expect(page.getByRole('radio', { name: MODEL.storage, exact: false })).toBeChecked()
  await keyboard.press('1')
  await answerClaims(user)
  for (const [name, option] of Object.entries(exceptions)) await markException(user, name, option)
  await expect(page.getByRole('button', { name: /^完成，录入手机/ })).toBeEnabled()
  await keyboard.press('Control+Enter')
  await expect(page.getByRole('region', { name: '批次信息' })).toContainText(MODEL.name)
  await expect(page.getByRole('textbox', { name: /^扫描手机/ })).toBeFocused()
}
