import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { INSPECTOR, OWNER } from './fixtures/accounts.ts'
import { expectCode } from './fixtures/code-field.ts'
import { expect, test } from './fixtures/journey.ts'
import {
  draftPhone,
  inspectPhone,
  MODEL,
  newBags,
  newImei,
  newRollCodes,
  newTac,
  submitPhone,
} from './fixtures/phones.ts'
import { expectToast } from './fixtures/toasts.ts'
import { answerClaims, goToItem, openChecklist, station, takePhotos } from './pages/inspection-station.ts'

const withOtherCheckDigit = (imei: string): string => imei.slice(0, -1) + ((Number(imei.slice(-1)) + 1) % 10)

test('a mis-scan is named for what it is', async ({ signedInUser }) => {
  const { page, keyboard } = await signedInUser(INSPECTOR)
  await station.open(page)
  const mistakes = [
    ['89860318740212345678', '这是SIM卡号/EID，请扫描IMEI条码'],
    ['6901234567892', '这是商品条码，请扫描IMEI条码'],
    [withOtherCheckDigit(newImei()), 'IMEI不对，请核对是否录错'],
    [newImei().slice(0, 14), '请输入15位IMEI'],
  ] as const
  for (const [code, sentence] of mistakes) {
    await keyboard.scan(code)
    await expect(station.message(page)).toHaveText(`${code} ${sentence}`)
  }
  await keyboard.scan(newImei())
  await expect(page.getByRole('combobox', { name: '机型' })).toBeFocused()
})

test('a clean phone takes at most twelve inputs, a defect three more and its photograph', async ({
  signedInUser,
  clientOf,
}) => {
  const user = await signedInUser(INSPECTOR)
  const { page, keyboard } = user
  const [bagCode = ''] = await newBags(await clientOf(OWNER), 1)
  await station.open(page)
  await openChecklist(user, newImei())
  await answerClaims(user)
  await expect(station.grade(page)).toBeVisible()

  const before = keyboard.inputs()
  const scratches = station.cell(page, '屏幕划痕')
  await goToItem(user, '屏幕划痕')
  await keyboard.press('3')
  expect(keyboard.inputs() - before).toBe(3)
  await expect(scratches).toContainText('异常')
  await expect(station.missing(page, /屏幕划痕瑕疵图/)).toBeVisible()
  await takePhotos(page, [{ title: '屏幕划痕瑕疵', subject: 'C01' }])
  await expect(station.missing(page, /瑕疵图/)).toHaveCount(0)

  await keyboard.scan(bagCode)
  await expectCode(page.getByLabel('封袋码', { exact: true }), bagCode)
  await keyboard.press('Control+Enter')
  await expect(station.result(page)).toBeVisible()
  expect(keyboard.inputs()).toBeLessThanOrEqual(14)
  await expect(station.result(page)).toContainText('待拍摄')
})

test('a locked account stops the phone', { tag: '@nightly' }, async ({ signedInUser }) => {
  const user = await signedInUser(INSPECTOR)
  const { page, keyboard } = user
  await station.open(page)
  await openChecklist(user, newImei())
  await keyboard.press('1')
  await expect(station.item(page, '保修期')).toBeVisible()
  await keyboard.press('1')
  await expect(page.getByRole('textbox', { name: '电池健康度' })).toBeFocused()
  await keyboard.type('88')
  await expect(station.item(page, '账号锁')).toBeVisible()
  await keyboard.press('2')
  await expect(station.grade(page)).toHaveText('账号锁（无法退出账号），该手机不可上架')
  await keyboard.press('Control+Enter')
  await expect(station.result(page)).toContainText('该手机不可上架，请退回或作废质检记录')
})

test('a draft survives a reload and a lost network', { tag: '@nightly' }, async ({ signedInUser, clientOf }) => {
  const user = await signedInUser(INSPECTOR)
  const { page, keyboard, monitor } = user
  const imei = newImei()
  await station.open(page)
  await openChecklist(user, imei)
  await keyboard.press('1')
  await expect(station.item(page, '保修期')).toBeVisible()
  await expect(station.saved(page)).toBeVisible()

  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expectToast(page, '已恢复上次未提交的质检')
  await expect(station.item(page, '保修期')).toBeVisible()
  await expect(station.saved(page)).toBeVisible()

  const networkIsBack = monitor.expectLostNetwork()
  await page.context().setOffline(true)
  await keyboard.press('2')
  await expect(page.getByText('网络中断，已存在本机，恢复后自动保存')).toBeVisible()
  await page.context().setOffline(false)
  await expect(station.saved(page)).toBeVisible()
  networkIsBack()

  const client = await clientOf(INSPECTOR)
  const { list } = await client.call(detRecord.getDetectRecordList, { channel: 'auction', code: imei })
  const detail = await client.call(detRecord.getDetRecordDetails, { inspectionId: list[0]?.inspectionId ?? '' })
  expect(detail.answers.A12?.options).toEqual(['A12-2'])
})

test('a phone that is being inspected or was sealed is not begun again', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const user = await signedInUser(INSPECTOR)
  const { page, keyboard } = user
  const owner = await clientOf(OWNER)
  const begun = await draftPhone(owner)
  await station.open(page)
  await keyboard.scan(begun.imei)
  await expect(station.message(page)).toContainText(`这台检过一半（单号${begun.inspectionNo}）`)
  await expect(page.getByRole('region', { name: '鱼市质检' })).toContainText(begun.inspectionNo)
  await page.getByRole('button', { name: '先不检这台' }).click()

  const [bagCode = ''] = await newBags(owner, 1)
  const finished = await inspectPhone(owner, bagCode)
  await keyboard.scan(finished.imei)
  await expect(page.getByRole('link', { name: '查看质检报告' })).toHaveAttribute(
    'href',
    new RegExp(finished.inspectionId),
  )
})

test('of two who edit one draft, the second learns who the first was', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const mine = await signedInUser(INSPECTOR)
  const { inspectionId } = await draftPhone(await clientOf(OWNER))
  await mine.page.goto(`/check/ys/check?inspectionId=${inspectionId}`)
  await expect(station.item(mine.page, '购买渠道')).toBeVisible()

  const theirs = await clientOf(OWNER)
  const { version, code, modelId, sku } = await theirs.call(detRecord.getDetRecordDetails, { inspectionId })
  await theirs.call(detRecord.addDetectRecord, {
    mode: 'draft',
    channel: 'auction',
    inspectionId,
    version,
    code,
    modelId,
    sku,
    answers: { A09: { options: ['A09-2'] } },
    remark: '程远改过',
  })
  await mine.keyboard.press('1')
  const dialog = mine.page.getByRole('dialog', { name: '内容已被同事修改' })
  await expect(dialog).toContainText('程远')
  await expect(dialog.getByRole('row', { name: /购买渠道/ })).toContainText('大陆国行')
  await expect(dialog.getByRole('row', { name: /购买渠道/ })).toContainText('香港行货')
  await dialog.getByRole('button', { name: '采用最新内容' }).click()
  await expect(mine.page.getByLabel('备注')).toHaveValue('程远改过')
  await expect(station.cell(mine.page, '购买渠道')).toContainText('香港行货')
})

test('defect: Enter took the last model although this type of phone was known as another one', {
  tag: '@nightly',
}, async ({ signedInUser, clientOf }) => {
  const user = await signedInUser(INSPECTOR)
  const { page, keyboard } = user
  const owner = await clientOf(OWNER)
  const [bagCode = ''] = await newBags(owner, 1)
  const tac = newTac()
  for (let count = 0; count < 2; count += 1) await submitPhone(owner, tac, 'apple-iphone-14')
  await draftPhone(owner)

  await station.open(page)
  await keyboard.scan(newImei(tac))
  const chosen = page.getByRole('listbox', { name: '机型' }).getByRole('option', { selected: true })
  await expect(chosen).toContainText('iPhone 14')
  await expect(chosen).toContainText('推荐 · 本店 2 台')
  await keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: MODEL.storage, exact: false })).toContainText('推荐 · 本店 2 台')
  await keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: MODEL.storage, exact: false })).toBeChecked()
  await keyboard.press('Enter')
  await answerClaims(user)
  await keyboard.scan(bagCode)
  await expectCode(page.getByLabel('封袋码', { exact: true }), bagCode)
  await keyboard.press('Control+Enter')
  await expect(station.result(page)).toContainText('iPhone 14')
  expect(keyboard.inputs()).toBeLessThanOrEqual(12)
})

test('defect: Enter took the last model of a type of phone that nobody knew', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const { page, keyboard } = await signedInUser(INSPECTOR)
  await draftPhone(await clientOf(INSPECTOR))
  await station.open(page)
  await keyboard.scan(newImei())
  const models = page.getByRole('listbox', { name: '机型' })
  await expect(models.getByRole('option', { name: new RegExp(MODEL.name) }).first()).toBeVisible()
  await expect(models.getByRole('option', { selected: true })).toHaveCount(0)
  await keyboard.press('Enter')
  await keyboard.press('1')
  await expect(models.getByRole('option', { selected: true })).toHaveCount(1)
  await expect(page.getByRole('radiogroup', { name: '存储容量' })).toHaveCount(0)
  await keyboard.press('Enter')
  await expect(page.getByRole('radiogroup', { name: '存储容量' })).toBeVisible()
})

test('defect: typing 100 into a battery of 11 made 11100, letters went in, and Esc did nothing', async ({
  signedInUser,
}) => {
  const user = await signedInUser(INSPECTOR)
  const { page, keyboard } = user
  await station.open(page)
  await openChecklist(user, newImei())
  const box = page.getByRole('textbox', { name: '电池健康度' })
  const battery = station.cell(page, '电池健康度')
  await goToItem(user, '电池健康度')
  await expect(box).toBeFocused()
  await keyboard.type('11')
  await expect(page.getByText('只有11%？核对无误按 Enter')).toBeVisible()
  await keyboard.press('Enter')
  await expect(battery).toContainText('11%')
  await expect(box).toHaveCount(0)

  await goToItem(user, '电池健康度')
  await keyboard.type('9')
  await expect(box).toHaveValue('9')
  await keyboard.press('Escape')
  await expect(box).toHaveValue('11')
  // Caps Lock and Shift make no difference
  await keyboard.press('P')
  await keyboard.press('S')
  await expect(station.item(page, '屏幕碎裂')).toBeVisible()
  await expect(battery).toContainText('11%')

  await goToItem(user, '电池健康度')
  await keyboard.type('100')
  await expect(battery).toContainText('100%')
  await expect(box).toHaveCount(0)
})

test('defect: a key that stands for no item answered the one before without a word', async ({ signedInUser }) => {
  const user = await signedInUser(INSPECTOR)
  const { page, keyboard } = user
  await station.open(page)
  await openChecklist(user, newImei())
  await keyboard.press('p')
  await expect(station.checklist(page).getByRole('button', { name: '屏幕碎裂', exact: true })).toBeVisible()
  await keyboard.press('1')
  await expect(station.checklist(page).getByRole('alert')).toHaveText('没有按键为 p1 的检测项，未作答')
  await keyboard.press('Escape')
  await expect(station.item(page, '购买渠道')).toBeVisible()
  await expect(station.cell(page, '购买渠道')).toContainText('待选')
})

test('defect: a scanned bag did not take the place of what stood in its box', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const user = await signedInUser(INSPECTOR)
  const { page, keyboard } = user
  const owner = await clientOf(OWNER)
  const [first = '', second = '', used = ''] = await newBags(owner, 3)
  await inspectPhone(owner, used)
  await station.open(page)
  await openChecklist(user, newImei())
  const box = page.getByLabel('封袋码', { exact: true })
  await box.click()
  await keyboard.scan(first)
  await expect(station.message(page)).toHaveText(`${first} 已填入封袋码`)
  await expectCode(box, first)
  await keyboard.type('77')
  await keyboard.scan(second)
  await expect(station.message(page)).toHaveText(`${second} 已填入封袋码`)
  await expectCode(box, second)
  await keyboard.scan(used)
  await expect(box).toHaveAttribute('aria-invalid', 'true')
  await keyboard.scan(first)
  await expect(station.message(page)).toHaveText(`${first} 已填入封袋码`)
  await expectCode(box, first)
  await expect(box).toHaveAttribute('aria-invalid', 'false')
})

test('defect: a bag was accepted in green at the scan and refused only at the submit', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const user = await signedInUser(INSPECTOR)
  const { page, keyboard } = user
  const owner = await clientOf(OWNER)
  const [used = ''] = await newBags(owner, 1)
  const { inspectionId, inspectionNo } = await inspectPhone(owner, used)
  await station.open(page)
  await openChecklist(user, newImei())
  await keyboard.scan(used)
  await expect(station.message(page)).toHaveText(`${used} 封袋码已用于 ${inspectionNo}，请换一个封袋`)
  await expect(page.getByRole('link', { name: inspectionNo })).toHaveAttribute('href', new RegExp(inspectionId))
  await expect(station.item(page, '购买渠道')).toBeVisible()
  await expect(station.missing(page, '更换封袋')).toBeVisible()

  const [unknown, last] = newRollCodes(20)
  await keyboard.scan(unknown)
  await expect(station.message(page)).toHaveText(`${unknown} 封袋码不存在或不属于本商家`)
  await page.getByRole('button', { name: '登记这一卷' }).click()
  await expectCode(page.getByRole('textbox', { name: '起始封袋码' }), unknown)
  await keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: '数量' })).toBeFocused()
  await keyboard.type('20')
  await keyboard.press('Enter')
  const asked = page.getByRole('dialog', { name: '登记20个封袋码？' })
  await expect(asked).toContainText(last)
  await asked.getByRole('button', { name: '确认登记' }).press('Enter')
  const box = page.getByLabel('封袋码', { exact: true })
  await expect(box).toHaveAttribute('aria-invalid', 'false')
  await expectCode(box, unknown)
  await expect(station.missing(page, /封袋/)).toHaveCount(0)
})

test('defect: one scan registered a roll of a hundred bags whose last code nobody had seen', {
  tag: '@nightly',
}, async ({ signedInUser }) => {
  const { page, keyboard } = await signedInUser(INSPECTOR)
  const [first, last] = newRollCodes(60)
  await page.goto('/check/ys/baglog')
  await page.getByRole('button', { name: '登记一卷封袋' }).click()
  await expect(page.getByRole('textbox', { name: '起始封袋码' })).toBeFocused()
  await keyboard.scan(first)
  const count = page.getByRole('textbox', { name: '数量' })
  await expect(count).toBeFocused()
  await expect(page.getByRole('dialog', { name: /^登记\d/ })).toHaveCount(0)
  await keyboard.scan(last)
  await expectCode(count, '60')
  await expect(page.getByRole('dialog')).toContainText(`最后一个袋子的码 ${last}`)
  // what was scanned at both ends needs no second look
  await keyboard.press('Enter')
  await expectToast(page, `已登记60个封袋码：${first} 至 ${last}`)
  const registered = page.getByRole('row').filter({ hasText: `${first} – ${last}，共60个` })
  await expect(registered.filter({ hasText: '登记' })).toHaveCount(1)

  await page.getByRole('button', { name: '这卷不用了' }).click()
  await keyboard.scan(first)
  await keyboard.scan(last)
  await page.getByRole('button', { name: '作废', exact: true }).focus()
  await keyboard.press('Enter')
  await page.getByRole('button', { name: '确认作废' }).focus()
  await keyboard.press('Enter')
  await expectToast(page, `已作废60个封袋码：${first} 至 ${last}`)
  await expect(registered.filter({ hasText: '已作废' })).toHaveCount(1)
})
