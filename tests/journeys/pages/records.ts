import { linkTo } from '@huanji/contract/pages'
import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures/journey.ts'

/** The report of a record, found by its texts and roles. */
export const report = {
  open: async (page: Page, inspectionId: string, compareWith?: string): Promise<void> => {
    await page.goto(linkTo('auctionReport', { inspectionId, ...(compareWith ? { compareWith } : {}) }))
    await expect(report.page(page)).toBeVisible()
  },
  page: (page: Page): Locator => page.getByRole('article', { name: '质检报告' }),
  section: (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true }),
  comparison: (page: Page): Locator => page.getByRole('dialog', { name: '对比两次质检' }),
  action: (page: Page, name: string): Locator =>
    page.getByRole('article', { name: '质检报告' }).getByRole('button', { name, exact: true }),
} as const

/** The rows of a list that hold a text. */
export const rowsWith = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: /表格$/ }).getByRole('row').filter({ hasText: text })
