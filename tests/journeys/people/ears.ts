import type { Locator, Page } from '@playwright/test'

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

/** What is used of the browser's own elements. */
interface Drawn {
  readonly ownerDocument: { readonly defaultView: { getComputedStyle(element: Drawn): { readonly color: string } } }
}

/** True for a text that is written in plain red. */
export async function isRed(text: Locator): Promise<boolean> {
  const colour = await text.evaluate(
    (element: Drawn) => element.ownerDocument.defaultView.getComputedStyle(element).color,
  )
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number)
  return red > 1.5 * green && red > 1.5 * blue
}
