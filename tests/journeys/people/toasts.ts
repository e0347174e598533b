import { expect, type Page } from '@playwright/test'

/** A script for every page: keeps each message that it ever shows in `toasted`. */
export const recordToasts = {
  content: `globalThis.toasted = []
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof Element)
            for (const toast of [node, ...node.querySelectorAll('[data-toast]')])
              if (toast.matches('[data-toast]')) globalThis.toasted.push(toast.textContent)
    }).observe(document, { childList: true, subtree: true })`,
}

/** What the page has said in messages since it was loaded, oldest first. */
export const toldBy = (page: Page): Promise<string[]> => page.evaluate<string[]>('globalThis.toasted')

/** Waits until the page has said something in a message; it may be gone from the screen again, as it is after 3 s. */
export async function expectTold(page: Page, text: string): Promise<void> {
  await expect.poll(() => toldBy(page), { message: `the message ${text}` }).toContain(text)
}
