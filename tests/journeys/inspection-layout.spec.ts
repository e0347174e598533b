import type { Locator } from '@playwright/test'
import { INSPECTOR } from './fixtures/accounts.ts'
import { expect, test } from './fixtures/journey.ts'
import { newImei } from './fixtures/phones.ts'
import { checkScreen } from './fixtures/screen.ts'
import { answerClaims, goToItem, openChecklist, station } from './pages/inspection-station.ts'

/** Where something stands in the window. @throws Error when it is not to be seen */
async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error(`${part} is not to be seen`)
  return box
}

for (const { theme, ...size } of [
  { width: 1280, height: 720, theme: 'light' },
  { width: 1280, height: 720, theme: 'dark' },
  { width: 1366, height: 768, theme: 'dark' },
] as const) {
  const place = `${size.width}×${size.height} ${theme}`

  test(`defect: at ${place} submit lay below the fold, and a red result scrolled away`, {
    tag: theme === 'light' ? [] : '@nightly',
  }, async ({ signedInUser }) => {
    const user = await signedInUser(INSPECTOR, { viewport: size, colorScheme: theme })
    const { page, keyboard } = user
    await station.open(page)
    await openChecklist(user, newImei())
    await answerClaims(user)
    await goToItem(user, '屏幕碎裂')
    await keyboard.press('2')
    await keyboard.press('h')
    await expect(station.checklist(page).getByRole('button', { name: '后盖划痕', exact: true })).toBeVisible()
    await checkScreen(page, `station keys ${place}`)
    await keyboard.press('Escape')
    await keyboard.scan('6901234567892')
    await expect(station.message(page)).toContainText('6901234567892')
    await page
      .getByRole('button', { name: /^选择照片|^查看/ })
      .last()
      .scrollIntoViewIfNeeded()
    expect(await page.evaluate('document.querySelector("main").scrollTop')).toBeGreaterThan(300)

    const head = await boxOf(station.head(page))
    const main = await boxOf(page.getByRole('main'))
    expect([head.y, head.height]).toEqual([main.y, 44])
    const phone = station.head(page).getByRole('button', { name: /^修改机型/ })
    for (const part of [station.message(page), phone, page.getByRole('button', { name: '先不检这台' })]) {
      const inside = await boxOf(part)
      expect(inside.y).toBeGreaterThanOrEqual(head.y)
      expect(inside.y + inside.height).toBeLessThanOrEqual(head.y + head.height)
      expect(inside.x + inside.width).toBeLessThanOrEqual(size.width)
    }
    for (const part of [station.submit(page).first(), page.getByLabel('店铺')]) {
      await expect(part).toBeInViewport({ ratio: 1 })
    }
    await checkScreen(page, `station red ${place}`)
  })
}
