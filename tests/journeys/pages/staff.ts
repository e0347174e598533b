import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures/journey.ts'

/** The line of the staff list with this phone or name. */
export const staffRow = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: '员工账号表格' }).getByRole('row').filter({ hasText: text })

/** Opens the staff list. */
export async function openStaff(page: Page): Promise<void> {
  await page.goto('/account/staff')
  await expect(page.getByRole('region', { name: '员工账号表格' }).getByRole('cell').first()).toBeVisible()
}

/** Presses an action of a list's line, behind 更多操作 where it stands there. */
export async function chooseIn(row: Locator, action: string): Promise<void> {
  const button = row.getByRole('button', { name: action, exact: true })
  const more = row.getByRole('button', { name: '更多操作' })
  await expect(button.or(more).first()).toBeVisible()
  if (!(await button.isVisible())) await more.click()
  await button.click()
}

/** Presses an action of an employee's line. */
export const chooseForRow = (page: Page, text: string, action: string): Promise<void> =>
  chooseIn(staffRow(page, text), action)
