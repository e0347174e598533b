import { curatedOrder } from '@huanji/contract/features/order/curated-order'
import { type CuratedOrder, pick } from '@huanji/server/demo/trade/selling'
import { OWNER } from './fixtures/accounts.ts'
import type { ApiClient } from './fixtures/api-client.ts'
import { fillCode } from './fixtures/code-field.ts'
import { curatedStock } from './fixtures/curated-steps.ts'
import { expect, test } from './fixtures/journey.ts'
import { control, productOf } from './fixtures/marketplace.ts'
import { newImei } from './fixtures/phones.ts'
import { newWaybill } from './fixtures/scan-codes.ts'
import { checkScreen } from './fixtures/screen.ts'

const PARCELS = 50
const ORDERS_AT_ONCE = 10

/** Paid orders of one phone each, all of them chosen: what is left is the parcel, whose phone is named in the list. */
async function packedOrders(client: ApiClient): Promise<readonly (CuratedOrder & { readonly phone: string })[]> {
  const { listingId, phones } = await curatedStock(client, { count: PARCELS })
  const { productId, skus } = await productOf(listingId)
  const skuId = skus?.[0]?.sku_id
  const bought = { productId, quantity: 1, ...(skuId === undefined ? {} : { skuId }) }
  const numbers = new Set<string>()
  for (let count = 0; count < PARCELS; count += 1) {
    const { orderNo } = await control<{ orderNo: string }>('buyProduct', bought)
    await control('payOrder', { orderNo })
    numbers.add(orderNo)
  }
  const waiting = async () => {
    const { list } = await client.call(curatedOrder.list, { state: 'awaiting_shipment', pageSize: 200 })
    return list.filter(({ orderNo }) => numbers.has(orderNo))
  }
  await expect.poll(async () => (await waiting()).length, { timeout: 60_000 }).toBe(PARCELS)
  const orders = await waiting()
  for (let at = 0; at < PARCELS; at += ORDERS_AT_ONCE) {
    await Promise.all(
      orders.slice(at, at + ORDERS_AT_ONCE).map((order, index) => {
        const imei = phones[at + index]?.imei ?? ''
        return pick(client, order.orderId, imei)
      }),
    )
  }
  return orders.map((order, at) => ({ ...order, phone: phones[at]?.imei ?? '' }))
}

test('50 parcels leave from one pasted list; the 4 wrong lines stay and are mended', async ({
  signedInUser,
  clientOf,
}) => {
  const owner = await clientOf(OWNER)
  const orders = await packedOrders(owner)
  const lines = orders.map(({ phone }) => ({ code: phone, waybill: newWaybill() }))
  const [stranger, short, twice, odd] = [lines[3], lines[11], lines[29], lines[49]]
  if (!stranger || !short || !twice || !odd) throw new Error('too few orders')
  const right = { stranger: stranger.code, short: short.waybill, twice: twice.code, odd: odd.waybill }
  stranger.code = newImei()
  short.waybill = 'SF1'
  twice.code = lines[0]?.code ?? ''
  odd.waybill = 'PARCELOFNOBODY0000001'
  const table = ['条码\t运单号', ...lines.map(({ code, waybill }) => `${code}\t${waybill}`)].join('\n')

  const { page } = await signedInUser(OWNER, { viewport: { width: 1366, height: 768 } })
  await page.goto('/sale/yxorder')
  await page.getByRole('button', { name: '批量发货' }).click()
  const drawer = page.getByRole('dialog', { name: /^批量发货/ })
  const pasteBox = drawer.getByLabel('粘贴发货表')
  await pasteBox.focus()
  await page.evaluate(`{
    const data = new DataTransfer()
    data.setData('text/plain', ${JSON.stringify(table)})
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }`)
  await expect(drawer.getByText('待修改 4 行')).toBeVisible({ timeout: 20_000 })
  await expect(drawer.getByText('可发 46 单')).toBeVisible()
  const line = (place: number) => drawer.locator(`tr[data-line="${place}"]`)
  await expect(line(4)).toContainText('没有可发货的订单')
  await expect(line(12)).toContainText('闲鱼只接受10位以上的运单号')
  await expect(line(30)).toContainText('与第 1 行是同一单')
  await expect(line(50)).toContainText('认不出快递公司')
  await checkScreen(page, 'parcels with wrong lines')

  await drawer.getByRole('button', { name: '发货 46 单' }).click()
  await page.getByRole('dialog', { name: '发货 46 单？' }).getByRole('button', { name: '发货 46 单' }).click()
  await expect(drawer.getByText('已发货 46 单')).toBeVisible({ timeout: 20_000 })
  await expect(drawer.locator('tr[data-line]')).toHaveCount(4)

  await fillCode(drawer.getByLabel('第 1 行 订单号、条码'), right.stranger)
  await fillCode(drawer.getByLabel('第 2 行 运单号'), right.short)
  await fillCode(drawer.getByLabel('第 3 行 订单号、条码'), right.twice)
  await fillCode(drawer.getByLabel('第 4 行 运单号'), right.odd)
  await expect(drawer.getByText('可发 4 单')).toBeVisible({ timeout: 20_000 })
  await drawer.getByRole('button', { name: '发货 4 单' }).click()
  await page.getByRole('dialog', { name: '发货 4 单？' }).getByRole('button', { name: '发货 4 单' }).click()
  await expect(drawer.getByText('已发货 50 单')).toBeVisible({ timeout: 20_000 })
  const { list } = await owner.call(curatedOrder.list, { state: 'shipped', pageSize: 200 })
  const gone = new Map(list.map(({ orderNo, waybill }) => [orderNo, waybill]))
  expect(orders.filter(({ orderNo }) => !gone.get(orderNo))).toEqual([])
})
