import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { CHANNEL_PAGES, PAGES } from '@huanji/contract/pages'
import { CHANNELS, type Channel } from '@huanji/domain/channel'
import { INSPECTOR, OWNER } from './fixtures/accounts.ts'
import { expectCode } from './fixtures/code-field.ts'
import { expect, test } from './fixtures/journey.ts'
import { newBags, newImei } from './fixtures/phones.ts'
import { checkScreen, checkThemes } from './fixtures/screen.ts'
import { answerClaims, goToItem, MUST_SHOTS, openChecklist, station, takePhotos } from './pages/inspection-station.ts'

/** What a practised hand needs for a clean phone at the most, beside its photographs. */
const INPUTS_AT_MOST = 12

const listPath = (channel: Channel): string => PAGES[CHANNEL_PAGES[channel].inspections].path

for (const channel of CHANNELS) {
  const tag = channel === 'curated' ? [] : '@nightly'
  test(`a clean phone goes from the scan to 可上架 by scanner and keyboard: ${channel}`, { tag }, async ({
    signedInUser,
    clientOf,
  }) => {
    const user = await signedInUser(INSPECTOR)
    const { page, keyboard } = user
    const imei = newImei()
    const [bagCode = ''] = channel === 'auction' ? await newBags(await clientOf(OWNER), 1) : []
    await station.open(page, channel)
    await openChecklist(user, imei)
    await answerClaims(user, channel)
    await expect(station.saved(page)).toBeVisible()
    await takePhotos(page, MUST_SHOTS)
    if (bagCode) {
      await keyboard.scan(bagCode)
      await expectCode(page.getByLabel('封袋码', { exact: true }), bagCode)
    } else {
      await expect(station.missing(page, /封袋/)).toHaveCount(0)
    }
    await keyboard.press('Control+Enter')
    await expect(station.result(page)).toContainText('可上架')
    expect(keyboard.inputs()).toBeLessThanOrEqual(INPUTS_AT_MOST)
    await expect(station.result(page)).toContainText('R0 未发现拆修')

    await page.goto(`${listPath(channel)}?code=${imei}`)
    await expect(page.getByRole('region', { name: /表格$/ }).getByRole('row').filter({ hasText: imei })).toContainText(
      '可上架',
    )
  })
}

test('a curated phone may be sealed, and its bag counts', { tag: '@nightly' }, async ({ signedInUser, clientOf }) => {
  const user = await signedInUser(INSPECTOR)
  const { page, keyboard } = user
  const imei = newImei()
  const [bagCode = ''] = await newBags(await clientOf(OWNER), 1)
  await station.open(page, 'curated')
  await openChecklist(user, imei)
  await answerClaims(user, 'curated')
  await keyboard.scan(bagCode)
  await expect(station.message(page)).toHaveText(`${bagCode} 已填入封袋码`)
  await keyboard.press('Control+Enter')
  await expect(station.result(page)).toContainText('待拍摄')
  const { list } = await (await clientOf(OWNER)).call(detRecord.getDetectRecordList, { channel: 'curated', code: imei })
  expect(list).toMatchObject([{ bagCode, channel: 'curated' }])
})

test('a phone that the curated channel does not take goes on at the auction station', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const user = await signedInUser(INSPECTOR)
  const { page, keyboard } = user
  const imei = newImei()
  await station.open(page, 'curated')
  await openChecklist(user, imei)
  await answerClaims(user, 'curated')
  await goToItem(user, '屏幕维修')
  await keyboard.press('2')
  const side = page.getByRole('complementary', { name: '成色与提交' })
  await expect(side.getByText(/^R2 /)).toBeVisible()
  await expect(side.getByRole('alert')).toContainText('不支持上架严选')
  await keyboard.press('Control+Enter')
  // the grade says it all along; the refused submit says it once more
  await expect(side.getByRole('alert').filter({ hasText: '不支持上架严选' })).toHaveCount(2)
  await expect(station.result(page)).toHaveCount(0)

  await side.getByRole('button', { name: '改为鱼市质检' }).first().press('Enter')
  await expect(page).toHaveURL('/check/ys/check')
  await expect(station.head(page)).toContainText(imei)
  await expect(station.cell(page, '屏幕维修')).toContainText('异常')
  const { list } = await (await clientOf(OWNER)).call(detRecord.getDetectRecordList, { channel: 'auction', code: imei })
  expect(list).toMatchObject([{ channel: 'auction', state: 'draft' }])
  await page.goto(`${listPath('curated')}?code=${imei}`)
  await expect(page.getByText('没有符合条件的记录')).toBeVisible()
})

for (const { colorScheme, ...viewport } of [
  { width: 1280, height: 720, colorScheme: 'light' },
  { width: 1366, height: 768, colorScheme: 'dark' },
] as const) {
  const place = `${viewport.width}×${viewport.height} ${colorScheme}`

  test(`the whole checklist is at hand and 提交 in sight at ${place}`, { tag: '@nightly' }, async ({
    signedInUser,
  }) => {
    const user = await signedInUser(INSPECTOR, { viewport, colorScheme })
    const { page, keyboard } = user
    await station.open(page, 'curated')
    await checkScreen(page, `curated ready ${place}`)
    await openChecklist(user, newImei())
    await answerClaims(user, 'curated')
    // an item that only the full set has, and one at the end of it
    await goToItem(user, '缝隙/脱胶')
    const cells = station.checklist(page).locator('[data-item]')
    expect(await cells.count()).toBeGreaterThan(70)
    const keys = await cells.evaluateAll((all) => all.map((cell) => cell.getAttribute('data-keys')))
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.every((pair) => pair?.length === 2)).toBe(true)
    const last = cells.last()
    for (const key of (await last.getAttribute('data-keys')) ?? '') await keyboard.press(key)
    await expect(last).toHaveAttribute('aria-current', 'true')
    await expect(last).toBeInViewport()
    await expect(station.submit(page).first()).toBeInViewport({ ratio: 1 })
    await checkScreen(page, `curated checklist ${place}`)
  })
}

test('the curated pages on a tablet', { tag: '@nightly' }, async ({ signedInUser }) => {
  const user = await signedInUser(INSPECTOR, { viewport: { width: 768, height: 1024 } })
  const { page } = user
  await station.open(page, 'curated')
  await openChecklist(user, newImei())
  await answerClaims(user, 'curated')
  await expect(station.submit(page).last()).toBeInViewport({ ratio: 1 })
  await checkThemes(page, 'curated station tablet')
  await page.goto(listPath('curated'))
  await expect(page.getByRole('region', { name: '严选单台质检列表表格' }).getByRole('cell').first()).toBeVisible()
  await checkThemes(page, 'curated list tablet')
})
