import { address } from '@huanji/contract/features/address/calls'
import { auctionSessions } from '@huanji/contract/features/listing/goods'
import { type RepostRule, repostPrices } from '@huanji/domain/auction/repost'
import { type Fen, formatFen, parseYuan } from '@huanji/domain/money'
import type { Locator, Page } from '@playwright/test'
import type { ApiClient } from './fixtures/api-client.ts'
import { drawn } from './fixtures/drawn.ts'
import { expect, test, type User } from './fixtures/journey.ts'
import { control, productOf, scheduledEntry } from './fixtures/marketplace.ts'
import { signUp } from './fixtures/new-accounts.ts'
import { type InspectedPhone, inspectPhone, newBags } from './fixtures/phones.ts'
import { expectToast } from './fixtures/toasts.ts'
import { IN_BACKGROUND } from './fixtures/waits.ts'
import { openPublishing, publish, publishing } from './pages/publish-drawer.ts'
import { actOnShop, bindShop } from './pages/shop-accounts.ts'

/** A shop’s rule is looked at once a minute. */
const BY_RULE = { timeout: 120_000 }

/** How unsold goods are to be listed again: a tenth cheaper each time. */
const RULE: RepostRule = { maxTimes: 3, stepPercent: 10, floorPercent: 85, mayLose: true, sessionNumbers: [] }

const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })

async function amountIn(box: Locator): Promise<Fen> {
  const fen = parseYuan(await box.inputValue())
  if (fen === null) throw new Error('a box holds no amount')
  return fen
}

/** A merchant who has just signed up, with an address to ship from. */
async function newMerchant(owner: ApiClient): Promise<ApiClient> {
  const where = { regionCode: '440305', detail: '科技园路1号', isDefault: true }
  await owner.call(address.edit, { kind: 'ship', contactName: '王师傅', contactPhone: '13800130010', ...where })
  return owner
}

/** The listing behind a phone's row in the list of goods. */
async function listingOf(page: Page, { imei }: InspectedPhone): Promise<string> {
  const link = await rowOf(page, imei).getByRole('link').first().getAttribute('href')
  return new URLSearchParams(link?.split('?')[1]).get('listingId') ?? ''
}

interface OnAuction {
  readonly listingId: string
  readonly prices: { readonly startPriceFen: Fen; readonly reservePriceFen: Fen }
}

/** Lists phones in the session after the next, at the suggested prices. */
async function listInSession(user: User, phones: readonly InspectedPhone[]): Promise<OnAuction[]> {
  const { page } = user
  const drawer = await openPublishing(
    user,
    '鱼市竞拍',
    phones.map(({ imei }) => imei),
  )
  await drawer.getByLabel('场次').selectOption({ index: 2 })
  const prices = await Promise.all(
    phones.map(async ({ imei }) => ({
      startPriceFen: await amountIn(publishing.amount(drawer, '起拍价', imei)),
      reservePriceFen: await amountIn(publishing.amount(drawer, '保底价', imei)),
    })),
  )
  await publish(page, phones.length)
  const listed: OnAuction[] = []
  for (const [index, phone] of phones.entries()) {
    const wanted = prices[index]
    if (wanted) listed.push({ listingId: await listingOf(page, phone), prices: wanted })
  }
  return listed
}

/** Tries the rule out for one session of the day, sees what it would do with the phone, and switches it on. */
async function switchRuleOn(page: Page, shopName: string, sessionNumber: string, prices: OnAuction['prices']) {
  await page.goto('/store/account')
  await actOnShop(page, shopName, '自动重新上架')
  await page.getByRole('checkbox', { name: '流拍的鱼市商品自动重新上架' }).check()
  await page.getByLabel('最多次数').selectOption(String(RULE.maxTimes))
  await page.getByLabel('每次降价').selectOption(String(RULE.stepPercent))
  await page.getByLabel('最低价').selectOption(String(RULE.floorPercent))
  // nobody has said what the phones cost, and without that nothing is lowered
  await page.getByRole('checkbox', { name: '不低于成本价' }).uncheck()
  await page.getByRole('checkbox', { name: `第${sessionNumber}场` }).check()
  await page.getByRole('button', { name: '试算' }).click()
  const tried = page.getByRole('region', { name: '试算结果' })
  await expect(tried).toContainText('试算完成：1 件流拍商品，现在会上架 1 件')
  await expect(tried).toContainText('第1次')
  await expect(tried).toContainText(`第${sessionNumber}场`)
  await expect(tried).toContainText(formatFen(prices.startPriceFen))
  await expect(tried).toContainText(formatFen(prices.reservePriceFen))
  await page.getByRole('button', { name: '开启，现在就重上 1 件' }).click()
  await expectToast(page, '重新上架设置已保存')
}

test('a shop is bound, sells its first phone on each channel, and lists again by its rule what was not sold', {
  tag: '@nightly',
}, async ({ browser, userWithSession }) => {
  const owner = await newMerchant(await signUp(browser, '新店二手机行'))
  const user = await userWithSession(owner)
  const { page } = user
  const shopName = `新店${drawn(1_000_000)}`
  await bindShop(page, shopName)

  const [firstBag = '', secondBag = ''] = await newBags(owner, 2)
  const [left, sold, curated] = await Promise.all([
    inspectPhone(owner, firstBag),
    inspectPhone(owner, secondBag),
    inspectPhone(owner, '', 'curated'),
  ])
  const [unsold, wanted] = await listInSession(user, [left, sold])
  if (!unsold || !wanted) throw new Error('nothing was listed')
  const session = (await owner.call(auctionSessions.sessions, {})).sessions[3]
  if (!session) throw new Error('there is no later session')

  await test.step('nobody wants one of them', async () => {
    await control('concludeEntry', { entryId: await scheduledEntry(unsold.listingId), priceFen: null })
    await expect(rowOf(page, left.imei)).toContainText('流拍', IN_BACKGROUND)
  })
  const cheaper = repostPrices(RULE, unsold.prices, 1)
  await switchRuleOn(page, shopName, session.scheduleNumber, cheaper)

  await test.step('the shop’s first sale in the auction market', async () => {
    const priceFen = wanted.prices.reservePriceFen + 100_00
    await control('concludeEntry', { entryId: await scheduledEntry(wanted.listingId), priceFen })
    await page.goto('/sale/order')
    const order = rowOf(page, sold.imei)
    await expect(order).toContainText('待付款', IN_BACKGROUND)
    await expect(order).toContainText(formatFen(priceFen))
    await expect(order).toContainText(shopName)
  })

  await test.step('the shop’s first sale on the curated channel', async () => {
    const drawer = await openPublishing(user, '严选单台', [curated.imei])
    const priceFen = await amountIn(publishing.amount(drawer, '售价', curated.imei))
    await publish(page, 1)
    await expect(rowOf(page, curated.imei)).toContainText('销售中', IN_BACKGROUND)
    const { productId } = await productOf(await listingOf(page, curated))
    await page.goto('/sale/yxorder')
    const { orderNo } = await control<{ orderNo: string }>('buyProduct', { productId })
    await control('payOrder', { orderNo })
    const order = rowOf(page, orderNo)
    await expect(order).toContainText('待发货', IN_BACKGROUND)
    await expect(order).toContainText(formatFen(priceFen))
    await expect(order).toContainText(shopName)
  })

  await test.step('what was not sold stands in the chosen session, cheaper by a step', async () => {
    await page.goto(`/sale/product?code=${left.imei}`)
    const row = rowOf(page, left.imei)
    await expect(row).toContainText('销售中', BY_RULE)
    await expect(row).toContainText(formatFen(cheaper.startPriceFen))
    await row.getByRole('link').first().click()
    const detail = page.getByRole('article', { name: '商品详情' })
    await expect(detail).toContainText(`${session.scheduleDate} 第${session.scheduleNumber}场`)
    await expect(detail).toContainText(formatFen(cheaper.reservePriceFen))
    await expect(page.getByText('自动重新上架（第1次）')).toBeVisible()
  })
})
