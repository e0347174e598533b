import type { Page } from '@playwright/test'

/** Everything that the browser's two storages hold for the product. */
export interface Storages {
  readonly local: Readonly<Record<string, string>>
  readonly session: Readonly<Record<string, string>>
}

/** Reads the real storages of the page's window. */
export function storagesOf(page: Page): Promise<Storages> {
  return page.evaluate('({ local: { ...localStorage }, session: { ...sessionStorage } })')
}
