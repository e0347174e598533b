import type { Locator, Page } from '@playwright/test'
import { PASSWORD } from './accounts.ts'
import { expect } from './journey.ts'

/** The sign-in page as a person meets it. */
export const entry = {
  agree: (page: Page): Promise<void> => page.getByRole('checkbox', { name: '我已阅读并同意' }).check(),
  keep: (page: Page): Promise<void> => page.getByRole('checkbox', { name: '登录后保持' }).check(),
  submit: (page: Page): Promise<void> => page.getByRole('button', { name: '登录', exact: true }).click(),
  phone: (page: Page): Locator => page.getByLabel('手机号', { exact: true }),
  /** What is to be corrected first. */
  note: (page: Page): Locator => page.getByRole('alert'),
} as const

/** Fills the password form without sending it. */
export async function fillPassword(page: Page, phone: string, password: string): Promise<void> {
  await entry.phone(page).fill(phone)
  await page.getByLabel('密码', { exact: true }).fill(password)
}

/** Signs in by password; the sign-in page must be open. */
export async function enterByPassword(page: Page, phone: string, password = PASSWORD): Promise<void> {
  await fillPassword(page, phone, password)
  await entry.agree(page)
  await entry.submit(page)
}

/** Waits for the greeting of the home page. */
export const expectHome = (page: Page, name: string): Promise<void> =>
  expect(page.getByRole('heading', { name: `${name}，您好` })).toBeVisible()

/** The entries of the sidebar, in its order. */
export const menuEntries = (page: Page): Locator =>
  page.getByRole('navigation', { name: '主菜单' }).getByRole('listitem').getByRole('link')

/** Opens the menu of who is signed in. */
export async function openPersonMenu(page: Page): Promise<void> {
  await page.getByRole('banner').locator('[aria-haspopup="menu"]').click()
  await expect(page.getByRole('menu', { name: '我的账号' })).toBeVisible()
}

/** Presses an entry of the menu of who is signed in. */
export async function choosePersonally(page: Page, item: string): Promise<void> {
  await openPersonMenu(page)
  await page.getByRole('menuitem', { name: item }).click()
}

/**
 * Takes another step on a page whose session is over, unless the page has noticed by itself: its badges ask now and
 * then. Gives the address that signing in again leads to: the one of the step, or of the page.
 */
export async function ledToSignIn(page: Page, step: string): Promise<string> {
  const link = menuEntries(page).filter({ hasText: step })
  await expect(async () => {
    if (!page.url().includes('/login')) await link.click({ timeout: 1_000 })
    await expect(page).toHaveURL(/\/login(\?redirect=%2F.+)?$/, { timeout: 3_000 })
  }).toPass()
  return new URL(page.url()).searchParams.get('redirect') ?? '/'
}

/** Leaves by 退出登录. */
export async function leave(page: Page): Promise<void> {
  await choosePersonally(page, '退出登录')
  await page.getByRole('dialog').getByRole('button', { name: '退出', exact: true }).click()
  await expect(page).toHaveURL('/login')
}
