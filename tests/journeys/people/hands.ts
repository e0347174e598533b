import type { Page } from '@playwright/test'

/** How fast the keys of a hand scanner follow each other. */
const SCANNER_GAP_MS = 12

/** A person's two hands at a desk: one at the keyboard, one at the scanner. Counts what they do. */
export interface Hands {
  /** Presses one key, or a chord such as `Control+Enter`. */
  press(key: string): Promise<void>
  /** Presses a few keys one after another, at the pace of a person. */
  type(keys: string): Promise<void>
  /** Pulls the scanner's trigger: the code's keys in one burst and Enter. Counts as one act. */
  scan(code: string): Promise<void>
  /** Key presses and scans so far. */
  acts(): number
}

/** A person takes at least this long between two keys; a scanner never does. */
const PERSON_GAP_MS = 70

/**
 * Sends a burst of keys as a keyboard scanner does. The keys carry their own times, so that a busy machine cannot
 * stretch the gaps between them.
 */
export async function scan(page: Page, code: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const startS = (await page.evaluate(() => performance.timeOrigin + performance.now())) / 1000
  const keys = [...code].map((char) => ({
    key: char,
    text: char,
    windowsVirtualKeyCode: char.toUpperCase().charCodeAt(0),
  }))
  const all = [...keys, { key: 'Enter', text: '\r', windowsVirtualKeyCode: 13 }]
  await Promise.all(
    all.flatMap((key, index) => {
      const timestamp = startS + (index * SCANNER_GAP_MS) / 1000
      return [
        session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key, timestamp }),
        session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key, timestamp: timestamp + 0.004 }),
      ]
    }),
  )
  await session.detach()
}

/** Hands at the page's keyboard and scanner. */
export function handsAt(page: Page): Hands {
  let acts = 0
  return {
    press: async (key) => {
      acts += 1
      await page.keyboard.press(key)
    },
    type: async (keys) => {
      acts += keys.length
      await page.keyboard.type(keys, { delay: PERSON_GAP_MS })
    },
    scan: async (code) => {
      acts += 1
      await scan(page, code)
    },
    acts: () => acts,
  }
}
