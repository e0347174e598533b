import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { sealBag } from '@huanji/contract/features/inspection/sealed-bag'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { linkTo } from '@huanji/contract/pages'
import { cleanPhone } from '@huanji/server/demo/trade/inspecting'
import { INSPECTOR, MANAGER, OWNER } from './fixtures/accounts.ts'
import type { ApiClient } from './fixtures/api-client.ts'
import { expectCode } from './fixtures/code-field.ts'
import { expect, test, type User } from './fixtures/journey.ts'
import { control, sellPhone } from './fixtures/marketplace.ts'
import { pageSizesOf } from './fixtures/pdf.ts'
import { draftPhone, type InspectedPhone, inspectPhone, MODEL, newBags, newImei } from './fixtures/phones.ts'
import { newWaybill } from './fixtures/scan-codes.ts'
import { checkScreen, checkThemes } from './fixtures/screen.ts'
import { IN_BACKGROUND } from './fixtures/waits.ts'
import { answerClaims, goToItem, MUST_SHOTS, station, takePhotos } from './pages/inspection-station.ts'
import { report, rowsWith } from './pages/records.ts'

const DEAL_FEN = 230_000

/** Takes over the photographs of the phone's earlier record, and waits until every shot that must be there is. */
async function reusePhotos({ page }: User, { inspectionNo }: InspectedPhone): Promise<void> {
  await page.getByRole('button', { name: `复用照片${inspectionNo}` }).click()
  for (const { title } of MUST_SHOTS) await expect(page.getByRole('button', { name: `查看${title}` })).toBeVisible()
}

/** The record of a phone that is not voided. */
async function currentRecord(client: ApiClient, imei: string) {
  const { list } = await client.call(detRecord.getDetectRecordList, { channel: 'auction', code: imei })
  const record = list.find(({ state }) => state !== 'voided' && state !== 'sold')
  if (!record) throw new Error(`no record of ${imei} is open`)
  return record
}

async function bagState(client: ApiClient, bagCode: string): Promise<string | undefined> {
  const { list } = await client.call(sealBag.records, { bagCode })
  return list[0]?.state
}

/** Inspects a phone in stock again, from its scan on, by keys alone: it has a scratch now, and a new bag. */
async function inspectAgain(user: User, phone: InspectedPhone, newBag: string): Promise<void> {
  const { page, keyboard } = user
  await station.open(page)
  await keyboard.scan(phone.imei)
  await expect(station.message(page)).toContainText(phone.inspectionNo)
  await keyboard.pressUntil('Tab', page.getByRole('button', { name: '重检' }))
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `重检 ${phone.inspectionNo}` })
  await expect(dialog).toContainText(`封袋 ${phone.bagCode} 作废`)
  await keyboard.press('2')
  await expect(dialog.getByRole('button', { name: '开始重检' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(station.head(page)).toContainText(phone.imei)
  await reusePhotos(user, phone)
  await goToItem(user, '屏幕划痕')
  await keyboard.press('3')
  await takePhotos(page, [{ title: '屏幕划痕瑕疵', subject: 'C01' }])
  await keyboard.scan(newBag)
  await expectCode(page.getByLabel('封袋码', { exact: true }), newBag)
  await keyboard.press('Control+Enter')
  await expect(station.result(page)).toContainText('可上架')
}

test('a phone in stock is inspected again: both reports stand beside each other, and the bag goes', {
  tag: '@nightly',
}, async ({ signedInUser, clientOf }) => {
  const owner = await clientOf(OWNER)
  const [oldBag = '', newBag = ''] = await newBags(owner, 2)
  const phone = await inspectPhone(owner, oldBag)
  const user = await signedInUser(INSPECTOR)
  const { page, keyboard } = user
  await inspectAgain(user, phone, newBag)
  const current = await currentRecord(owner, phone.imei)
  expect(current).toMatchObject({ bagCode: newBag, state: 'listable' })
  expect(await bagState(owner, oldBag)).toBe('voided')

  await report.open(page, phone.inspectionId)
  await expect(report.page(page)).toContainText(`本报告已由 ${current.inspectionNo} 取代`)
  await report.section(page, '同一手机的其他质检').getByRole('link', { name: /对比$/ }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`compareWith=${current.inspectionId}`))
  const comparison = report.comparison(page)
  const row = (name: string) =>
    comparison.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
  await expect(comparison.getByRole('columnheader').nth(1)).toContainText(phone.inspectionNo)
  await expect(comparison.getByRole('columnheader').nth(2)).toContainText(current.inspectionNo)
  await expect(row('封袋码')).toContainText(oldBag)
  await expect(row('封袋码')).toContainText(newBag)
  await expect(row('屏幕划痕')).toBeVisible()
  await expect(row('背面').getByRole('img')).toHaveCount(2)
  await expect(row('屏幕划痕瑕疵')).toContainText('没有照片')
  await expect(row('机身弯曲')).toHaveCount(0)
  await comparison.getByRole('button', { name: '展开' }).press('Enter')
  await expect(row('机身弯曲')).toBeVisible()
  await keyboard.press('Escape')
  await expect(comparison).toHaveCount(0)
  await expect(page).not.toHaveURL(/compareWith/)

  await report.open(page, current.inspectionId)
  await expect(report.page(page)).toContainText(`复用自 ${phone.inspectionNo}`)
  const log = report.section(page, '操作日志')
  await expect(log).toContainText(newBag)
  await expect(log.getByRole('link', { name: phone.inspectionNo })).toHaveCount(0)
  await log.getByRole('checkbox', { name: '本机全部记录' }).check()
  await expect(log.getByRole('link', { name: phone.inspectionNo }).first()).toBeVisible()
})

test('a phone that came back after a return is inspected anew, from its old report and photographs', {
  tag: '@nightly',
}, async ({ signedInUser, clientOf }) => {
  const owner = await clientOf(OWNER)
  const [oldBag = '', newBag = ''] = await newBags(owner, 2)
  const phone = await inspectPhone(owner, oldBag)
  const { orderId, orderNo } = await sellPhone(owner, phone, DEAL_FEN)
  await owner.call(auctionOrder.delivery, {
    orderId,
    carrierCode: 'SF',
    waybill: newWaybill(),
    scans: [{ unitCode: phone.imei, bagCode: oldBag }],
  })
  await expect.poll(async () => (await owner.call(auctionOrder.detail, { orderId })).deliverySync).toBe('done')
  await control('openRefund', { orderNo, kind: 'returnAndRefund' })

  const user = await signedInUser(INSPECTOR)
  const { page, keyboard } = user
  await page.goto(linkTo('auctionInspection', { code: phone.imei }))
  await expect(station.message(page)).toContainText('该手机曾售出，可重新质检，也可复用历史报告')
  await page.getByRole('button', { name: `复用报告${phone.inspectionNo}` }).click()
  // what an inspector has to say themselves is asked anew
  await answerClaims(user)
  await expect(station.saved(page)).toBeVisible()
  await reusePhotos(user, phone)
  await keyboard.scan(newBag)
  await expectCode(page.getByLabel('封袋码', { exact: true }), newBag)
  await keyboard.press('Control+Enter')
  await expect(station.result(page)).toContainText('可上架')
  const current = await currentRecord(owner, phone.imei)
  const old = await owner.call(detRecord.getDetRecordDetails, { inspectionId: phone.inspectionId })
  expect(current.barCode).not.toBe(old.barCode)
  expect(old.state).toBe('sold')
  await report.open(page, current.inspectionId, phone.inspectionId)
  await expect(report.comparison(page)).toContainText(old.inspectionNo)
})

test('records get another shop one by one and together, and are voided with their bags', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const owner = await clientOf(OWNER)
  const [bagCode = '', otherBag = ''] = await newBags(owner, 2)
  const [phone, other, draft] = await Promise.all([
    inspectPhone(owner, bagCode),
    inspectPhone(owner, otherBag),
    draftPhone(owner),
  ])
  const { page, keyboard } = await signedInUser(MANAGER)
  await report.open(page, phone.inspectionId)
  await report.action(page, '换店铺').press('Enter')
  const shops = page.getByRole('dialog', { name: '换店铺' })
  const wanted = shops.getByRole('radio', { disabled: false }).first()
  await expect(wanted).toBeFocused()
  await keyboard.press('Space')
  const shopName = ((await shops.locator('label:has(:checked) span').textContent()) ?? '').trim()
  await keyboard.press('Enter')
  await expect(report.section(page, '手机')).toContainText(shopName)
  await expect(report.section(page, '操作日志')).toContainText(`→ ${shopName}`)

  await page.goto('/check/ys/list')
  for (const { imei } of [other, draft]) await rowsWith(page, imei).getByRole('checkbox').check()
  await page.getByRole('button', { name: /^批量换店铺/ }).click()
  const dialog = page.getByRole('dialog', { name: '为 2 台手机换店铺' })
  await dialog.getByRole('radio', { name: new RegExp(shopName) }).check()
  await dialog.getByRole('button', { name: '换店铺' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click()
  for (const { imei } of [other, draft]) await expect(rowsWith(page, imei)).toContainText(shopName)

  await page.getByRole('button', { name: /^批量作废/ }).click()
  const voiding = page.getByRole('dialog', { name: '作废 2 条质检记录？' })
  await expect(voiding).toContainText(`封袋 ${otherBag} 将同时作废`)
  await keyboard.press('1')
  await expect(voiding.getByRole('button', { name: '作废' })).toBeFocused()
  await keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click()
  for (const { imei } of [other, draft]) await expect(rowsWith(page, imei)).toContainText('作废')
  expect(await bagState(owner, otherBag)).toBe('voided')
  // the phone is free again
  await station.open(page)
  await keyboard.scan(other.imei)
  await expect(station.message(page)).toContainText('可以质检')
})

test('everything that a filter finds is voided as one task', { tag: '@nightly' }, async ({
  ownOwner,
  userWithSession,
}) => {
  const client = await ownOwner()
  const imeis = Array.from({ length: 22 }, () => newImei())
  for (const imei of imeis) {
    const draft = cleanPhone(imei, { mode: 'draft', channel: 'curated', answers: {} })
    await client.call(detRecord.addDetectRecord, draft)
  }
  const { page, keyboard } = await userWithSession(client)
  await page.goto('/check/yx/sing-list?state=draft')
  await expect(rowsWith(page, imeis.at(-1) ?? '')).toBeVisible()
  await page.getByRole('checkbox', { name: /全选|选择本页/ }).check()
  await page.getByRole('button', { name: /^选择全部 \d+ 条/ }).click()
  await page.getByRole('button', { name: '批量作废' }).click()
  await expect(page.getByRole('dialog')).toContainText('封袋将同时作废')
  await keyboard.press('2')
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('22')
  const drafts = async () => {
    const { counts } = await client.call(detRecord.getDetectRecordList, { channel: 'curated' })
    return counts.draft ?? 0
  }
  await expect.poll(drafts, IN_BACKGROUND).toBe(0)
})

test('labels of ticked rows over pages are printed one to a page of 40 × 30 mm', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const owner = await clientOf(OWNER)
  const [bagCode = ''] = await newBags(owner, 1)
  const phone = await inspectPhone(owner, bagCode)
  const { page } = await signedInUser(INSPECTOR)
  await page.goto('/check/ys/list')
  await rowsWith(page, phone.imei).getByRole('checkbox').check()
  await page.getByRole('button', { name: '下一页' }).click()
  await expect(rowsWith(page, phone.imei)).toHaveCount(0)
  const boxes = page.getByRole('region', { name: '鱼市质检列表表格' }).locator('tr[data-key]').getByRole('checkbox')
  for (const index of [0, 1]) await boxes.nth(index).check()
  await page.getByRole('button', { name: /^批量打印标签/ }).click()
  const dialog = page.getByRole('dialog', { name: '打印标签（3张）' })
  const label = dialog.locator('[data-label]').first()
  for (const text of ['iPhone 13', MODEL.storage, '99新', phone.imei.slice(-6)]) await expect(label).toContainText(text)
  await expect(label.getByRole('img', { name: /检测报告二维码$/ })).toBeVisible()
  await checkScreen(page, 'labels')
  expect(pageSizesOf(await page.pdf({ preferCSSPageSize: true }))).toEqual(['40×30', '40×30', '40×30'])

  const { reportPath } = await owner.call(detRecord.getDetRecordDetails, { inspectionId: phone.inspectionId })
  await report.open(page, phone.inspectionId)
  const buyers = report.section(page, '买家所见')
  await expect(buyers.getByRole('link', { name: '打开买家报告' })).toHaveAttribute('href', reportPath ?? '')
  await expect(buyers.getByRole('img', { name: /二维码$/ })).toBeVisible()
  await expect(buyers.getByRole('button', { name: '复制买家报告链接' })).toBeVisible()
})

test('the marketplace’s model stands beside ours, and can be mended and given back', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const owner = await clientOf(OWNER)
  const { inspectionId } = await owner.call(detRecord.addDetectRecord, {
    mode: 'draft',
    channel: 'auction',
    code: { kind: 'imei', imei: newImei() },
    modelId: 'apple-iphone-12',
    sku: { storage: '128GB', colour: '黑色' },
    answers: {},
  })
  const { page, keyboard } = await signedInUser(MANAGER)
  await report.open(page, inspectionId)
  const mapping = report.section(page, '闲鱼机型')
  await expect(mapping).toContainText('按名称匹配')
  await mapping.getByRole('button', { name: '修改对照' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: '修改闲鱼机型对照' })
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await keyboard.type('12 Pro')
  const chosen = dialog.getByRole('option', { selected: true })
  await expect(chosen).toContainText('12 Pro')
  await expect(dialog.getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
  const name = (await chosen.locator('b').textContent()) ?? ''
  await checkScreen(page, 'mapping')
  await keyboard.press('Enter')
  await expect(mapping).toContainText(name)
  await expect(mapping).toContainText('人工指定')
  await expect(dialog).toHaveCount(0)
  await mapping.getByRole('button', { name: '修改对照' }).press('Enter')
  await dialog.getByRole('button', { name: '恢复默认' }).press('Enter')
  await expect(mapping).toContainText('按名称匹配')
})

for (const { name, check, viewport } of [
  { name: 'desktop', check: checkThemes, viewport: { width: 1280, height: 800 } },
  { name: 'tablet', check: checkScreen, viewport: { width: 768, height: 1024 } },
] as const) {
  test(`a report, its comparison and its dialogs: ${name}`, { tag: '@nightly' }, async ({ signedInUser, clientOf }) => {
    const owner = await clientOf(OWNER)
    const [oldBag = '', newBag = ''] = await newBags(owner, 2)
    const phone = await inspectPhone(owner, oldBag)
    const user = await signedInUser(OWNER, { viewport })
    const { page, keyboard } = user
    await inspectAgain(user, phone, newBag)
    const current = await currentRecord(owner, phone.imei)
    await report.open(page, phone.inspectionId)
    await check(page, `${name}-report-replaced`)
    await report.open(page, current.inspectionId, phone.inspectionId)
    await expect(report.comparison(page).getByRole('rowheader', { name: '封袋码' })).toBeVisible()
    await check(page, `${name}-compare`)
    await keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    for (const action of ['换店铺', '重检', '作废']) {
      await expect(report.action(page, action)).toBeEnabled()
      await report.action(page, action).press('Enter')
      await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
      await check(page, `${name}-${action}`)
      await keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  })
}
