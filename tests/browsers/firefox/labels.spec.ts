import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { INSPECTOR, OWNER } from '../../journeys/fixtures/accounts.ts'
import { productUrl } from '../../journeys/fixtures/api-client.ts'
import { openList, rows } from '../../journeys/fixtures/inspection-list.ts'
import { expect, test } from '../../journeys/fixtures/journey.ts'
import { inspectPhone, newBags } from '../../journeys/fixtures/phones.ts'
import { printInFirefox } from '../../support/firefox.ts'
import { printedPages } from './printed.ts'

for (const theme of ['light', 'dark'] as const) {
  test(`Firefox: labels come one to a page of 40 × 30 mm, without a margin, and both codes read, in the ${theme} theme`, async ({
    signedInUser,
    clientOf,
  }) => {
    const owner = await clientOf(OWNER)
    const bags = await newBags(owner, 2)
    const phones = await Promise.all(bags.map((bag) => inspectPhone(owner, bag)))
    const { page } = await signedInUser(INSPECTOR)
    await page.goto('/')
    await page.evaluate(`localStorage.setItem('theme', '${theme}')`)
    await openList(page)
    for (const { imei } of phones) await rows(page).filter({ hasText: imei }).getByRole('checkbox').check()
    await page.getByRole('button', { name: /^批量打印标签/ }).click()
    await expect(page.getByRole('dialog', { name: '打印标签（2张）' })).toBeVisible()

    // colours behind texts are printed where a person ticked that: the dark page must not come with the label
    for (const background of [false, true]) {
      const printed = printedPages(await printInFirefox(page, background))
      const blank = { size: '40×30', darkestAtEdges: 255 }
      expect(printed.map(({ size, darkestAtEdges }) => ({ size, darkestAtEdges }))).toEqual([blank, blank])
      const labels = await Promise.all(
        phones.map(async ({ inspectionId }) => {
          const { barCode, reportPath } = await owner.call(detRecord.getDetRecordDetails, { inspectionId })
          return [barCode, productUrl() + reportPath].sort()
        }),
      )
      const sorted = (texts: readonly (readonly string[])[]) => texts.map((codes) => [...codes].sort().join(' ')).sort()
      expect(sorted(printed.map(({ codes }) => codes))).toEqual(sorted(labels))
    }
  })
}
