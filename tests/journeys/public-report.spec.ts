import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { merchant } from '@huanji/contract/features/merchant/calls'
import type { Page } from '@playwright/test'
import { NEIGHBOUR, OWNER } from './fixtures/accounts.ts'
import { expect, test } from './fixtures/journey.ts'
import { checkScreen, checkThemes } from './fixtures/screen.ts'
import { wornPhone } from './fixtures/worn-phone.ts'

const WIDTHS = [360, 1280]

const openAll = async (page: Page): Promise<void> => {
  for (const summary of await page.locator('summary').all()) await summary.click()
}

test('a buyer reads a phone’s report without an account, at any width and in both themes', { tag: '@nightly' }, async ({
  newUser,
  clientOf,
}) => {
  const phone = await wornPhone(await clientOf(OWNER))
  for (const width of WIDTHS) {
    const { page } = await newUser({ viewport: { width, height: 800 } })
    await page.goto(phone.reportPath ?? '')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(phone.modelName)
    await expect(page.getByRole('main')).toContainText(phone.inspectionNo)
    await expect(page.getByRole('heading', { name: `异常项（${phone.exceptionCount}）` })).toBeVisible()
    await checkThemes(page, `public-report-${width}`)
    await openAll(page)
    await expect(page.getByText('（异常）')).toHaveCount(
      phone.groups.flatMap(({ lines }) => lines).filter(({ exception }) => exception).length,
    )
    await page.getByRole('heading', { name: /^实拍图/ }).scrollIntoViewIfNeeded()
    await checkThemes(page, `public-report-open-${width}`)
  }
})

test('a buyer finds nothing in the report that is not for buyers, and stores nothing', async ({
  newUser,
  clientOf,
}) => {
  const phone = await wornPhone(await clientOf(OWNER))
  const { page } = await newUser({ viewport: { width: 360, height: 740 } })
  const response = await page.goto(phone.reportPath ?? '')
  const html = (await response?.text()) ?? ''
  const hidden = [phone.imei, phone.barCode, phone.bagCode, phone.shopName, phone.inspectorName, phone.photoTaskId]
  hidden.push(
    phone.inspectionId,
    phone.remark,
    ...phone.photos.filter(({ internal }) => internal).map((one) => one.photoId),
  )
  for (const text of hidden.filter((one) => one !== null && one !== '')) expect(html).not.toContain(text)
  expect(html).toContain(phone.imei.slice(-4))
  expect(await page.context().cookies()).toEqual([])
  expect(await page.evaluate('document.scripts.length')).toBe(0)
  for (const image of await page.getByRole('img').all()) {
    await image.scrollIntoViewIfNeeded()
    await expect
      .poll(() => image.evaluate((element: { naturalWidth: number }) => element.naturalWidth))
      .toBeGreaterThan(0)
  }
})

test('an address that is no report’s says so in the same look', { tag: '@nightly' }, async ({ newUser, clientOf }) => {
  const phone = await wornPhone(await clientOf(OWNER))
  const { page, monitor } = await newUser({ viewport: { width: 360, height: 740 } })
  monitor.expectBrokenAnswers()
  const response = await page.goto(`${phone.reportPath?.slice(0, -2)}__`)
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: '报告不存在' })).toBeVisible()
  await checkScreen(page, 'public-report-unknown')
})

test('the marketplace’s links to an item and its reports lead to pages that can be read', async ({
  newUser,
  clientOf,
}) => {
  const client = await clientOf(OWNER)
  const { list } = await client.call(detRecord.getDetectRecordList, { channel: 'auction', state: 'listed' })
  // every merchant counts from one each day: a number that a neighbour has too leads to either report
  const neighbours = await (await clientOf(NEIGHBOUR)).call(detRecord.getDetectRecordList, {
    channel: 'auction',
    pageSize: 100,
  })
  const taken = new Set(neighbours.list.map(({ inspectionNo }) => inspectionNo))
  const [listed] = list.filter(
    ({ exceptionCount, inspectionNo, allowedActions }) =>
      // what the marketplace would not publish can be photographed anew, and has no page there
      exceptionCount > 0 && !taken.has(inspectionNo) && !allowedActions.includes('retake'),
  )
  if (!listed) throw new Error('the demo has no phone with an exception on sale')
  const { site } = await client.call(merchant.dataDict, {})
  const address = site.detectReportUrl.replace('{key}', 'detectNo').replace('{value}', listed.inspectionNo)
  for (const width of WIDTHS) {
    const { page } = await newUser({ viewport: { width, height: 800 } })
    await page.goto(address)
    await expect(page.getByRole('heading', { name: `异常项（${listed.exceptionCount}）` })).toBeVisible()
    await checkThemes(page, `sandbox-report-${width}`)
    await page.getByRole('link', { name: '查看宝贝' }).click()
    await expect(page.getByRole('link', { name: '查看质检报告' })).toBeVisible()
    await checkThemes(page, `sandbox-item-${width}`)
    await page.getByRole('link', { name: '查看质检报告' }).click()
    await expect(page.getByRole('main')).toContainText(listed.inspectionNo)
  }
})
