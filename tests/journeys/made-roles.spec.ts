import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { cleanPhone } from '@huanji/server/demo/trade/inspecting'
import { usableShop } from '@huanji/server/demo/trade/selling'
import type { Browser, Page } from '@playwright/test'
import { pictureOf } from '../support/photo-sender.ts'
import { FIRST_MERCHANT, OWNER } from './fixtures/accounts.ts'
import { type ApiClient, signIn } from './fixtures/api-client.ts'
import { drawn } from './fixtures/drawn.ts'
import { expect, test } from './fixtures/journey.ts'
import { sellPhone } from './fixtures/marketplace.ts'
import { addEmployee, givePassword, newPhone } from './fixtures/new-accounts.ts'
import { inspectPhone, newBags, newImei } from './fixtures/phones.ts'
import { checkThemes } from './fixtures/screen.ts'
import { expectToast } from './fixtures/toasts.ts'
import { MUST_SHOTS, takePhotos } from './pages/inspection-station.ts'
import { openPacking, shipByScan } from './pages/packing.ts'
import { editor, openEditor } from './pages/roles.ts'
import { menuEntries } from './pages/shell.ts'

const DEAL_FEN = 210_000

/** Somebody with this role alone, signed in. */
async function hired(browser: Browser, owner: ApiClient, name: string, roleName: string): Promise<ApiClient> {
  const phone = newPhone()
  await addEmployee(owner, { name, phone, roles: [roleName] })
  await givePassword(browser, phone)
  return signIn(phone, FIRST_MERCHANT)
}

/** Makes a role by hand: one tick on each of the pages named. */
async function makeByHand(page: Page, name: string, ticks: readonly (readonly [page: string, action: string])[]) {
  await openEditor(page)
  await editor.name(page).fill(name)
  for (const [onPage, action] of ticks) await editor.box(page, onPage, action).check()
}

test('somebody whose role was made with 拍摄实拍图 alone photographs a phone to the end', { tag: '@nightly' }, async ({
  browser,
  signedInUser,
  userWithSession,
  clientOf,
}) => {
  const owner = await clientOf(OWNER)
  const boss = await signedInUser(OWNER)
  const roleName = `兼职拍照${drawn(10_000)}`
  await makeByHand(boss.page, roleName, [['鱼市质检', '拍摄实拍图']])
  await expect(editor.box(boss.page, '鱼市质检', '扫手机开始质检、拍照')).toBeChecked()
  await expect(editor.box(boss.page, '鱼市质检', '提交质检')).not.toBeChecked()
  await expect(boss.page.getByRole('region', { name: '看起来会是这样' })).toContainText('待拍摄')
  await checkThemes(boss.page, 'role-by-hand')
  await editor.save(boss.page)
  await expectToast(boss.page, '角色已添加，可以分配给员工了')

  const imei = newImei()
  const [bagCode = ''] = await newBags(owner, 1)
  const shopAccountId = await usableShop(owner)
  await owner.call(detRecord.addDetectRecord, cleanPhone(imei, { shopAccountId, bagCode }))
  const { page, keyboard } = await userWithSession(await hired(browser, owner, '安小拍', roleName))
  await page.goto('/')
  await expect(menuEntries(page)).toHaveText([/^鱼市质检/, /^鱼市质检列表/])
  await expect(
    page.getByRole('region', { name: '鱼市待拍摄' }).getByRole('link', { name: '拍照' }).first(),
  ).toBeVisible()
  await page.goto('/check/ys/list?state=awaiting_photos')
  await expect(page.getByRole('button', { name: '拍照' }).first()).toBeVisible()
  await menuEntries(page).first().click()
  await expect(page.getByRole('heading', { name: '待拍摄' })).toBeVisible()
  await checkThemes(page, 'photo-station')
  await keyboard.scan(imei)
  await expect(page.getByRole('heading', { name: /iPhone 13/ })).toBeVisible()
  await expect(page.getByText('还差什么')).toHaveCount(0)
  await checkThemes(page, 'photo-station-phone')
  await takePhotos(page, MUST_SHOTS.slice(0, -1))
  const [last] = MUST_SHOTS.slice(-1)
  await page.getByLabel(`选择照片：${last?.title}`, { exact: true }).setInputFiles({
    name: 'last.jpg',
    mimeType: 'image/jpeg',
    buffer: await pictureOf(last?.subject ?? ''),
  })
  await expect(page.getByText(/照片齐了，已转为/)).toBeVisible()
})

test('somebody whose role was made with 发货 alone ships an order', { tag: '@nightly' }, async ({
  browser,
  signedInUser,
  userWithSession,
  clientOf,
}) => {
  const owner = await clientOf(OWNER)
  const boss = await signedInUser(OWNER)
  const roleName = `仓库打包${drawn(10_000)}`
  await makeByHand(boss.page, roleName, [['鱼市订单', '发货']])
  await expect(editor.box(boss.page, '鱼市订单', '查看列表')).toBeChecked()
  await editor.save(boss.page)
  await expectToast(boss.page, '角色已添加，可以分配给员工了')
  const [bagCode = ''] = await newBags(owner, 1)
  const phone = await inspectPhone(owner, bagCode)
  await sellPhone(owner, phone, DEAL_FEN)
  const packer = await userWithSession(await hired(browser, owner, '包小东', roleName))
  const { page } = packer
  await page.goto('/')
  await expect(menuEntries(page)).toHaveText([/^鱼市订单/])
  await expect(page.getByRole('region', { name: '待发货' }).getByRole('button', { name: '发下一单' })).toBeVisible()
  await openPacking(packer)
  await shipByScan(packer, phone.imei, bagCode, `SF${1_000_000_000 + drawn(8_999_999_999)}123`)
})

test('an accountant from outside sees what bills come to, and nothing else', { tag: '@nightly' }, async ({
  browser,
  userWithSession,
  clientOf,
}) => {
  const owner = await clientOf(OWNER)
  const { page } = await userWithSession(await hired(browser, owner, '何会计', '外部会计'))
  await page.goto('/')
  await expect(menuEntries(page)).toHaveText([/^账单/, /^导出记录/])
  const money = page.getByRole('region', { name: '待结算与对账' })
  await expect(money.getByRole('listitem').first()).toContainText('¥')
  await expect(money).not.toContainText('—')
  await menuEntries(page).first().click()
  await expect(page.getByRole('region', { name: '账单表格' }).getByRole('row').nth(1)).toBeVisible()
  await page.goto('/sale/order')
  await expect(page.getByRole('heading', { name: '打不开这一页' })).toBeVisible()
})
