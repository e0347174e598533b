import type { Locator, Page } from '@playwright/test'
import { PASSWORD } from '../fixtures/accounts.ts'
import { expect } from '../fixtures/journey.ts'

/** The sign-in page. */
export const signInPage = {
  agree: (page: Page): Promise<void> => page.getByRole('checkbox', { name: '我已阅读并同意' }).check(),
  keep: (page: Page): Promise<void> => page.getByRole('checkbox', { name: '保持登录' }).check(),
  submit: (page: Page): Promise<void> => page.getByRole('button', { name: '登录', exact: true }).click(),
  phone: (page: Page): Locator => page.getByLabel('手机号', { exact: true }),
  /** What is to be corrected first. */
  alert: (page: Page): Locator => page.getByRole('alert'),
} as const

/** Fills the password form without sending it. */
export async function fillPassword(page: Page, phone: string, password: string): Promise<void> {
  await signInPage.phone(page).fill(phone)
  await page.getByLabel('密码', { exact: true }).fill(password)
}

/** Signs in by password; the sign-in page must be open. */
export async function signInByPassword(page: Page, phone: string, password = PASSWORD): Promise<void> {
  await fillPassword(page, phone, password)
  await signInPage.agree(page)
  await signInPage.submit(page)
}

/** Waits for the greeting of the home page. */
export const expectHome = (page: Page, name: string): Promise<void> =>
  expect(page.getByRole('heading', { name: `${name}，您好` })).toBeVisible()
