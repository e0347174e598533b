import type { Page } from '@playwright/test'
import type { CodeBoxName } from '../../web/src/components/scan/code-boxes.ts'
import { OWNER } from './fixtures/accounts.ts'
import { expectCode, fillCode } from './fixtures/code-field.ts'
import { expect, test } from './fixtures/journey.ts'
import { newImei } from './fixtures/phones.ts'

/** Boxes that have the focus as soon as their page is open, or by a script: no mouse is near them. */
const BOXES: readonly (readonly [string, CodeBoxName])[] = [
  ['/check/ys/check', 'station'],
  ['/check/yx/batchCheck', 'batch'],
  ['/check/phone', 'phone'],
  ['/', 'home'],
]

const boxOf = (page: Page, name: CodeBoxName) => page.locator(`[data-code-box="${name}"]`).last()

test('defect: Ctrl+V did nothing in an empty box for codes that was not clicked right before', async ({
  signedInUser,
}) => {
  const { page } = await signedInUser(OWNER)
  for (const [address, name] of BOXES) {
    const code = newImei()
    const box = boxOf(page, name)
    const { keyboard } = page
    await page.goto(address)
    await expect(box).toBeVisible()
    await fillCode(box, code)
    await keyboard.press('Control+A')
    await keyboard.press('Control+X')
    await expectCode(box, '')
    await keyboard.press('Control+V')
    await expectCode(box, code)
    await keyboard.press('Control+A')
    await keyboard.press('Delete')
    await keyboard.press('Shift+Insert')
    await expectCode(box, code)
    // a page that was just opened, with nothing clicked or typed on it
    await page.goto(address)
    await expect(box).toBeVisible()
    await box.focus()
    await keyboard.press('Control+V')
    await expectCode(box, code)
  }
})
