import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'

/** How fast the keys of a hand scanner follow each other. */
const SCANNER_GAP_MS = 12

/** A person's two hands at a desk: one at the keyboard, one at the scanner. Counts what they do. */
export interface Hands {
  /** Presses one key, or a chord such as `Control+Enter`. */
  press(key: string): Promise<void>
  /** Presses a key until something has the focus. @throws Error when it never gets there */
  pressUntil(key: string, wanted: Locator): Promise<void>
  /** Presses a few keys one after another, at the pace of a person. */
  type(keys: string): Promise<void>
  /** Pulls the scanner's trigger: the code's keys in one burst and Enter. Counts as one act. */
  scan(code: string): Promise<void>
  /** Key presses and scans so far. */
  acts(): number
}

/** Whoever has not found something after this many keys gives up. */
const KEYS_AT_MOST = 60

const hasFocus = (element: { matches(selector: string): boolean }): boolean => element.matches(':focus')

/** A person takes at least this long between two keys; a scanner never does. */
const PERSON_GAP_MS = 80

/**
 * Sends a burst of keys as a keyboard scanner does. The keys carry their own times, so that a busy machine cannot
 * stretch the gaps between them.
 */
async function scan(page: Page, code: string): Promise<void> {
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

/** Hands at the page's keyboard and scanner. They never follow up a key faster than a person could. */
export function handsAt(page: Page): Hands {
  let acts = 0
  let lastMs = Number.NEGATIVE_INFINITY
  const act = async (count: number, doIt: () => Promise<void>) => {
    acts += count
    const sinceMs = performance.now() - lastMs
    if (sinceMs < PERSON_GAP_MS) await pause(PERSON_GAP_MS - sinceMs)
    await doIt()
    lastMs = performance.now()
  }
  const press = (key: string) => act(1, () => page.keyboard.press(key))
  return {
    press,
    pressUntil: async (key, wanted) => {
      for (let count = 0; count < KEYS_AT_MOST; count += 1) {
        if (await wanted.evaluate(hasFocus)) return
        await press(key)
      }
      throw new Error(`${key} does not lead to ${wanted}`)
    },
    type: (keys) => act(keys.length, () => page.keyboard.type(keys, { delay: PERSON_GAP_MS })),
    scan: (code) => act(1, () => scan(page, code)),
    acts: () => acts,
  }
}
