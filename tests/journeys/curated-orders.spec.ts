import { curatedOrder } from '@huanji/contract/features/order/curated-order'
import { orderIn, pick } from '@huanji/server/demo/trade/selling'
import { OWNER, SHIPPER } from './fixtures/accounts.ts'
import { curatedBatch } from './fixtures/batches.ts'
import { expectCode } from './fixtures/code-field.ts'
import { curatedStock, orderCurated, sellCurated } from './fixtures/curated-steps.ts'
import { expect, test, type User } from './fixtures/journey.ts'
import { control } from './fixtures/marketplace.ts'
import { oddPhone } from './fixtures/phones.ts'
import { newWaybill } from './fixtures/scan-codes.ts'
import { checkScreen, isRed } from './fixtures/screen.ts'
import { recordSounds } from './fixtures/sounds.ts'
import { packing } from './pages/packing.ts'

const PHONES = 30
const BUYERS = 10
const EACH = PHONES / BUYERS
/** What the phones cost where prices are the subject. */
const PRICE_FEN = 130_000

const openOrder = async ({ page }: User, orderId: string): Promise<void> => {
  await page.goto(`/sale/yxorder/detail?orderId=${orderId}`)
  await expect(page.getByRole('heading', { name: '买家与收货人' })).toBeVisible()
}

test('a listing of 30 is sold to 10 buyers, and no phone of a lower grade leaves', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const owner = await clientOf(OWNER)
  const batch = await curatedBatch(owner, PHONES)
  const lowerPhone = async () => (await oddPhone(owner, { grade: '90' })).imei
  const [listing, ...lower] = await Promise.all([curatedStock(owner, { batch }), lowerPhone(), lowerPhone()])
  const [first, ...others] = await Promise.all(Array.from({ length: BUYERS }, () => sellCurated(owner, listing, EACH)))
  if (!first) throw new Error('nobody bought')
  const [, , ...rest] = listing.phones
  const [one, two, three, ...left] = [...listing.phones.slice(0, 2), ...rest].map(({ imei }) => imei)
  if (!one || !two || !three) throw new Error('no phones')

  const user = await signedInUser(SHIPPER)
  const { page, keyboard } = user
  const beeps = await recordSounds(page)
  await page.goto('/sale/yxorder?state=awaiting_shipment')
  const row = page.getByRole('row').filter({ hasText: first.orderNo })
  await expect(row).toContainText(`0 / ${EACH}`)
  await openOrder(user, first.orderId)

  await page.getByRole('button', { name: '选手机' }).click()
  await expect(page.getByRole('textbox', { name: '扫描要发的手机' })).toBeFocused()
  for (const imei of lower) {
    await keyboard.scan(imei)
    await expect(packing.message(page)).toHaveText(`${imei} 成色低于订单要求`)
    expect(await isRed(packing.message(page))).toBe(true)
  }
  expect(await beeps()).toEqual(['square', 'square'])
  for (const imei of [one, two]) {
    await keyboard.scan(imei)
    await expect(packing.message(page)).toContainText(`${imei} 已选择`)
  }
  await keyboard.scan(one)
  await expect(packing.message(page)).toHaveText(`${one} 该手机已选入本订单`)
  await keyboard.scan(three)
  await expect(page.getByRole('dialog', { name: `发货 ${first.orderNo}` })).toBeVisible()
  const waybill = newWaybill()
  await keyboard.scan(waybill)
  await expectCode(page.getByRole('textbox', { name: '运单号', exact: true }), waybill)
  await keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog', { name: '发货完成' })).toBeVisible()

  // the other buyers' phones, as colleagues choose them at the same time
  await Promise.all(
    others.map(async (order, index) => {
      const phones = left.slice(index * EACH, (index + 1) * EACH)
      for (const imei of phones) await pick(owner, order.orderId, imei)
      const scans = phones.map((unitCode) => ({ unitCode }))
      await owner.call(curatedOrder.delivery, {
        orderId: order.orderId,
        carrierCode: 'SF',
        waybill: newWaybill(),
        scans,
      })
    }),
  )
  const sent = await Promise.all([first, ...others].map(({ orderId }) => owner.call(curatedOrder.detail, { orderId })))
  expect(sent.map(({ state, isShort }) => [state, isShort])).toEqual(sent.map(() => ['shipped', false]))
  const gone = sent.flatMap(({ units }) => units.map(({ imei }) => imei))
  expect(new Set(gone)).toEqual(new Set(listing.phones.map(({ imei }) => imei)))
  expect(gone).toHaveLength(PHONES)
})

test('a price is changed before it is paid, with both numbers shown, and never afterwards', {
  tag: '@nightly',
}, async ({ signedInUser, clientOf }) => {
  const owner = await clientOf(OWNER)
  const listing = await curatedStock(owner, { count: 2, priceFen: PRICE_FEN })
  const [order, paidMeanwhile] = await Promise.all([orderCurated(owner, listing), orderCurated(owner, listing)])
  const user = await signedInUser(OWNER, { viewport: { width: 1280, height: 720 } })
  const { page, keyboard } = user
  await openOrder(user, order.orderId)
  const dialog = page.getByRole('dialog', { name: `改价 ${order.orderNo}` })
  await keyboard.press('p')
  await expect(dialog.getByLabel(/^手机一共多少钱/)).toBeFocused()
  await dialog.getByLabel(/^手机一共多少钱/).fill('1249')
  await expect(dialog.getByRole('row', { name: /^买家应付/ })).toContainText('¥1,300.00')
  await expect(dialog.getByRole('row', { name: /^买家应付/ })).toContainText('¥1,249.00')
  await expect(dialog.getByRole('row', { name: /^买家应付/ })).toContainText('−¥51.00')
  await checkScreen(page, 'order price dialog')
  await keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect
    .poll(async () => (await owner.call(curatedOrder.detail, { orderId: order.orderId })).dealPriceFen, {
      timeout: 30_000,
    })
    .toBe(124_900)
  await expect(page.getByRole('region', { name: '金额' })).toContainText('¥1,249.00')
  await expect(page.getByRole('region', { name: '金额' })).toContainText('优惠')
  await control('payOrder', { orderNo: order.orderNo })
  const paid = await orderIn(owner, 'curated', order.orderNo, 'awaiting_shipment')
  expect(paid).toMatchObject({ dealPriceFen: 124_900, originalPriceFen: PRICE_FEN })

  await openOrder(user, paidMeanwhile.orderId)
  await keyboard.press('p')
  const late = page.getByRole('dialog', { name: `改价 ${paidMeanwhile.orderNo}` })
  await expect(late.getByLabel(/^手机一共多少钱/)).toBeFocused()
  await late.getByLabel(/^手机一共多少钱/).fill('1199')
  await control('payOrder', { orderNo: paidMeanwhile.orderNo })
  await orderIn(owner, 'curated', paidMeanwhile.orderNo, 'awaiting_shipment')
  await keyboard.press('Enter')
  await expect(late.getByRole('alert')).toContainText('订单已付款，不能改价')
})

test('an order is closed with a reason, and its phone can be sold again', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const owner = await clientOf(OWNER)
  const listing = await curatedStock(owner, { count: 1 })
  const order = await sellCurated(owner, listing)
  const user = await signedInUser(OWNER, { colorScheme: 'dark' })
  const { page } = user
  await openOrder(user, order.orderId)
  const opener = page.getByRole('button', { name: '关闭订单' })
  expect(await isRed(opener)).toBe(true)
  await opener.click()
  const dialog = page.getByRole('dialog', { name: `关闭订单 ${order.orderNo}` })
  await expect(dialog.getByRole('alert')).toHaveText('关闭后不可恢复，可能影响店铺信用分')
  const submit = dialog.getByRole('button', { name: '关闭订单' })
  await expect(submit).toBeDisabled()
  await dialog.getByRole('radio', { name: /其他/ }).check()
  expect(await isRed(submit)).toBe(true)
  await submit.click()
  await expect(dialog).toContainText('请填写关闭订单的说明')
  await dialog.getByLabel(/^说明/).fill('买家改期再买')
  await checkScreen(page, 'dark close dialog')
  await submit.click()
  await expect(dialog).toHaveCount(0)
  await orderIn(owner, 'curated', order.orderNo, 'closed')
  await expect(page.getByRole('article')).toContainText('已关闭', { timeout: 30_000 })
  await expect(page.getByRole('region', { name: '商品' })).toContainText('买家改期再买')
})
