import { MINUTE_MS } from '../clock.ts'
import type { Channel } from '../documents.ts'
import { curatedReport, phoneProduct, startBidding } from './goods.ts'
import { SELLER_ID, USER_NAME } from './merchant.ts'
import type { SandboxFixture } from './sandbox-fixture.ts'

export const returnAddress = {
  name: '退货仓',
  mobile: '13800130000',
  prov_name: '浙江省',
  city_name: '杭州市',
  area_name: '余杭区',
  address: '示例路1号',
}

/** A curated phone on sale. */
export async function publishCurated(
  fixture: SandboxFixture,
  changes: Parameters<typeof phoneProduct>[0] = {},
): Promise<number> {
  const product = phoneProduct({ item_biz_type: 19, report_data: { yx_3c: curatedReport }, ...changes })
  const { product_id: productId } = await fixture.client.createProduct(SELLER_ID, product)
  await fixture.client.publishProduct(SELLER_ID, {
    product_id: productId,
    user_name: [USER_NAME],
    notify_url: fixture.receiver.url,
  })
  await fixture.sandbox.control.advance(MINUTE_MS)
  return productId
}

/** A curated order that is paid. */
export async function paidOrder(fixture: SandboxFixture): Promise<string> {
  const orderNo = fixture.sandbox.control.buyProduct(await publishCurated(fixture))
  fixture.sandbox.control.payOrder(orderNo)
  return orderNo
}

export async function ship(fixture: SandboxFixture, orderNo: string): Promise<void> {
  await fixture.client.shipOrder(SELLER_ID, {
    order_no: orderNo,
    waybill_no: 'SF1002001234567',
    express_code: 'shunfeng',
    express_name: '顺丰速运',
  })
}

/** A curated order that its buyer has received. */
export async function receivedOrder(fixture: SandboxFixture): Promise<string> {
  const orderNo = await paidOrder(fixture)
  await ship(fixture, orderNo)
  fixture.sandbox.control.confirmReceipt(orderNo)
  return orderNo
}

/** What an order of `soldOn` sells for. */
export const PRICE_FEN = 200_000

/** An order of a channel that is paid. */
export async function soldOn(fixture: SandboxFixture, channel: Channel, priceFen = PRICE_FEN): Promise<string> {
  const { control } = fixture.sandbox
  if (channel === 'auction') {
    const { entryId } = await startBidding(fixture, 'open')
    control.concludeEntry(entryId, { priceFen })
    const { list } = await fixture.client.listOrders(SELLER_ID, {})
    const orderNo = list[0]?.order_no ?? ''
    control.payOrder(orderNo)
    return orderNo
  }
  const kind = channel === 'curated' ? {} : { item_biz_type: 2, stuff_status: 0 }
  const orderNo = control.buyProduct(await publishCurated(fixture, { price: priceFen, ...kind }))
  control.payOrder(orderNo)
  return orderNo
}

/** An order of a channel that its buyer has received. */
export async function receivedOn(fixture: SandboxFixture, channel: Channel): Promise<string> {
  const orderNo = await soldOn(fixture, channel)
  await ship(fixture, orderNo)
  fixture.sandbox.control.confirmReceipt(orderNo)
  return orderNo
}

/** What all settlements of an order come to, by the type of their lines; what goes out is negative. */
export async function settledLines(fixture: SandboxFixture, orderNo: string): Promise<Record<string, number>> {
  const { list } = await fixture.client.listSettlements(SELLER_ID, { order_no: orderNo })
  const sums: Record<string, number> = {}
  for (const { type, direction, amount } of list.flatMap(({ lines }) => lines)) {
    sums[type] = (sums[type] ?? 0) + (direction === 'in' ? amount : -amount)
  }
  return sums
}
