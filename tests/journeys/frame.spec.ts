import { shanghaiDate } from '@huanji/domain/time'
import type { Page } from '@playwright/test'
import { OWNER } from './fixtures/accounts.ts'
import { expect, test } from './fixtures/journey.ts'

/** What must stand in the frame where it stands once the application is there, by page. */
const SIGN_IN = ['h1', 'button[class*=submit]', 'aside[class*=show]', 'fieldset', 'p[class*=other]']
const SHELL = ['[class*=brand]', '[class*=head-]', '[class*=search-]', '[class*=who-]', '[class*=main-]']
const DAY_MS = 24 * 3_600_000
const SIZES = [
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
]

/** Adds up by how much what is painted moves, and remembers what moved. */
const WATCH_SHIFTS = `
  window.moved = []
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      window.moved.push([value, ...sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? '')])
  }).observe({ type: 'layout-shift', buffered: true })`

/** Where the visible element of each selector stands. */
const boxesOf = (page: Page, selectors: readonly string[]): Promise<unknown> =>
  page.evaluate(`Object.fromEntries(${JSON.stringify(selectors)}.map((selector) => {
    const seen = [...document.querySelectorAll(selector)].find((element) => element.getClientRects().length > 0)
    const box = seen?.getBoundingClientRect()
    return [selector, box ? [box.x, box.y, box.width, box.height].map(Math.round).join() : null]
  }))`)

/** Keeps the page's scripts back until told otherwise. */
async function holdScripts(page: Page): Promise<() => void> {
  let letGo = (): void => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  return letGo
}

const painted = (page: Page) => page.evaluate<number>(`performance.getEntriesByType('paint').length`)

async function expectSameBoxes(page: Page, address: string, usable: string, selectors: readonly string[]) {
  await page.addInitScript(WATCH_SHIFTS)
  const letGo = await holdScripts(page)
  await page.goto(address, { waitUntil: 'commit' })
  await expect.poll(() => painted(page)).toBeGreaterThan(0)
  const before = await boxesOf(page, selectors)
  expect(Object.values(before as object)).not.toContain(null)
  await expect(page.locator(usable)).toHaveCount(0)
  letGo()
  await expect(page.locator(usable).first()).toBeVisible()
  await page.waitForTimeout(1500)
  expect(await boxesOf(page, selectors)).toEqual(before)
  expect(await page.evaluate('window.moved')).toEqual([])
}

for (const viewport of SIZES) {
  const size = `${viewport.width} × ${viewport.height}`
  const tag = viewport.width === 1440 ? [] : '@nightly'

  test(`before any script the sign-in page is painted, and nothing moves when they come, ${size}`, { tag }, async ({
    newUser,
  }) => {
    for (const address of ['/login', '/', '/sale/order?state=shipped']) {
      const { page } = await newUser({ viewport })
      await expectSameBoxes(page, address, 'input[type=tel]', SIGN_IN)
    }
  })

  test(`before any script the shell is painted, and nothing moves when they come, ${size}`, { tag }, async ({
    signedInUser,
  }) => {
    // rows that came meanwhile would move the others: of the days that are over, none come
    const yesterday = shanghaiDate(new Date(Date.now() - DAY_MS).toISOString())
    for (const [address, usable] of [
      ['/', '#main h1'],
      [`/sale/order?orderedTo=${yesterday}`, 'tr[data-key]'],
      [`/check/ys/list?createdTo=${yesterday}`, 'tr[data-key]'],
    ] as const) {
      const { page } = await signedInUser(OWNER, { viewport })
      await expectSameBoxes(page, address, usable, SHELL)
    }
  })
}

test('defect: styles that a page adds came before those of every page, and the menu button of narrow windows was shown', async ({
  signedInUser,
}) => {
  const { page, keyboard } = await signedInUser(OWNER)
  await page.goto('/sale/order')
  await expect(page.locator('tr[data-key]').first()).toBeVisible()
  await expect(page.locator('[class*=menu-][aria-controls=side]')).toBeHidden()
  await keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.locator('[class*=menu-][aria-controls=side]')).toBeHidden()
  const sheets = await page.evaluate<string[]>(`[...document.styleSheets].map(({ href }) => href ?? 'in the page')`)
  expect(sheets[0]).toBe('in the page')
  expect(sheets.filter((href) => href.includes('/base-'))).toEqual([])
})

test('the frame has the chosen theme, names who is signed in and cannot be used', async ({ signedInUser }) => {
  const { page } = await signedInUser(OWNER, { colorScheme: 'light' })
  await page.goto('/agreement/user')
  await page.evaluate(`localStorage.setItem('theme', 'dark')`)
  const letGo = await holdScripts(page)
  await page.goto('/sale/order', { waitUntil: 'commit' })
  await expect(page.locator('[class*=who-]:visible')).toHaveText('焕新数码程远 · 老板')
  expect(await page.evaluate(`getComputedStyle(document.documentElement).backgroundColor`)).toBe('rgb(13, 19, 18)')
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('textbox')).toHaveCount(0)
  letGo()
  await expect(page.getByRole('heading', { name: '鱼市订单' })).toBeVisible()
})

test('an address that nobody has begins without a frame for whoever is signed out', async ({ newUser }) => {
  const { page, monitor } = await newUser()
  monitor.expectMissingPage()
  const letGo = await holdScripts(page)
  await page.goto('/nothing', { waitUntil: 'commit' })
  await expect(page.locator('#root')).toBeAttached()
  await expect(page.locator('#root :visible')).toHaveCount(0)
  letGo()
  await expect(page.getByRole('heading', { name: '打不开这一页' })).toBeVisible()
})
