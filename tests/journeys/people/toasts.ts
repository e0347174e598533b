import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

/** What the page has said in messages since it was loaded, oldest first. */
export const toldBy = (page: Page): Promise<string[]> => page.evaluate<string[]>('globalThis.toasted')

/** Waits until the page has said something in a message; it may be gone from the screen again, as it is after 3 s. */
export async function expectTold(page: Page, text: string): Promise<void> {
  await expect.poll(() => toldBy(page), { message: `the message ${text}` }).toContain(text)
}
