import type { Page } from '@playwright/test'

/** Notes every beep of the page from its next load on: `sine` for a success, `square` for a refusal. */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript({
    content: `globalThis.beeps = []
      const start = OscillatorNode.prototype.start
      OscillatorNode.prototype.start = function (...when) {
        globalThis.beeps.push(this.type)
        return start.apply(this, when)
      }`,
  })
  return () => page.evaluate('globalThis.beeps')
}

/** True for a text whose colour is plainly red. */
export async function isRed(page: Page, text: string): Promise<boolean> {
  const colour = await page.getByText(text).first().evaluate('(element) => getComputedStyle(element).color')
  const [red = 0, green = 0, blue = 0] = (String(colour).match(/[\d.]+/g) ?? []).map(Number)
  return red > 1.5 * green && red > 1.5 * blue
}
