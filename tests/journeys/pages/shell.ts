import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures/journey.ts'

/** The entries of the sidebar, in its order. */
export const menuEntries = (page: Page): Locator =>
  page.getByRole('navigation', { name: '主菜单' }).getByRole('listitem').getByRole('link')

/** Opens the menu of who is signed in. */
export async function openAccountMenu(page: Page): Promise<void> {
  await page.getByRole('banner').locator('[aria-haspopup="menu"]').click()
  await expect(page.getByRole('menu', { name: '我的账号' })).toBeVisible()
}

/** Presses an entry of the menu of who is signed in. */
export async function chooseAccountMenuItem(page: Page, item: string): Promise<void> {
  await openAccountMenu(page)
  await page.getByRole('menuitem', { name: item }).click()
}

/**
 * Takes another step on a page whose session is over, unless the page has noticed by itself: its badges ask now and
 * then. Gives the address that signing in again leads to: the one of the step, or of the page.
 */
export async function ledToSignIn(page: Page, step: string): Promise<string> {
  const link = menuEntries(page).filter({ hasText: step })
  // as the page itself knows it: where a step and the way to the sign-in meet, the browser's driver may keep the step's
  const address = () => page.evaluate<string>('location.href')
  await expect(async () => {
    if (!(await address()).includes('/login')) await link.click({ timeout: 1_000 })
    await expect.poll(address, { timeout: 3_000 }).toMatch(/\/login(\?redirect=%2F.+)?$/)
  }).toPass()
  return new URL(await address()).searchParams.get('redirect') ?? '/'
}

/** Leaves by 退出登录. */
export async function signOut(page: Page): Promise<void> {
  await chooseAccountMenuItem(page, '退出登录')
  await page.getByRole('dialog').getByRole('button', { name: '退出', exact: true }).click()
  await expect(page).toHaveURL('/login')
}
