import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import type { Page } from '@playwright/test'
import { OWNER, SHIPPER } from './fixtures/accounts.ts'
import { expect, test } from './fixtures/journey.ts'
import { sellPhone } from './fixtures/marketplace.ts'
import { inspectPhone, newBags, newImei } from './fixtures/phones.ts'

const DEAL_FEN = 230_000

const palette = (page: Page) => page.getByRole('dialog', { name: '快速查找' })
const box = (page: Page) => page.getByRole('combobox', { name: '查找页面或编号' })
const option = (page: Page, section: string, name: string | RegExp) =>
  palette(page).getByRole('group', { name: section }).getByRole('option', { name })

/** Opens the quick search from the keyboard and types into it. */
async function find(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
  await page.keyboard.insertText(words)
}

async function home(page: Page): Promise<void> {
  await page.goto('/')
  await expect(page.getByRole('banner')).toBeVisible()
}

test('models, buyers, colleagues, bags and what was opened last are found from one box', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const owner = await clientOf(OWNER)
  const [bagCode = ''] = await newBags(owner, 1)
  const phone = await inspectPhone(owner, bagCode)
  const { orderId, orderNo } = await sellPhone(owner, phone, DEAL_FEN)
  const { buyerNick, modelName } = await owner.call(auctionOrder.detail, { orderId })
  const { page } = await signedInUser(OWNER)
  await home(page)

  await find(page, modelName)
  await option(page, '机型', /鱼市订单 \d+\+?单/)
    .first()
    .click()
  await expect(page).toHaveURL(/\/sale\/order\?.*modelId=/)
  await expect(page.getByRole('row').filter({ hasText: modelName }).first()).toBeVisible()

  await find(page, buyerNick)
  await expect(option(page, '订单', new RegExp(`买家 ${buyerNick}`)).first()).toBeVisible()
  await page.keyboard.press('Escape')

  await find(page, orderNo)
  await expect(option(page, '订单', new RegExp(`订单 ${orderNo}`))).toBeVisible()
  await expect(option(page, '订单', new RegExp(`订单 ${orderNo}`))).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/sale/order/detail?orderId=${orderId}`)
  await expect(page.getByRole('article', { name: '订单详情' })).toContainText(orderNo)

  await home(page)
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('option').first()).toContainText(`订单号 ${orderNo}`)
  await expect(option(page, '最近', /^鱼市订单/)).toBeVisible()
  await page.keyboard.press('Escape')

  await find(page, 'zhoudachuan')
  await expect(option(page, '员工', /周大川/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/account\/staff\?keyword=/)
  await expect(page.getByRole('row').filter({ hasText: '周大川' })).toHaveCount(1)
})

test('pages by pinyin, Tab, a new tab, and a sentence when nothing is found', { tag: '@nightly' }, async ({
  signedInUser,
}) => {
  const { page } = await signedInUser(OWNER)
  await home(page)
  await find(page, 'czrz')
  await expect(option(page, '页面', '操作日志')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Tab')
  await expect(box(page)).toHaveValue('操作日志')
  const opened = page.waitForEvent('popup')
  await page.keyboard.press('Control+Enter')
  await expect(await opened).toHaveURL('/account/audit')
  await expect(palette(page)).toBeVisible()
  await box(page).fill('没有这样的东西')
  await expect(palette(page).getByRole('status')).toHaveText(
    '没有找到“没有这样的东西”。已查找页面、操作、机型、订单、售后、员工；可以换个写法，或输入完整的编号。',
  )
  await box(page).fill('深色')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('button', { name: '主题：深色' })).toBeVisible()
})

test('what can be begun on a page is begun from anywhere', { tag: '@nightly' }, async ({ signedInUser }) => {
  const { page } = await signedInUser(OWNER)
  for (const [words, title, path] of [
    ['fabu', '发布商品', '/sale/product'],
    ['smfh', '扫码发货', '/sale/order'],
    ['批量发货', '批量发货', '/sale/order'],
    ['djyjfd', '登记一卷封袋', '/check/ys/baglog'],
    ['zjbyl', '这卷不用了', '/check/ys/baglog'],
    ['tjdz', '添加地址', '/merchant/address'],
    ['tianjiayuangong', '添加员工', '/account/staff'],
  ] as const) {
    await home(page)
    await find(page, words)
    await option(page, '操作', new RegExp(`^${title}`)).click()
    await expect(page).toHaveURL(new RegExp(`${path}(\\?|$)`))
    await expect(page.getByRole('dialog'), title).toBeVisible()
  }
  await home(page)
  await find(page, '新建角色')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/account/role/edit')
})

test('a scan takes the place of what was typed, whether it is known, used, foreign or broken', {
  tag: '@nightly',
}, async ({ signedInUser, clientOf }) => {
  const owner = await clientOf(OWNER)
  const [used = '', unused = ''] = await newBags(owner, 2)
  const { imei } = await inspectPhone(owner, used)
  const { page, keyboard } = await signedInUser(OWNER)
  await home(page)
  await find(page, 'dingdan')
  await keyboard.scan(imei)
  await expect(box(page)).toHaveValue(imei)
  await expect(option(page, '一机一档', new RegExp(imei))).toBeVisible()
  await keyboard.scan(used)
  await expect(option(page, '封袋', new RegExp(`封袋 ${used}.*已绑定`))).toBeVisible()
  await keyboard.scan(unused)
  await expect(option(page, '封袋', new RegExp(`封袋 ${unused}.*未使用`))).toBeVisible()
  const strange = newImei()
  await keyboard.scan(strange)
  await expect(palette(page).getByRole('status')).toContainText(`没有找到IMEI“${strange}”，请核对后重试`)
  await keyboard.scan(strange.slice(0, 7), { isEnded: false })
  await expect(palette(page).getByRole('status')).toHaveText(/读码不完整，请再扫一次/)
})

test('nobody finds what they may not open, and a failure can be asked again', { tag: '@nightly' }, async ({
  signedInUser,
}) => {
  const { page, monitor } = await signedInUser(SHIPPER)
  await home(page)
  await find(page, 'yuangong')
  await expect(palette(page).getByRole('status')).toContainText('没有找到“yuangong”')
  await box(page).fill('zhoudachuan')
  await expect(palette(page).getByRole('status')).toContainText('没有找到“zhoudachuan”')
  await expect(palette(page).getByRole('status')).not.toContainText('员工')
  const networkIsBack = monitor.expectLostNetwork()
  await page.route('**/api/ext/search/find', (route) => route.abort())
  await box(page).fill('东湖数码')
  await expect(palette(page).getByRole('alert')).toContainText('页面和操作仍可使用')
  await page.unroute('**/api/ext/search/find')
  await palette(page).getByRole('button', { name: '重试' }).click()
  await expect(palette(page).getByRole('alert')).toHaveCount(0)
  networkIsBack()
})
