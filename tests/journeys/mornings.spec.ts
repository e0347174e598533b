import { bill } from '@huanji/contract/features/bill/calls'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { goods } from '@huanji/contract/features/listing/goods'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { refund } from '@huanji/contract/features/refund/refund-calls'
import type { Locator, Page } from '@playwright/test'
import { BETWEEN_TWO, CLERK, FINANCE, INSPECTOR, OWNER, SECOND_MERCHANT, SHIPPER } from './fixtures/accounts.ts'
import { expect, test } from './fixtures/journey.ts'
import { sellPhone } from './fixtures/marketplace.ts'
import { inspectPhone, newBags, newImei } from './fixtures/phones.ts'
import { packing } from './pages/packing.ts'

const OPERATOR = '13800138004'
const DEAL_FEN = 230_000

const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

/** The number that stands behind a name in a section. */
const figure = (page: Page, name: string, label: string): Locator =>
  section(page, name).getByRole('link', { name: new RegExp(`^${label} \\d`) })

const scanBox = (page: Page): Locator => page.locator('[data-code-box="home"]')

/** Waits until a number on the page is what a list counts at the same moment. */
async function expectSame(shown: Locator, listed: () => Promise<number>): Promise<void> {
  await expect(async () => {
    const text = (await shown.textContent()) ?? ''
    expect(text.match(/\d+/)?.[0]).toBe(String(await listed()))
  }).toPass({ timeout: 30_000 })
}

test('the shipping clerk’s morning: the scan box and the queue by deadline', async ({ signedInUser, clientOf }) => {
  const owner = await clientOf(OWNER)
  const [bagCode = ''] = await newBags(owner, 1)
  const phone = await inspectPhone(owner, bagCode)
  const { orderNo } = await sellPhone(owner, phone, DEAL_FEN)
  const { page, keyboard } = await signedInUser(SHIPPER)
  await page.goto('/')
  await expect(scanBox(page)).toBeFocused()
  const clerk = await clientOf(SHIPPER)
  await expectSame(figure(page, '待发货', '鱼市'), async () => {
    return (await clerk.call(auctionOrder.list, { state: 'awaiting_shipment' })).total
  })
  await expect(section(page, '待发货').getByRole('button', { name: '发下一单' })).toBeVisible()
  // what the post cannot do anything about is not waiting for it
  await expect(page.getByRole('link', { name: /^草稿/ })).toHaveCount(0)
  await keyboard.scan(newImei())
  await expect(page.getByText('没有找到它的待发货订单')).toBeVisible()
  await keyboard.scan(phone.imei)
  await expect(page.getByRole('dialog', { name: `发货 ${orderNo}` })).toBeVisible()
  await expect(packing.unit(page, phone.imei)).toContainText('待扫封袋')
  await keyboard.press('Escape')
  await page.getByRole('button', { name: '先不发了', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(scanBox(page)).toBeFocused()
})

test('the inspector’s morning: one’s own drafts and pace, and a scan that begins', async ({
  signedInUser,
  clientOf,
}) => {
  const { page, keyboard } = await signedInUser(INSPECTOR)
  await page.goto('/')
  await expect(scanBox(page)).toBeFocused()
  const inspector = await clientOf(INSPECTOR)
  const { employeeId } = inspector.session
  await expectSame(section(page, '我的质检').getByRole('heading', { name: /^我的草稿/ }), async () => {
    const own = { state: 'draft', inspectorId: employeeId } as const
    const auction = await inspector.call(detRecord.getDetectRecordList, { ...own, channel: 'auction' })
    const curated = await inspector.call(detRecord.getDetectRecordList, { ...own, channel: 'curated', single: true })
    return auction.total + curated.total
  })
  await expect(section(page, '我的质检')).toContainText('昨天此时')
  const imei = newImei()
  await keyboard.scan(imei)
  await expect(page).toHaveURL(/\/check\/ys\/check/)
  await expect(page.getByText('可以质检').first()).toBeVisible()
})

test('the operator’s morning: what runs, what failed, what lies too long', async ({ signedInUser, clientOf }) => {
  const { page } = await signedInUser(OPERATOR)
  await page.goto('/')
  const operator = await clientOf(OPERATOR)
  for (const [label, entryState] of [
    ['竞拍中', 'bidding'],
    ['待开拍', 'scheduled'],
  ] as const) {
    await expectSame(figure(page, '在售与积压', label), async () => {
      return (await operator.call(goods.list, { entryState })).total
    })
  }
  await expectSame(figure(page, '在售与积压', '发布失败'), async () => {
    return (await operator.call(goods.list, { state: 'publish_failed' })).total
  })
  await expect(section(page, '在售与积压').getByRole('heading', { name: /^放得太久/ })).toBeVisible()
  await figure(page, '在售与积压', '发布失败').click()
  await expect(page).toHaveURL(/state=publish_failed/)
})

test('the after-sale clerk’s morning: cases by their deadline', async ({ signedInUser, clientOf }) => {
  const { page } = await signedInUser(CLERK)
  await page.goto('/')
  const clerk = await clientOf(CLERK)
  await expectSame(figure(page, '售后待处理', '共'), async () => {
    return (await clerk.call(refund.list, { awaitsMerchant: true })).total
  })
  await section(page, '售后待处理').getByRole('link', { name: '处理', exact: true }).first().click()
  await expect(page).toHaveURL(/after-sale\/detail/)
})

test('finance’s morning: what is to be settled, and what does not agree', async ({ signedInUser, clientOf }) => {
  const { page } = await signedInUser(FINANCE)
  await page.goto('/')
  const money = section(page, '待结算与对账')
  const finance = await clientOf(FINANCE)
  const pending = money
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: '待结算', exact: true }) })
    .getByText(/^\d+ 笔$/)
  await expectSame(pending, async () => (await finance.call(bill.list, { state: 'pending' })).total)
  await expect(money).toContainText('对账')
  await money.getByRole('link', { name: '待结算', exact: true }).click()
  await expect(page).toHaveURL(/\/capital\/bill\?state=pending/)
})

test('the owner’s morning: what waits for a decision, the figures, and the work of the posts on demand', async ({
  signedInUser,
}) => {
  const { page } = await signedInUser(OWNER)
  await page.goto('/')
  await expect(section(page, '等您决定')).toBeVisible()
  await expect(page.getByRole('heading', { name: '经营概览' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '常用入口' })).toHaveCount(0)
  await expect(section(page, '待发货')).toHaveCount(0)
  await page.getByText('各岗位的工作').click()
  for (const name of ['待发货', '我的质检', '售后待处理', '在售与积压', '待结算与对账']) {
    await expect(section(page, name)).toBeVisible()
  }
})

test('the demo’s corner steps into another account, and into another merchant’s', async ({ newUser }) => {
  const { page } = await newUser({ viewport: { width: 820, height: 900 } })
  await page.goto('/login')
  const under = page.getByRole('region', { name: '演示环境' })
  await under.getByRole('button', { name: /^周大川/ }).click()
  await expect(page.getByRole('heading', { name: '周大川，您好' })).toBeVisible()
  await page.getByRole('button', { name: '演示', exact: true }).click()
  const menu = page.getByRole('dialog', { name: '演示环境' })
  await menu
    .getByRole('button', { name: /^沈知秋/ })
    .last()
    .click()
  await expect(page.getByRole('heading', { name: '沈知秋，您好' })).toBeVisible()
  await expect(page.getByText(SECOND_MERCHANT).first()).toBeVisible()
  expect(BETWEEN_TWO).toMatch(/^137/)
})
