import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures/journey.ts'

/** 店铺账号: the merchant's shops. */
export const shopAccounts = {
  row: (page: Page, shopName: string): Locator =>
    page.getByRole('region', { name: '店铺账号表格' }).getByRole('row').filter({ hasText: shopName }),
} as const

/** Binds the shop of a member by the marketplace's page of consent, and comes back to the list of shops. */
export async function bindShop(page: Page, member: string): Promise<void> {
  await page.goto('/store/account')
  await page.getByRole('button', { name: '绑定店铺' }).first().click()
  await expect(page.getByRole('heading', { name: /授权“焕机”管理您的闲鱼店铺/ })).toBeVisible()
  await page.getByRole('radio', { name: '其他闲鱼号' }).check()
  await page.getByLabel('会员名').fill(member)
  await page.getByRole('button', { name: '同意授权' }).click()
  await expect(page.getByRole('heading', { name: `已绑定“${member}”` })).toBeVisible()
  await page.getByRole('link', { name: '返回店铺账号' }).click()
  await expect(shopAccounts.row(page, member)).toContainText('正常')
}

/** Presses an action of a shop's row, beside it or in its menu. */
export async function actOnShop(page: Page, shopName: string, action: string): Promise<void> {
  const line = shopAccounts.row(page, shopName)
  const button = line.getByRole('button', { name: action, exact: true })
  if (!(await button.isVisible())) await line.getByRole('button', { name: '更多操作' }).click()
  await button.click()
}
