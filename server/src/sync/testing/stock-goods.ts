import { curatedOrder } from '@huanji/contract/features/order/curated-order'
import { skuIdOf } from '@huanji/domain/listing/sku-id'
import type { Grade } from '@huanji/domain/template/types'
import { curatedReport, phoneProduct } from '@huanji/marketplace/sandbox/testing/goods'
import { markListed } from '../../modules/inspection/commands.ts'
import { countStock } from '../../modules/listing/stock.ts'
import { holdStockUnit, insertSku } from '../../modules/listing/stock-store.ts'
import { insertListing } from '../../modules/listing/store.ts'
import { newId } from '../../platform/ids.ts'
import { nextImei, type ShopOwner, type TradingGateway } from './trading-gateway.ts'

/** A phone with a finished report of the curated channel. */
export interface StockPhone {
  readonly inspectionId: string
  readonly unitId: string
  readonly imei: string
}

/** A listing of stock that the marketplace sells. */
export interface StockListing {
  readonly listingId: string
  readonly productId: number
  readonly remoteSkuId: number
  readonly skuId: string
  readonly phones: readonly StockPhone[]
}

export const STOCK_PRICE_FEN = 210_000
const SKU = { regulatoryNo: '', ram: '', storage: '128GB', colour: '午夜色' }

/** Phones and listings of stock, put in their place in the database, and bought at the sandbox by its buyers. */
export function stockGoods(gateway: TradingGateway) {
  const { control, clock, services } = gateway
  const sql = (text: string, values: readonly unknown[]) => gateway.database.open.ownerQuery(text, [...values])
  const inTenant = <T>(by: ShopOwner, work: Parameters<typeof gateway.db.tenant<T>>[1]) =>
    gateway.db.tenant(by.actor.merchantId, work)

  /** A phone that can be offered; `days` is how long ago it was inspected. */
  async function phone(
    by: ShopOwner,
    { grade = '95' as Grade, colour = '午夜色', days = 1 } = {},
  ): Promise<StockPhone> {
    const imei = nextImei()
    const { inspectionId } = await gateway.save(by, { mode: 'draft', code: { kind: 'imei', imei } })
    const editedAt = new Date(clock.now().getTime() - days * 24 * 3_600_000)
    const { rows } = await sql(
      `update inspection set channel = 'curated', state = 'listable', final_grade = $2, edited_at = $3
       where id = $1 returning unit_id`,
      [inspectionId, grade, editedAt],
    )
    const unitId = (rows as { unit_id: string }[])[0]?.unit_id ?? ''
    await sql('update unit set sku = $2 where id = $1', [unitId, JSON.stringify({ ...SKU, colour })])
    return { inspectionId, unitId, imei }
  }

  /** So many phones of one SKU on sale at the sandbox. */
  async function onSale(by: ShopOwner, count: number): Promise<StockListing> {
    const phones: StockPhone[] = []
    for (let index = 0; index < count; index += 1) phones.push(await phone(by))
    const { sellerId } = by.seller
    const shown = { stock: count, price: STOCK_PRICE_FEN }
    const text = ['颜色:午夜色;容量:128G', '颜色:白色;容量:128G', '颜色:午夜色;容量:256G', '颜色:白色;容量:256G']
    const sku_items = text.map((sku_text, index) => ({ ...shown, stock: index === 0 ? count : 0, sku_text }))
    const base = phoneProduct({ item_biz_type: 19, report_data: { yx_3c: curatedReport }, ...shown, sku_items })
    const publish_shop = base.publish_shop.map((one) => ({ ...one, user_name: `shop${sellerId}` }))
    const { product_id: productId } = await services.marketplace.createProduct(sellerId, { ...base, publish_shop })
    const notify_url = `${gateway.url}/marketplace/push`
    await services.marketplace.publishProduct(sellerId, {
      product_id: productId,
      user_name: [`shop${sellerId}`],
      notify_url,
    })
    await control.advance(60_000)
    clock.advance(60_000)
    const product = await services.marketplace.productDetail(sellerId, { product_id: productId })
    const remoteSkuId = product.sku_items?.find((sku) => sku.stock > 0)?.sku_id ?? 0
    const skuId = skuIdOf(SKU)
    const listingId = newId()
    const { employeeId } = by.actor
    const { rows } = await sql('select model_id, model_name, sku_text from inspection where id = $1', [
      phones[0]?.inspectionId,
    ])
    const [model] = rows as { model_id: string; model_name: string; sku_text: string }[]
    await inTenant(by, async (tx) => {
      await insertListing(tx, {
        listingId,
        channel: 'curated',
        kind: 'stock',
        shopAccountId: by.shopAccountId,
        title: '苹果 iPhone 13 128GB 95新',
        description: '',
        modelId: model?.model_id ?? '',
        modelName: model?.model_name ?? '',
        skuText: model?.sku_text ?? '',
        grade: '95',
        stuffStatus: 95,
        coverKey: null,
        unitCount: count,
        imei: '',
        barCode: '',
        priceFen: STOCK_PRICE_FEN,
        skuId,
        batchId: null,
        batchVersion: null,
        createdBy: employeeId,
        now: clock.now(),
      })
      await insertSku(tx, listingId, { skuId, skuText: text[0] ?? '', priceFen: STOCK_PRICE_FEN, position: 0 })
      for (const { unitId, inspectionId } of phones) {
        await holdStockUnit(tx, listingId, { unitId, inspectionId, skuId })
        await markListed(tx, [inspectionId], by.actor, clock.now())
      }
    })
    await sql(`update listing set state = 'on_sale', product_id = $2 where id = $1`, [listingId, String(productId)])
    await sql('update listing_sku set remote_sku_id = $2, shown_stock = $3 where listing_id = $1', [
      listingId,
      String(remoteSkuId),
      count,
    ])
    return { listingId, productId, remoteSkuId, skuId, phones }
  }

  /** Lets somebody buy of it; gives the order as we know it. */
  async function bought(by: ShopOwner, goods: StockListing, quantity = 1) {
    const orderNo = control.buyProduct(goods.productId, quantity, goods.remoteSkuId)
    await gateway.pass(1_000)
    return orderOf(by, orderNo)
  }

  async function paid(by: ShopOwner, goods: StockListing, quantity = 1) {
    const { orderNo } = await bought(by, goods, quantity)
    control.payOrder(orderNo)
    await gateway.pass(1_000)
    return orderOf(by, orderNo)
  }

  async function orderOf(by: ShopOwner, orderNo: string) {
    const { list } = await gateway.data(curatedOrder.list, { code: orderNo }, by.login)
    const [order] = list
    if (!order) throw new Error(`no order ${orderNo}`)
    return order
  }

  const pick = (by: ShopOwner, orderId: string, imei: string, change: Record<string, unknown> = {}) =>
    gateway.call(curatedOrder.setDeliveryStock, { orderId, unitCode: imei, ...change }, by.login)

  /** How many more can be sold, and how many are sold and still to be named. */
  async function stockOf(by: ShopOwner, { listingId, skuId }: StockListing) {
    const [count] = await inTenant(by, (tx) => countStock(tx, listingId, clock.now(), skuId))
    return { free: count?.free, reserved: count?.reserved }
  }

  /** Sends an order in the marketplace's own app, where nobody names its phones. */
  const shipInApp = (by: ShopOwner, orderNo: string) =>
    services.marketplace.shipOrder(by.seller.sellerId, {
      order_no: orderNo,
      waybill_no: 'SF9999999999999',
      express_code: 'shunfeng',
      express_name: '顺丰速运',
      ship_name: '张三',
      ship_mobile: '13800138002',
      ship_prov_name: '广东省',
      ship_city_name: '深圳市',
      ship_area_name: '南山区',
      ship_address: '科技园一号',
    })

  return { stockOf, shipInApp, sql, inTenant, phone, onSale, bought, paid, orderOf, pick }
}
