import { PHONE_CATEGORY_ID, SP_BIZ_TYPES } from '@huanji/marketplace/protocol/categories'
import { ITEM_BIZ_TYPES } from '@huanji/marketplace/protocol/products'
import type { DemoMerchant } from './merchants.ts'
import type { DemoWorld } from './steps.ts'

const HOUR_MS = 3_600_000

/**
 * Two orders of the curated channel, one completed and one to be shipped, of goods that the merchant offers in the
 * marketplace's own app: the product knows such orders, and does not publish to the channel itself. Yields the moments
 * it waits for.
 */
export async function* sellCurated(
  { control, services, endMs }: DemoWorld,
  { sellerId, shops }: DemoMerchant,
): AsyncGenerator<number, void, void> {
  const { marketplace } = services
  const userName = shops[0]?.userName ?? ''
  yield endMs - 60 * HOUR_MS
  const place = { user_name: userName, province: 440_000, city: 440_300, district: 440_304 }
  const texts = { title: 'iPhone 13 128GB 午夜色 严选', content: '严选商品，全国联保' }
  const { product_id } = await marketplace.createProduct(sellerId, {
    ...{ item_biz_type: ITEM_BIZ_TYPES.curated, sp_biz_type: SP_BIZ_TYPES.phone, channel_cat_id: PHONE_CATEGORY_ID },
    ...{ price: 259_900, express_fee: 0, stock: 2, stuff_status: 95 },
    publish_shop: [{ ...place, ...texts, images: ['https://example.com/1.jpg'] }],
  })
  await marketplace.publishProduct(sellerId, { product_id, user_name: [userName] })
  yield endMs - 59 * HOUR_MS
  const first = control.buyProduct(product_id)
  await control.advance(0)
  control.payOrder(first)
  await control.advance(0)
  const parcel = { order_no: first, waybill_no: 'SF1234567890123', express_code: 'shunfeng', express_name: '顺丰速运' }
  await marketplace.shipOrder(sellerId, parcel)
  yield endMs - 39 * HOUR_MS
  control.confirmReceipt(first)
  yield endMs - 6 * HOUR_MS
  const second = control.buyProduct(product_id)
  await control.advance(0)
  control.payOrder(second)
  await control.advance(0)
}
