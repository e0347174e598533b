import { detRecord } from '@huanji/contract/calls/inspection'
import { INSPECTOR, OWNER } from './people/accounts.ts'
import { answerClaims, bench, openSheet, takePhotos } from './people/bench.ts'
import { expect, test } from './people/journey.ts'
import { draftPhone, inspectPhone, MODEL, newBags, newImei, newRollCodes } from './people/phones.ts'
import { expectTold } from './people/toasts.ts'

const withOtherCheckDigit = (imei: string): string => imei.slice(0, -1) + ((Number(imei.slice(-1)) + 1) % 10)

test('a mis-scan is named for what it is', async ({ deskOf }) => {
  const { page, hands } = await deskOf(INSPECTOR)
  await bench.open(page)
  const mistakes = [
    ['89860318740212345678', '这是SIM卡号/EID，请扫描IMEI条码'],
    ['6901234567892', '这是商品条码，请扫描IMEI条码'],
    [withOtherCheckDigit(newImei()), 'IMEI校验不通过，请核对是否录错'],
    [newImei().slice(0, 14), '请输入15位IMEI'],
  ] as const
  for (const [code, sentence] of mistakes) {
    await hands.scan(code)
    await expect(bench.said(page)).toHaveText(`${code} ${sentence}`)
  }
  await hands.scan(newImei())
  await expect(page.getByRole('combobox', { name: '机型' })).toBeFocused()
})

test('a clean phone takes at most twelve acts, a defect two more and its photograph', async ({ deskOf, callerOf }) => {
  const desk = await deskOf(INSPECTOR)
  const { page, hands } = desk
  const [bagCode = ''] = await newBags(await callerOf(OWNER), 1)
  await bench.open(page)
  await openSheet(desk, newImei())
  await answerClaims(desk)
  await expect(bench.grade(page)).toBeVisible()

  const before = hands.acts()
  const scratches = bench.cell(page, '屏幕划痕')
  await hands.press((await scratches.getAttribute('aria-keyshortcuts')) ?? '')
  await expect(bench.item(page, '屏幕划痕')).toBeVisible()
  await hands.press('3')
  expect(hands.acts() - before).toBe(2)
  await expect(scratches).toContainText('异常')
  await expect(bench.missing(page, /屏幕划痕瑕疵图/)).toBeVisible()
  await takePhotos(page, [{ title: '屏幕划痕瑕疵', subject: 'C01' }])
  await expect(bench.missing(page, /瑕疵图/)).toHaveCount(0)

  await hands.scan(bagCode)
  await expect(page.getByLabel('封袋码', { exact: true })).toHaveValue(bagCode)
  await hands.press('Control+Enter')
  await expect(bench.result(page)).toBeVisible()
  expect(hands.acts()).toBeLessThanOrEqual(14)
  await expect(bench.result(page)).toContainText('待拍摄')
})

test('a locked account stops the phone', async ({ deskOf }) => {
  const desk = await deskOf(INSPECTOR)
  const { page, hands } = desk
  await bench.open(page)
  await openSheet(desk, newImei())
  await hands.press('1')
  await expect(bench.item(page, '保修期')).toBeVisible()
  await hands.press('1')
  await expect(page.getByRole('textbox', { name: '电池健康度' })).toBeFocused()
  await hands.type('88')
  await expect(bench.item(page, '账号锁')).toBeVisible()
  await hands.press('2')
  await expect(bench.grade(page)).toHaveText('账号锁（无法退出账号），该设备不可上架')
  await hands.press('Control+Enter')
  await expect(bench.result(page)).toContainText('该设备不可上架，请退回或作废质检记录')
})

test('a draft survives a reload and a lost network', async ({ deskOf, callerOf }) => {
  const desk = await deskOf(INSPECTOR)
  const { page, hands, watched } = desk
  const imei = newImei()
  await bench.open(page)
  await openSheet(desk, imei)
  await hands.press('1')
  await expect(bench.item(page, '保修期')).toBeVisible()
  await expect(bench.saved(page)).toBeVisible()

  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expectTold(page, '已恢复上次未提交的质检')
  await expect(bench.item(page, '保修期')).toBeVisible()
  await expect(bench.saved(page)).toBeVisible()

  const networkIsBack = watched.expectLostNetwork()
  await page.context().setOffline(true)
  await hands.press('2')
  await expect(page.getByText('网络中断，已存在本机，恢复后自动保存')).toBeVisible()
  await page.context().setOffline(false)
  await expect(bench.saved(page)).toBeVisible()
  networkIsBack()

  const caller = await callerOf(INSPECTOR)
  const { list } = await caller.call(detRecord.getDetectRecordList, { channel: 'auction', code: imei })
  const detail = await caller.call(detRecord.getDetRecordDetails, { inspectionId: list[0]?.inspectionId ?? '' })
  expect(detail.answers.A12?.options).toEqual(['A12-2'])
})

test('a phone that is being inspected or was sealed is not begun again', async ({ deskOf, callerOf }) => {
  const desk = await deskOf(INSPECTOR)
  const { page, hands } = desk
  const owner = await callerOf(OWNER)
  const begun = await draftPhone(owner)
  await bench.open(page)
  await hands.scan(begun.imei)
  await expect(bench.said(page)).toContainText(`该IMEI已有质检中的记录（单号${begun.inspectionNo}）`)
  await expect(page.getByRole('region', { name: '鱼市质检' })).toContainText(begun.inspectionNo)
  await page.getByRole('button', { name: '放下此机' }).click()

  const [bagCode = ''] = await newBags(owner, 1)
  const finished = await inspectPhone(owner, bagCode)
  await hands.scan(finished.imei)
  await expect(page.getByRole('link', { name: '查看质检报告' })).toHaveAttribute(
    'href',
    new RegExp(finished.inspectionId),
  )
})

test('of two who edit one draft, the second learns who the first was', async ({ deskOf, callerOf }) => {
  const mine = await deskOf(INSPECTOR)
  const { inspectionId } = await draftPhone(await callerOf(OWNER))
  await mine.page.goto(`/check/ys/check?inspectionId=${inspectionId}`)
  await expect(bench.item(mine.page, '购买渠道')).toBeVisible()

  const theirs = await callerOf(OWNER)
  const { version, code, modelId, sku } = await theirs.call(detRecord.getDetRecordDetails, { inspectionId })
  await theirs.call(detRecord.addDetectRecord, {
    intent: 'draft',
    channel: 'auction',
    inspectionId,
    version,
    code,
    modelId,
    sku,
    answers: { A09: { options: ['A09-2'] } },
    remark: '程远改过',
  })
  await mine.hands.press('1')
  const dialog = mine.page.getByRole('dialog', { name: '内容已被同事修改' })
  await expect(dialog).toContainText('程远')
  await expect(dialog.getByRole('row', { name: /购买渠道/ })).toContainText('大陆国行')
  await expect(dialog.getByRole('row', { name: /购买渠道/ })).toContainText('香港行货')
  await dialog.getByRole('button', { name: '采用最新内容' }).click()
  await expect(mine.page.getByLabel('备注')).toHaveValue('程远改过')
  await expect(bench.cell(mine.page, '购买渠道')).toContainText('香港行货')
})

test('a known model can be accepted with Enter, and the report can be reused', async ({ deskOf, callerOf }) => {
  const { page, hands } = await deskOf(INSPECTOR)
  await draftPhone(await callerOf(INSPECTOR))
  await bench.open(page)
  await hands.scan(newImei())
  await expect(page.getByRole('option', { name: new RegExp(MODEL.name) }).first()).toBeVisible()
  await hands.press('Enter')
  await expect(page.getByRole('radiogroup', { name: '存储容量' })).toBeVisible()
})

test('defect: a scanned bag did not take the place of what stood in its box', async ({ deskOf, callerOf }) => {
  const desk = await deskOf(INSPECTOR)
  const { page, hands } = desk
  const owner = await callerOf(OWNER)
  const [first = '', second = '', used = ''] = await newBags(owner, 3)
  await inspectPhone(owner, used)
  await bench.open(page)
  await openSheet(desk, newImei())
  const box = page.getByLabel('封袋码', { exact: true })
  await box.click()
  await hands.scan(first)
  await expect(bench.said(page)).toHaveText(`${first} 已填入封袋码`)
  await expect(box).toHaveValue(first)
  await hands.type('77')
  await hands.scan(second)
  await expect(bench.said(page)).toHaveText(`${second} 已填入封袋码`)
  await expect(box).toHaveValue(second)
  await hands.scan(used)
  await expect(box).toHaveAttribute('aria-invalid', 'true')
  await hands.scan(first)
  await expect(bench.said(page)).toHaveText(`${first} 已填入封袋码`)
  await expect(box).toHaveValue(first)
  await expect(box).toHaveAttribute('aria-invalid', 'false')
})

test('defect: a bag was accepted in green at the scan and refused only at the submit', async ({ deskOf, callerOf }) => {
  const desk = await deskOf(INSPECTOR)
  const { page, hands } = desk
  const owner = await callerOf(OWNER)
  const [used = ''] = await newBags(owner, 1)
  const { inspectionId, inspectionNo } = await inspectPhone(owner, used)
  await bench.open(page)
  await openSheet(desk, newImei())
  await hands.scan(used)
  await expect(bench.said(page)).toHaveText(`${used} 封袋码已用于 ${inspectionNo}，请换一个封袋`)
  await expect(page.getByRole('link', { name: inspectionNo })).toHaveAttribute('href', new RegExp(inspectionId))
  await expect(bench.item(page, '购买渠道')).toBeVisible()
  await expect(bench.missing(page, '更换封袋')).toBeVisible()

  const [unknown, last] = newRollCodes(20)
  await hands.scan(unknown)
  await expect(bench.said(page)).toHaveText(`${unknown} 封袋码不存在或不属于本商家`)
  await page.getByRole('button', { name: '登记这一卷' }).click()
  await expect(page.getByRole('textbox', { name: '起始封袋码' })).toHaveValue(unknown)
  await hands.press('Enter')
  await expect(page.getByRole('textbox', { name: '数量' })).toBeFocused()
  await hands.type('20')
  await hands.press('Enter')
  const asked = page.getByRole('dialog', { name: '登记20个封袋码？' })
  await expect(asked).toContainText(last)
  await asked.getByRole('button', { name: '确认登记' }).press('Enter')
  const box = page.getByLabel('封袋码', { exact: true })
  await expect(box).toHaveAttribute('aria-invalid', 'false')
  await expect(box).toHaveValue(unknown)
  await expect(bench.missing(page, /封袋/)).toHaveCount(0)
})

test('defect: one scan registered a roll of a hundred bags whose last code nobody had seen', async ({ deskOf }) => {
  const { page, hands } = await deskOf(INSPECTOR)
  const [first, last] = newRollCodes(60)
  await page.goto('/check/ys/baglog')
  await page.getByRole('button', { name: '登记封袋号段' }).click()
  await expect(page.getByRole('textbox', { name: '起始封袋码' })).toBeFocused()
  await hands.scan(first)
  const count = page.getByRole('textbox', { name: '数量' })
  await expect(count).toBeFocused()
  await expect(page.getByRole('dialog', { name: /^登记\d/ })).toHaveCount(0)
  await hands.scan(last)
  await expect(count).toHaveValue('60')
  await expect(page.getByRole('dialog')).toContainText(`末尾封袋码 ${last}`)
  await hands.press('Enter')
  const asked = page.getByRole('dialog', { name: '登记60个封袋码？' })
  await expect(asked).toContainText(last)
  await hands.scan(first)
  await expectTold(page, `扫到 ${first}，与末尾封袋码 ${last} 不一致`)
  await expect(asked).toBeVisible()
  await asked.getByRole('button', { name: '确认登记' }).press('Enter')
  await expectTold(page, `已登记60个封袋码：${first} 至 ${last}`)
  const registered = page.getByRole('row').filter({ hasText: `${first} – ${last}，共60个` })
  await expect(registered.filter({ hasText: '登记' })).toHaveCount(1)

  await page.getByRole('button', { name: '作废未使用的号段' }).click()
  await hands.scan(first)
  await hands.scan(last)
  await page.getByRole('button', { name: '作废', exact: true }).press('Enter')
  await page.getByRole('button', { name: '确认作废' }).press('Enter')
  await expectTold(page, `已作废60个封袋码：${first} 至 ${last}`)
  await expect(registered.filter({ hasText: '已作废' })).toHaveCount(1)
})
