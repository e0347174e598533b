import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { OWNER, SHIPPER } from './fixtures/accounts.ts'
import type { ApiClient } from './fixtures/api-client.ts'
import { expect, test } from './fixtures/journey.ts'
import { sellPhone } from './fixtures/marketplace.ts'
import { type InspectedPhone, inspectPhone, newBags } from './fixtures/phones.ts'
import { isRed } from './fixtures/screen.ts'
import { recordSounds } from './fixtures/sounds.ts'
import { openPacking, packing, shipByScan } from './pages/packing.ts'

const DEAL_FEN = 230_000

/** What there is to ship: a sold phone, and another one that nobody bought. */
interface Parcel {
  readonly order: { readonly orderId: string; readonly orderNo: string }
  readonly phone: InspectedPhone
  readonly stranger: InspectedPhone
}

let made: Promise<Parcel> | undefined

async function makeParcel(owner: ApiClient): Promise<Parcel> {
  const [bagCode = '', otherBag = ''] = await newBags(owner, 2)
  const [phone, stranger] = await Promise.all([inspectPhone(owner, bagCode), inspectPhone(owner, otherBag)])
  return { order: await sellPhone(owner, phone, DEAL_FEN), phone, stranger }
}

/** The same parcel for all users of this file; the last one ships it. */
const parcelOf = (owner: ApiClient): Promise<Parcel> => {
  made ??= makeParcel(owner)
  return made
}

/** Every value of a field that holds an amount, anywhere in an answer. */
function amountsIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(amountsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (key.endsWith('Fen') ? [inner] : amountsIn(inner)))
}

test('the shipping clerk sees the pages and columns of the post, and nothing else', async ({
  signedInUser,
  clientOf,
}) => {
  await parcelOf(await clientOf(OWNER))
  const { page } = await signedInUser(SHIPPER)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: '周大川，您好' })).toBeVisible()
  const menu = page.getByRole('navigation', { name: '主菜单' })
  await expect(menu.getByRole('listitem').getByRole('link')).toHaveText([
    /鱼市质检列表/,
    /严选单台质检列表/,
    /多台质检列表/,
    /封袋绑定记录/,
    /^一机一档/,
    /^商品/,
    /鱼市订单/,
    /严选订单/,
    /^售后/,
    /地址管理/,
    /导出记录/,
  ])

  for (const closed of ['/check/ys/check', '/capital/bill', '/account/staff', '/account/audit']) {
    await page.goto(closed)
    await expect(page.getByRole('heading', { name: '打不开这一页' })).toBeVisible()
  }

  await page.goto('/sale/product')
  await expect(page.getByRole('columnheader', { name: '状态' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: '保底价' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: '发布商品' })).toHaveCount(0)

  const answered = page.waitForResponse(`**${auctionOrder.list.path}`)
  await page.goto('/sale/order?state=awaiting_shipment')
  const answer: { _data: { list: unknown[] } } = await (await answered).json()
  expect(answer._data.list.length).toBeGreaterThan(0)
  const amounts = amountsIn(answer)
  expect(amounts.length).toBeGreaterThan(0)
  expect(amounts.filter((amount) => amount !== null)).toEqual([])
  await expect(page.getByRole('link', { name: /^\d{10,}/ }).first()).toBeVisible()
  await expect(page.getByRole('columnheader', { name: '成交价' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: '鱼市订单', exact: true })).not.toContainText('¥')

  const detailed = page.waitForResponse(`**${auctionOrder.detail.path}`)
  await page
    .getByRole('link', { name: /^\d{10,}/ })
    .first()
    .click()
  expect(amountsIn(await (await detailed).json()).filter((amount) => amount !== null)).toEqual([])
  await expect(page.getByRole('heading', { name: '买家与收货人' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('¥')
  await expect(page.getByRole('heading', { name: '出价记录' })).toHaveCount(0)
})

test('an order leaves by scanning, and nothing foreign leaves with it', async ({ signedInUser, clientOf }) => {
  const owner = await clientOf(OWNER)
  const { order, phone, stranger } = await parcelOf(owner)
  const { orderNo, orderId } = order

  const user = await signedInUser(SHIPPER)
  const { page, keyboard } = user
  const beeps = await recordSounds(page)
  await openPacking(user)
  await keyboard.scan(stranger.imei)
  await expect(packing.message(page)).toContainText('没有找到这台手机的待发货订单')
  expect(await isRed(packing.message(page))).toBe(true)
  expect(await beeps()).toEqual(['square'])

  await keyboard.scan(phone.imei)
  await expect(page.getByRole('dialog', { name: `发货 ${orderNo}` })).toBeVisible()
  await expect(packing.unit(page, phone.imei)).toContainText('待扫封袋')
  await keyboard.scan(stranger.imei)
  await expect(packing.message(page)).toContainText(/这台(不是这一单的|是订单)/)
  expect(await isRed(packing.message(page))).toBe(true)
  await keyboard.scan(stranger.bagCode)
  await expect(packing.message(page)).toContainText('这个袋子不是这台的')
  expect(await isRed(packing.message(page))).toBe(true)
  await expect(packing.unit(page, phone.imei)).toContainText('待扫封袋')
  expect((await beeps()).slice(-2)).toEqual(['square', 'square'])

  const waybill = `SF${phone.imei.slice(-13)}`
  await shipByScan(user, phone.imei, phone.bagCode, waybill)
  await expect(packing.dialog(page)).toContainText(orderNo)
  await expect(packing.dialog(page)).toContainText('顺丰')
  await expect(packing.dialog(page)).toContainText('闲鱼已收到', { timeout: 60_000 })
  const shipped = await owner.call(auctionOrder.detail, { orderId })
  expect(shipped).toMatchObject({ state: 'shipped', waybill, carrierCode: 'SF' })
  expect(shipped.history.at(-1)).toBeDefined()
  expect(JSON.stringify(shipped.history)).toContain('周大川')
})
