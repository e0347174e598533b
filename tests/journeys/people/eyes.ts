import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const PICTURES = path.resolve(import.meta.dirname, '../../../test-results/looks')

interface Finding {
  readonly id: string
  readonly impact: string | null
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[]
}

/** What an automated check finds against WCAG 2.2 A and AA, as sentences; the serious and the critical only. */
async function findingsOn(page: Page): Promise<string[]> {
  // Evaluated through the debugger: the page's own security policy would not let a script in.
  await page.evaluate(`globalThis.axe || (() => { ${AXE} })()`)
  const findings: Finding[] = await page.evaluate(
    `globalThis.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
      .then(({ violations }) => violations)`,
  )
  return findings
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
    )
}

/** How far the page can be scrolled sideways, in pixels: its tables may scroll, the page may not. */
const sidewaysPx = (page: Page): Promise<number> =>
  page.evaluate('document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth')

/** Pictures in sight that are still on their way. */
const picturesToCome = (page: Page): Promise<number> =>
  page.evaluate(`[...document.images].filter((image) => {
    const { top, bottom, width } = image.getBoundingClientRect()
    return !image.complete && width > 0 && bottom > 0 && top < innerHeight
  }).length`)

/**
 * Looks at the screen as it stands: keeps a picture for people, and holds it against what every screen must be:
 * readable by everyone, and no wider than the window.
 * @param name the picture's file name
 */
export async function lookAt(page: Page, name: string): Promise<void> {
  await expect.poll(() => picturesToCome(page), { message: `${name}: its pictures` }).toBe(0)
  await page.screenshot({ path: path.join(PICTURES, `${name}.png`), animations: 'disabled' })
  expect.soft(await findingsOn(page), `${name}: accessible`).toEqual([])
  expect.soft(await sidewaysPx(page), `${name}: no sideways scrolling`).toBeLessThanOrEqual(0)
}
