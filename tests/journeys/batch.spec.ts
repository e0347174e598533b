import { batch } from '@huanji/contract/features/inspection/batch'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { offerAtAuction, usableShop } from '@huanji/server/demo/trade/selling'
import { gb18030Of, xlsxOf } from '../../web/src/features/tables/testing/sheet.ts'
import { OWNER } from './fixtures/accounts.ts'
import { batchOfPhones, photographSample } from './fixtures/batches.ts'
import { expect, test, type User } from './fixtures/journey.ts'
import { inspectPhone, newBags, newImei, newRollCodes } from './fixtures/phones.ts'
import { checkScreen, checkThemes } from './fixtures/screen.ts'
import { batchStation, markException, openBatchList } from './pages/batch-station.ts'

const PHONES = 40
/** A phone at the end of the list takes at most so many times what one at its beginning takes. */
const SLOWER_AT_MOST = 5
/** Which phones have something of their own: one in eight. */
const hasOwn = (index: number): boolean => index % 8 === 5
const STATION = '/check/yx/batchCheck'

const said = ({ page }: User, text: string | RegExp) => expect(batchStation.message(page)).toContainText(text)

const medianOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** Notes what the phone scanned last has beside the others, by keys alone, and comes back to the scan box. */
async function noteOwn(user: User): Promise<void> {
  const { page, keyboard } = user
  await keyboard.press('ArrowDown')
  await keyboard.press('e')
  await expect(batchStation.drawer(page)).toBeVisible()
  await markException(user, '屏幕划痕', '3')
  await keyboard.press('Escape')
  await expect(batchStation.drawer(page)).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: /^扫描手机/ })).toBeFocused()
}

test('a batch of forty with five exceptions and three wrong rows: the last phones go as quickly as the first', {
  tag: '@nightly',
}, async ({ signedInUser, clientOf }) => {
  const owner = await clientOf(OWNER)
  const [bagCode = ''] = await newBags(owner, 1)
  const onSale = await inspectPhone(owner, bagCode)
  await offerAtAuction(owner, onSale)
  const user = await signedInUser(OWNER)
  const { page, keyboard } = user
  await page.goto(STATION)
  await openBatchList(user, { 后盖划痕: '4' })

  const imeis = Array.from({ length: PHONES }, () => newImei())
  const before = keyboard.inputs()
  const tookMs: number[] = []
  for (const [index, imei] of imeis.entries()) {
    const startMs = performance.now()
    await keyboard.scan(imei)
    // what the server says of it may come later than the next scan
    await said(user, new RegExp(`${imei} (已加入)?第${index + 1}行`))
    tookMs.push(performance.now() - startMs)
    if (hasOwn(index)) await noteOwn(user)
  }
  expect(keyboard.inputs() - before).toBe(PHONES + 5 * 6)
  const half = PHONES / 2
  expect(medianOf(tookMs.slice(half))).toBeLessThan(SLOWER_AT_MOST * medianOf(tookMs.slice(0, half)))

  await keyboard.scan(imeis[3] ?? '')
  await said(user, '第4行已有')
  await keyboard.scan(newRollCodes(1)[0])
  await said(user, '封袋码不存在或不属于本商家')
  await keyboard.scan(onSale.imei)
  await said(user, '第41行：该手机已在售')
  await expect(batchStation.stats(page)).toHaveText('共 41 台，可以录 40，需处理 1')
  await keyboard.press('Control+Enter')
  await expect(batchStation.taken(page)).toContainText('已录入 40 台')
  await expect(page.getByRole('row', { name: /^第/ })).toHaveCount(1)

  const { list } = await owner.call(batch.getMultiDetRecordList, { code: imeis[0] ?? '' })
  expect(list[0]).toMatchObject({ channel: 'curated', totalCount: PHONES, grade: '90', batchVersion: 1 })
  const units = await owner.call(batch.getDetRecordDetailsByDetRecordId, {
    batchId: list[0]?.batchId ?? '',
    pageSize: 100,
  })
  expect(units.list.filter(({ ownExceptions }) => ownExceptions !== '')).toHaveLength(5)
})

test('a phone below its batch is told so, and put aside to be inspected by itself', { tag: '@nightly' }, async ({
  signedInUser,
}) => {
  const user = await signedInUser(OWNER)
  const { page, keyboard } = user
  await page.goto(STATION)
  await openBatchList(user)
  const [good, bad] = [newImei(), newImei()]
  await keyboard.scan(good)
  await said(user, '第1行')
  await keyboard.scan(bad)
  await said(user, '第2行')
  await keyboard.press('ArrowDown')
  await keyboard.press('e')
  await markException(user, '屏幕碎裂', '2')
  const drawer = batchStation.drawer(page)
  await expect(drawer.getByRole('status', { name: '本机成色说明' })).toContainText('低于批次')
  await keyboard.pressUntil('Shift+Tab', drawer.getByRole('button', { name: '移出后单独质检' }))
  await keyboard.press('Enter')
  await expect(page.getByRole('region', { name: '需单独质检' })).toContainText(bad)
  await expect(batchStation.stats(page)).toHaveText('共 1 台，可以录 1')
})

test('a workbook, a table of Excel in GB18030 and pasted lines bring phones with an answer for each', {
  tag: '@nightly',
}, async ({ signedInUser }) => {
  const user = await signedInUser(OWNER)
  const { page, keyboard } = user
  await page.goto(STATION)
  await openBatchList(user)
  const [first, second, third, fourth] = [newImei(), newImei(), newImei(), newImei()]
  const box = page.getByLabel('导入手机文件')
  const workbook = xlsxOf([
    ['IMEI', '备注'],
    [first, '右上角'],
    [Number(second), null],
    ['3.5E+14', null],
    [first, null],
  ])
  await box.setInputFiles({ name: '手机.xlsx', mimeType: '', buffer: workbook })
  await said(user, '已添加 4 行，其中 1 行无法识别')
  await expect(batchStation.row(page, 3)).toContainText('设为“文本”格式')
  await expect(batchStation.row(page, 4)).toContainText('与第1行重复')
  const table = gb18030Of(`备注,串号\r\n左下角,${third}\r\n`)
  await box.setInputFiles({ name: '手机.csv', mimeType: 'text/csv', buffer: table })
  await expect(batchStation.row(page, 5)).toContainText('可以')
  await page.evaluate(`(() => {
    const data = new DataTransfer()
    data.setData('text/plain', ${JSON.stringify(`${fourth}\n490154203237519`)})
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })()`)
  await expect(batchStation.row(page, 7)).toContainText('IMEI不对')
  await expect(batchStation.stats(page)).toHaveText('共 7 台，可以录 4，需处理 3')
  await page.getByRole('button', { name: '移除需处理的 3 台' }).click()
  await keyboard.press('Control+Enter')
  await expect(batchStation.taken(page)).toContainText('已录入 4 台')
})

test('a lot of the auction with a bag for each phone, chosen by a key', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const owner = await clientOf(OWNER)
  const bags = await newBags(owner, 3)
  const user = await signedInUser(OWNER)
  const { page, keyboard } = user
  await page.goto('/check/ys/check')
  await expect(page.getByRole('radio', { name: '单台' })).toBeChecked()
  await keyboard.press('Alt+m')
  await expect(page).toHaveURL(/mode=batch/)
  await openBatchList(user)
  const imeis = bags.map(() => newImei())
  for (const [index, bagCode] of bags.entries()) {
    await keyboard.scan(imeis[index] ?? '')
    await said(user, `第${index + 1}行`)
    await keyboard.scan(bagCode)
    await said(user, '已填入封袋码')
  }
  await keyboard.press('Control+Enter')
  await expect(batchStation.taken(page)).toContainText('已录入 3 台')
  const { list } = await owner.call(detRecord.getDetectRecordList, { channel: 'auction', code: bags[1] ?? '' })
  expect(list[0]).toMatchObject({ imei: imeis[1], bagCode: bags[1] })
  expect(list[0]?.batchNo).toMatch(/^PC\d{10}/)
})

test('a batch survives a crash and a lost network, and sends nothing twice', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const owner = await clientOf(OWNER)
  const user = await signedInUser(OWNER)
  const { page, keyboard, monitor } = user
  await page.goto(STATION)
  await openBatchList(user)
  const imei = newImei()
  await keyboard.scan(imei)
  await said(user, '第1行')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(batchStation.row(page, 1)).toContainText(imei)
  await expect(batchStation.stats(page)).toHaveText('共 1 台，可以录 1')
  const networkIsBack = monitor.expectLostNetwork()
  await page.context().setOffline(true)
  await keyboard.press('Control+Enter')
  await said(user, '网络中断')
  await page.context().setOffline(false)
  await expect(batchStation.taken(page)).toContainText('已录入 1 台')
  networkIsBack()
  const { total } = await owner.call(batch.getMultiDetRecordList, { code: imei })
  expect(total).toBe(1)
})

test('phones are added to a batch, and a change of it says whom it concerns', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const owner = await clientOf(OWNER)
  const { batchId, batchNo } = await batchOfPhones(owner, [newImei(), newImei()], 'curated')
  const user = await signedInUser(OWNER)
  const { page, keyboard } = user
  await page.goto(`/check/yx/plural-list?code=${batchNo}`)
  await page.getByRole('row', { name: new RegExp(batchNo) }).waitFor()
  await page.goto(`/check/yx/plural-detailed-list?batchId=${batchId}`)
  await expect(page.getByRole('region', { name: '批次', exact: true })).toContainText('V1')
  await keyboard.press('a')
  await expect(page.getByRole('region', { name: '批次信息' })).toContainText(`追加到 ${batchNo}`)
  await keyboard.scan(newImei())
  await said(user, '第1行')
  await keyboard.press('Control+Enter')
  await expect(batchStation.taken(page)).toContainText('已录入 1 台')
  await page.getByRole('link', { name: '查看批次' }).click()
  const head = page.getByRole('region', { name: '批次', exact: true })
  await expect(head.getByText('总数').locator('..')).toContainText('3')
  await keyboard.press('m')
  const editor = page.getByRole('dialog', { name: `修改批次 ${batchNo}` })
  await expect(editor.getByRole('status', { name: '修改范围' })).toContainText('直接修改 V1，3 台随之更新')
  await markException(user, '屏幕划痕', '4')
  await editor.getByRole('button', { name: '保存' }).click()
  await expect(editor).toHaveCount(0)
  await expect(head.getByRole('list', { name: '版本' })).toContainText('9成新')
})

test('a change of a batch of which something is on sale makes a new version beside the old one', {
  tag: '@nightly',
}, async ({ signedInUser, clientOf }) => {
  const owner = await clientOf(OWNER)
  const bags = await newBags(owner, 2)
  const shopAccountId = await usableShop(owner)
  const phones = bags.map((bagCode) => ({ imei: newImei(), bagCode }))
  const { batchId, batchNo, records } = await batchOfPhones(owner, phones, 'auction', { shopAccountId })
  await photographSample(owner, { records })
  const [, { inspectionId } = { inspectionId: '' }] = records
  await offerAtAuction(owner, { inspectionId, shopAccountId })
  const user = await signedInUser(OWNER)
  const { page, keyboard } = user
  await page.goto(`/check/yx/plural-detailed-list?batchId=${batchId}&state=listed`)
  const rowsShown = page.getByRole('region', { name: '批次详情表格' }).getByRole('row', { name: /ZJ\d{12}/ })
  await expect(rowsShown).toHaveCount(1)
  await expect(rowsShown).toContainText('V1')
  // what a key does is known once the batch is, which comes beside its rows
  await expect(page.getByRole('region', { name: '批次', exact: true })).toContainText('V1')
  await keyboard.press('m')
  const editor = page.getByRole('dialog', { name: `修改批次 ${batchNo}` })
  await expect(editor.getByRole('status', { name: '修改范围' })).toHaveText(
    '将生成 V2：1 台随之更新（质检中 0、可上架 1），1 台保持原版本（已上架 1、已售 0）。',
  )
  await markException(user, '屏幕划痕', '4')
  await editor.getByRole('button', { name: '保存' }).click()
  await expect(editor).toHaveCount(0)
  const versions = page.getByRole('region', { name: '批次', exact: true }).getByRole('list', { name: '版本' })
  await expect(versions.getByRole('listitem')).toHaveCount(2)
  await expect(versions.getByRole('listitem').first()).toContainText('V2当前9成新1 台')
  await expect(versions.getByRole('listitem').last()).toContainText('起固定')
  await page.getByRole('button', { name: /^可上架/ }).click()
  await expect(page).toHaveURL(new RegExp(`batchId=${batchId}`))
  await expect(rowsShown).toContainText('V2')
})

for (const [colorScheme, width, height] of [
  ['light', 1280, 720],
  ['dark', 1366, 768],
  ['both', 768, 1024],
] as const) {
  test(`the screens of batches at ${width}×${height} ${colorScheme}`, { tag: '@nightly' }, async ({
    signedInUser,
    clientOf,
  }) => {
    const look = (part: string) =>
      colorScheme === 'both'
        ? checkThemes(page, `batch ${part} ${width}`)
        : checkScreen(page, `${colorScheme}-batch ${part} ${width}`)
    const { batchId } = await batchOfPhones(await clientOf(OWNER), [newImei(), newImei()], 'curated')
    const user = await signedInUser(OWNER, {
      viewport: { width, height },
      ...(colorScheme === 'both' ? {} : { colorScheme }),
    })
    const { page, keyboard } = user
    await page.goto(STATION)
    await expect(page.getByRole('combobox', { name: '机型' })).toBeVisible()
    await look('model')
    await openBatchList(user, { 后盖划痕: '4' })
    await look('empty')
    for (const imei of [newImei(), newImei(), newImei()]) {
      await keyboard.scan(imei)
      await said(user, imei)
    }
    await keyboard.scan(newRollCodes(1)[0])
    await said(user, '封袋码不存在')
    await look('list')
    await keyboard.press('ArrowDown')
    await keyboard.press('e')
    await markException(user, '屏幕碎裂', '2')
    await expect(batchStation.drawer(page)).toContainText('低于批次')
    await look('drawer')
    await keyboard.press('Escape')
    await expect(batchStation.row(page, 3)).toContainText('单独质检')
    await keyboard.press('Control+Enter')
    await expect(batchStation.taken(page)).toContainText('已录入 2 台')
    await look('taken')
    if (width < 1000) return
    await page.goto('/check/yx/plural-list')
    await expect(page.getByRole('region', { name: /表格$/ }).getByRole('cell').first()).toBeVisible()
    await look('batches')
    await page.goto(`/check/yx/plural-detailed-list?batchId=${batchId}`)
    await expect(page.getByRole('region', { name: /表格$/ }).getByRole('cell').first()).toBeVisible()
    await expect(page.getByRole('region', { name: '批次', exact: true })).toContainText('V1')
    await look('units')
    await keyboard.press('m')
    await expect(page.getByRole('dialog').getByRole('region', { name: '检测项' })).toBeVisible()
    await look('editor')
  })
}
