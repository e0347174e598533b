import type { Locator, Page } from '@playwright/test'
import { expect, type User } from '../fixtures/journey.ts'
import { expectToast } from '../fixtures/toasts.ts'

export type PublishWay = '鱼市竞拍' | '严选单台' | '严选多台一起卖'

/** The drawer of 发布商品. */
export const publishing = {
  drawer: (page: Page): Locator => page.getByRole('dialog', { name: /^发布商品到/ }),
  /** A box for an amount, by its column, of the line that names a phone or a variant. */
  amount: (drawer: Locator, column: string, line: string | RegExp = ''): Locator =>
    drawer.getByRole('row', { name: line }).getByRole('textbox', { name: new RegExp(`^${column}`) }),
  send: (drawer: Locator): Locator => drawer.getByRole('button', { name: '发布', exact: true }),
} as const

/** Opens the drawer for one way of publishing from the list of goods, and scans phones into it. */
export async function openPublishing(
  { page, keyboard }: User,
  way: PublishWay,
  imeis: readonly string[],
): Promise<Locator> {
  await page.goto('/sale/product')
  await expect(page.getByRole('button', { name: '发布商品' }).first()).toBeVisible()
  await keyboard.press('n')
  const drawer = publishing.drawer(page)
  await drawer.getByRole('radio', { name: way }).check()
  await expect(drawer.getByLabel('扫描手机，加入发布')).toBeFocused()
  for (const [index, imei] of imeis.entries()) {
    await keyboard.scan(imei)
    await expect(drawer.getByRole('button', { name: /^移除/ })).toHaveCount(index + 1)
  }
  return drawer
}

/** Sends what stands in the drawer, which closes with it. */
export async function publish(page: Page, count: number): Promise<void> {
  const drawer = publishing.drawer(page)
  await publishing.send(drawer).click()
  await expectToast(page, `已提交发布 ${count} 件，结果会显示在列表中`)
  await expect(drawer).toHaveCount(0)
}
