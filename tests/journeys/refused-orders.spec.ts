import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { curatedOrder } from '@huanji/contract/features/order/curated-order'
import { formatFen } from '@huanji/domain/money'
import { orderIn, pick } from '@huanji/server/demo/trade/selling'
import type { Page } from '@playwright/test'
import { OWNER } from './fixtures/accounts.ts'
import { fillCode } from './fixtures/code-field.ts'
import { curatedStock, orderCurated } from './fixtures/curated-steps.ts'
import { expect, test } from './fixtures/journey.ts'
import { control, IN_BACKGROUND, phoneInSession } from './fixtures/marketplace.ts'
import { newWaybill } from './fixtures/scan-codes.ts'
import { openPacking, packing } from './pages/packing.ts'

const DEAL_FEN = 230_000
const REMARK_MAX = 200

const confirmed = (page: Page) => page.getByRole('button', { name: /^确认发货/ })
const faults = (page: Page) => packing.dialog(page).getByRole('alert')

test('a parcel leaves neither unpaid nor unchecked, nor without its number, nor after the buyer or a colleague was quicker', {
  tag: '@nightly',
}, async ({ signedInUser, clientOf }) => {
  const owner = await clientOf(OWNER)
  const { phone, bagCode, entryId } = await phoneInSession(owner)
  const { imei } = phone
  await control('concludeEntry', { entryId, priceFen: DEAL_FEN })
  const { orderNo, orderId } = await orderIn(owner, 'auction', imei, 'awaiting_payment')

  const user = await signedInUser(OWNER)
  const { page, keyboard } = user
  await page.goto(`/sale/order/detail?orderId=${orderId}`)
  await expect(page.getByRole('button', { name: '关闭订单' })).toBeVisible()
  await expect(page.getByRole('button', { name: '发货', exact: true })).toHaveCount(0)
  await openPacking(user)
  await keyboard.scan(imei)
  await expect(packing.message(page)).toContainText('没有找到这台手机的待发货订单')
  await control('payOrder', { orderNo })
  await orderIn(owner, 'auction', imei, 'awaiting_shipment')

  await page.goto(`/sale/order/detail?orderId=${orderId}`)
  await page.getByRole('button', { name: '发货', exact: true }).click()
  await expect(packing.unit(page, imei)).toContainText('待扫手机')
  await confirmed(page).click()
  await expect(faults(page)).toHaveText('还有1台手机未核对，请逐台扫描')
  await keyboard.scan(imei)
  await expect(packing.unit(page, imei)).toContainText('待扫封袋')
  await confirmed(page).click()
  await expect(faults(page)).toHaveText('还有一台没有扫封袋码，请扫描')
  await keyboard.scan(bagCode)
  await expect(packing.unit(page, imei)).toContainText('已核对')
  await confirmed(page).click()
  await expect(packing.dialog(page)).toContainText('请扫描或输入运单号')
  const number = page.getByRole('textbox', { name: '运单号', exact: true })
  await number.focus()
  await keyboard.type('SF1')
  await keyboard.press('Enter')
  await expect(packing.dialog(page)).toContainText('闲鱼只接受10位以上的运单号')
  await fillCode(number, 'PARCELOFNOBODY0000001')
  await confirmed(page).click()
  await expect(packing.dialog(page)).toContainText('请选择快递公司')
  const waybill = newWaybill()
  await fillCode(number, waybill)

  await test.step('the buyer wants the money back meanwhile', async () => {
    const refunding = async () => (await owner.call(auctionOrder.detail, { orderId })).inRefund
    await control('openRefund', { orderNo, kind: 'refundOnly' })
    await expect.poll(refunding, IN_BACKGROUND).toBe(true)
    await confirmed(page).click()
    await expect(faults(page)).toHaveText('订单售后处理中，不能发货')
    await control('withdrawRefund', { orderNo })
    await expect.poll(refunding, IN_BACKGROUND).toBe(false)
  })

  await test.step('a colleague has sent it meanwhile', async () => {
    const scans = [{ unitCode: imei, bagCode }]
    await owner.call(auctionOrder.delivery, { orderId, carrierCode: 'SF', waybill, scans })
    await confirmed(page).click()
    await expect(faults(page)).toHaveText('订单已发货，请勿重复操作；运单号有误请在闲鱼的订单里修改')
  })

  await test.step('what has left is neither sent nor closed any more', async () => {
    await page.goto(`/sale/order/detail?orderId=${orderId}`)
    await expect(page.getByRole('article')).toContainText('已发货')
    await expect(page.getByRole('button', { name: '发货', exact: true })).toHaveCount(0)
    await expect(page.getByRole('button', { name: '关闭订单' })).toHaveCount(0)
  })
})

test('an order’s price, remark and end are refused in words where they cannot be', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const owner = await clientOf(OWNER)
  const listing = await curatedStock(owner, { count: 1 })
  const order = await orderCurated(owner, listing)
  const { orderNo, orderId } = order
  const priceFen = order.dealPriceFen ?? 0
  const { page, keyboard } = await signedInUser(OWNER)
  await page.goto(`/sale/yxorder/detail?orderId=${orderId}`)
  await expect(page.getByRole('heading', { name: '买家与收货人' })).toBeVisible()

  await test.step('改价', async () => {
    await keyboard.press('p')
    const dialog = page.getByRole('dialog', { name: `改价 ${orderNo}` })
    const [price, freight] = [dialog.getByLabel(/^手机一共多少钱/), dialog.getByLabel(/^运费/)]
    await expect(price).toBeFocused()
    await price.fill('0')
    await freight.fill('-1')
    await dialog.getByRole('button', { name: '改价' }).click()
    await expect(dialog).toContainText('新价必须大于 0')
    await expect(dialog).toContainText('运费不能小于 0')
    await freight.fill('')
    await expect(dialog).toContainText('请输入运费，包邮填 0')
    await freight.fill('0')
    await price.fill(String(priceFen / 100))
    await expect(dialog).toContainText('与现在的价格相同')
    const lessFen = Math.round((priceFen * 0.6) / 100) * 100
    await price.fill(String(lessFen / 100))
    await dialog.getByRole('button', { name: '改价' }).click()
    const question = page.getByRole('dialog', { name: '价格请再确认' })
    await expect(question).toContainText(formatFen(priceFen))
    await expect(question).toContainText(formatFen(lessFen))
    await question.getByRole('button', { name: '取消' }).click()
    await dialog.getByRole('button', { name: '取消' }).click()
    await page.getByRole('dialog', { name: '填的还没提交，要关掉吗？' }).getByRole('button', { name: '不要了' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('备注 takes 200 characters', async () => {
    await page.getByRole('button', { name: '添加备注' }).click()
    const remark = page.getByRole('textbox', { name: '备注' })
    await page.keyboard.insertText('备'.repeat(REMARK_MAX + 1))
    await expect(remark).toHaveValue('备'.repeat(REMARK_MAX))
    await expect(page.getByText(`${REMARK_MAX} / ${REMARK_MAX}`)).toBeVisible()
    await remark.press('Control+Enter')
    await expect(page.getByRole('button', { name: '修改' })).toBeVisible()
  })

  await test.step('关闭订单 while the buyer wants the money back, and after the parcel has left', async () => {
    await control('payOrder', { orderNo })
    await orderIn(owner, 'curated', orderNo, 'awaiting_shipment')
    await page.getByRole('button', { name: '关闭订单' }).click()
    const dialog = page.getByRole('dialog', { name: `关闭订单 ${orderNo}` })
    await dialog.getByRole('radio', { name: /商品无货/ }).check()
    const refunding = async () => (await owner.call(curatedOrder.detail, { orderId })).inRefund
    await control('openRefund', { orderNo, kind: 'refundOnly' })
    await expect.poll(refunding, IN_BACKGROUND).toBe(true)
    const submit = dialog.getByRole('button', { name: '关闭订单' })
    await submit.click()
    await expect(dialog.getByRole('alert').last()).toContainText('售后中')
    await control('withdrawRefund', { orderNo })
    await expect.poll(refunding, IN_BACKGROUND).toBe(false)
    const [phone] = listing.phones
    if (!phone) throw new Error('no phone')
    await pick(owner, order.orderId, phone.imei)
    const scans = [{ unitCode: phone.imei }]
    await owner.call(curatedOrder.delivery, { orderId, carrierCode: 'SF', waybill: newWaybill(), scans })
    await submit.click()
    await expect(dialog.getByRole('alert').last()).toContainText('已发货')
  })
})
