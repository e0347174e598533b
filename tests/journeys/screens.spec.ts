import { offerAtAuction } from '@huanji/server/demo/trade/selling'
import type { Page } from '@playwright/test'
import { OWNER } from './fixtures/accounts.ts'
import type { ApiClient } from './fixtures/api-client.ts'
import { expect, test, type User } from './fixtures/journey.ts'
import { control, scheduledEntry, sellPhone } from './fixtures/marketplace.ts'
import { type InspectedPhone, inspectPhone, newBags, newImei } from './fixtures/phones.ts'
import { checkThemes } from './fixtures/screen.ts'
import { answerClaims, goToItem, openChecklist, station, takePhotos } from './pages/inspection-station.ts'
import { openPacking, packing } from './pages/packing.ts'

const TABLET = { width: 768, height: 1024 }
const DEAL_FEN = 230_000

/** The data that the screens show: one phone on sale, one sold. */
interface Exhibits {
  readonly onSale: string
  readonly orderId: string
  readonly sold: InspectedPhone
}

let made: Promise<Exhibits> | undefined

async function putOnSale(owner: ApiClient, bagCode: string): Promise<string> {
  const listingId = await offerAtAuction(owner, await inspectPhone(owner, bagCode))
  const entryId = await scheduledEntry(listingId)
  await control('startEntry', { entryId })
  await control('placeBid', { entryId, buyer: 3, amountFen: DEAL_FEN })
  return listingId
}

async function makeExhibits(owner: ApiClient): Promise<Exhibits> {
  const [first = '', second = ''] = await newBags(owner, 2)
  const sold = await inspectPhone(owner, second)
  const [onSale, { orderId }] = await Promise.all([putOnSale(owner, first), sellPhone(owner, sold, DEAL_FEN)])
  return { onSale, orderId, sold }
}

/** The same for every theme and width; made when the first screen needs them. */
async function exhibitsOf(clientOf: (phone: string) => Promise<ApiClient>): Promise<Exhibits> {
  made ??= makeExhibits(await clientOf(OWNER))
  return made
}

const rowsOf = (page: Page, name: string) => page.getByRole('region', { name: `${name}表格` }).getByRole('cell')

test('public pages', { tag: '@nightly' }, async ({ newUser }) => {
  const { page, monitor } = await newUser()
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: '登录', exact: true })).toBeVisible()
  await checkThemes(page, 'login')
  await page.getByRole('button', { name: '验证码登录' }).click()
  await expect(page.getByAltText('图形验证码')).toBeVisible()
  await checkThemes(page, 'login-code')
  await page.getByRole('button', { name: '注册商家' }).click()
  await expect(page.getByRole('heading', { name: '注册商家' })).toBeVisible()
  await checkThemes(page, 'sign-up')
  for (const name of ['privacy', 'seller', 'user']) {
    await page.goto(`/agreement/${name}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await checkThemes(page, `agreement-${name}`)
  }
  monitor.expectMissingPage()
  await page.goto('/nothing')
  await expect(page.getByRole('heading', { name: '打不开这一页' })).toBeVisible()
  await checkThemes(page, 'not-found')
})

test('home and the shell', async ({ signedInUser }) => {
  const { page, keyboard } = await signedInUser(OWNER)
  await page.goto('/')
  await expect(page.getByRole('link', { name: /待发货/ }).first()).toBeVisible()
  await checkThemes(page, 'home')
  await keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
  await checkThemes(page, 'palette')
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await checkThemes(page, 'keys')
})

test('inspection', { tag: '@nightly' }, async ({ signedInUser, clientOf }) => {
  const exhibits = await exhibitsOf(clientOf)
  const user = await signedInUser(OWNER)
  await lookAtBench(user)
  const { page } = user
  await page.goto('/check/ys/list')
  await expect(rowsOf(page, '鱼市质检列表').first()).toBeVisible()
  await checkThemes(page, 'inspection-list')
  await page.getByRole('button', { name: '列设置' }).click()
  await expect(page.getByRole('dialog', { name: '列设置' })).toBeVisible()
  await checkThemes(page, 'columns')
  await page.goto('/check/ys/list?code=QC00000000000000')
  await expect(page.getByText('没有符合条件的记录')).toBeVisible()
  await checkThemes(page, 'inspection-list-empty')
  await page.goto(`/check/ys/detail?inspectionId=${exhibits.sold.inspectionId}`)
  await expect(page.getByRole('article', { name: '质检报告' })).toBeVisible()
  await checkThemes(page, 'inspection-report')
  await page.getByRole('button', { name: '打印标签' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await checkThemes(page, 'label')
  await page.goto('/check/ys/baglog')
  await expect(rowsOf(page, '封袋绑定记录').first()).toBeVisible()
  await checkThemes(page, 'bags')
  await page.getByRole('button', { name: '登记一卷封袋' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await checkThemes(page, 'bag-roll')
})

test('sale', { tag: '@nightly' }, async ({ signedInUser, clientOf }) => {
  const exhibits = await exhibitsOf(clientOf)
  const user = await signedInUser(OWNER)
  const { page, keyboard } = user
  await page.goto('/sale/product')
  await expect(rowsOf(page, '商品').first()).toBeVisible()
  await checkThemes(page, 'product-list')
  await keyboard.press('n')
  await expect(page.getByRole('dialog').getByText('可上架手机').or(page.getByText('还没有选手机'))).toBeVisible()
  await checkThemes(page, 'publish')
  await page.goto(`/sale/product/detail?listingId=${exhibits.onSale}`)
  await expect(page.getByRole('article', { name: '商品详情' })).toBeVisible()
  await checkThemes(page, 'product-detail')
  await page.goto('/sale/order')
  await expect(rowsOf(page, '鱼市订单').first()).toBeVisible()
  await checkThemes(page, 'order-list')
  await page.goto(`/sale/order/detail?orderId=${exhibits.orderId}`)
  await expect(page.getByRole('heading', { name: '出价记录' })).toBeVisible()
  await checkThemes(page, 'order-detail')
  await lookAtPacking(user, exhibits.sold)
  await page.goto('/capital/bill')
  await expect(page.getByText('到手')).toBeVisible()
  await checkThemes(page, 'bills')
})

test('inspection and shipping on a tablet', { tag: '@nightly' }, async ({ signedInUser, clientOf }) => {
  const exhibits = await exhibitsOf(clientOf)
  const user = await signedInUser(OWNER, { viewport: TABLET })
  const { page } = user
  await lookAtBench(user, 'tablet-')
  await page.goto('/check/ys/list')
  await expect(rowsOf(page, '鱼市质检列表').first()).toBeVisible()
  await checkThemes(page, 'tablet-inspection-list')
  await page.getByRole('button', { name: '菜单' }).click()
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible()
  await checkThemes(page, 'tablet-menu')
  await page.goto('/sale/order')
  await expect(rowsOf(page, '鱼市订单').first()).toBeVisible()
  await checkThemes(page, 'tablet-order-list')
  await page.goto(`/sale/order/detail?orderId=${exhibits.orderId}`)
  await expect(page.getByRole('heading', { name: '出价记录' })).toBeVisible()
  await checkThemes(page, 'tablet-order-detail')
  await lookAtPacking(user, exhibits.sold, 'tablet-')
})

/** The station from the first scan to the finished phone. */
async function lookAtBench(user: User, prefix = ''): Promise<void> {
  const { page, keyboard } = user
  await station.open(page)
  await checkThemes(page, `${prefix}station-ready`)
  await openChecklist(user, newImei())
  await checkThemes(page, `${prefix}station-checklist`)
  await answerClaims(user)
  await goToItem(user, '屏幕划痕')
  await keyboard.press('3')
  await takePhotos(page, [
    { title: '屏幕划痕瑕疵', subject: 'C01' },
    { title: '背面', subject: 'back' },
  ])
  await expect(station.saved(page)).toBeVisible()
  await checkThemes(page, `${prefix}station-exception`)
  await keyboard.press('Control+Enter')
  await expect(station.result(page)).toBeVisible()
  await checkThemes(page, `${prefix}station-result`)
}

/** The packing dialog with a refused phone, and with the right one. */
async function lookAtPacking(user: User, sold: InspectedPhone, prefix = ''): Promise<void> {
  const { page, keyboard } = user
  await openPacking(user)
  await checkThemes(page, `${prefix}shipping-ready`)
  await keyboard.scan(sold.imei)
  await expect(packing.unit(page, sold.imei)).toContainText('待扫封袋')
  await keyboard.scan(newImei())
  await expect(packing.message(page)).toContainText('这台不是这一单的')
  await checkThemes(page, `${prefix}shipping-refused`)
  await keyboard.scan(sold.bagCode)
  await expect(packing.unit(page, sold.imei)).toContainText('已核对')
  await keyboard.scan(`SF${sold.imei.slice(-13)}`)
  await expect(page.getByRole('textbox', { name: '运单号', exact: true })).not.toHaveJSProperty('value', '')
  await checkThemes(page, `${prefix}shipping-checked`)
}
