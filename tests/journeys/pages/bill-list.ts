import type { Fen } from '@huanji/domain/money'
import { expect, type Page } from '@playwright/test'
import { signedFen } from '../fixtures/amounts.ts'

interface Figure {
  readonly children: readonly { readonly textContent: string }[]
}

/** What stands above the rows of 账单, by its names: the sums of everything that the filter finds. */
export async function totalsOf(page: Page): Promise<Record<string, Fen>> {
  const figures = page.getByLabel('筛选合计')
  await expect(figures).toHaveAttribute('aria-busy', 'false')
  const texts = await figures
    .locator('div')
    .evaluateAll((all: Figure[]) =>
      all.map(({ children: [name, amount] }) => [name?.textContent ?? '', amount?.textContent ?? '']),
    )
  return Object.fromEntries(texts.map(([name = '', amount = '']) => [name, signedFen(amount)]))
}
