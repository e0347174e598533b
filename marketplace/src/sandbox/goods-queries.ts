import {
  type ListProductsData,
  type ListProductsRequest,
  type ListSkusData,
  PRODUCT_STATUS,
  type ProductDetail,
  type ProductRow,
} from '../protocol/products.ts'
import { DAY_MS } from './clock.ts'
import { isWithin, pageOf, type SandboxContext, toSeconds } from './context.ts'
import type { ProductDocument } from './documents.ts'
import { ownProduct, shopOf } from './goods.ts'

/** The list reaches back six months (docs/open-platform.md §3.10). */
const REACH_MS = 183 * DAY_MS

const SALE_STATUSES: Record<number, readonly number[]> = {
  1: [PRODUCT_STATUS.toPublish],
  2: [PRODUCT_STATUS.onSale, PRODUCT_STATUS.soldOut],
  3: [PRODUCT_STATUS.offShelf, PRODUCT_STATUS.soldOffShelf, PRODUCT_STATUS.autoOffShelf],
}

/**
 * Answers the merchant's products, last changed first (docs/open-platform.md §3.10). Deleted ones only when asked for
 * by status.
 */
export function listProducts(
  context: SandboxContext,
  sellerId: number,
  request: ListProductsRequest,
): ListProductsData {
  const rows = context.store
    .all('product')
    .filter((product) => product.sellerId === sellerId && context.nowMs() - product.updatedMs <= REACH_MS)
    .filter((product) => hasStatus(product, request))
    .filter(
      (product) =>
        isWithin(product.onlineMs, request.online_time) &&
        isWithin(product.offlineMs, request.offline_time) &&
        isWithin(product.soldMs, request.sold_time) &&
        isWithin(product.updatedMs, request.update_time) &&
        isWithin(product.createdMs, request.create_time),
    )
    .sort((a, b) => b.updatedMs - a.updatedMs || b.productId - a.productId)
  const page = pageOf(rows, request)
  return { ...page, list: page.list.map(rowOnWire) }
}

function hasStatus(product: ProductDocument, request: ListProductsRequest): boolean {
  if (request.product_status !== undefined) return product.status === request.product_status
  if (request.sale_status !== undefined) return (SALE_STATUSES[request.sale_status] ?? []).includes(product.status)
  return product.status !== PRODUCT_STATUS.deleted
}

function rowOnWire(product: ProductDocument): ProductRow {
  const { fields } = product
  const shop = shopOf(product)
  return {
    product_id: product.productId,
    product_status: product.status,
    item_biz_type: fields.item_biz_type,
    sp_biz_type: fields.sp_biz_type,
    channel_cat_id: fields.channel_cat_id,
    original_price: fields.original_price ?? 0,
    price: fields.price,
    stock: product.stock,
    sold: product.sold,
    title: shop.title,
    district_id: shop.district,
    outer_id: fields.outer_id ?? '',
    stuff_status: fields.stuff_status ?? 0,
    express_fee: fields.express_fee,
    spec_type: product.skus ? 2 : 1,
    source: 11,
    specify_publish_time: 0,
    online_time: toSeconds(product.onlineMs),
    offline_time: toSeconds(product.offlineMs),
    sold_time: toSeconds(product.soldMs),
    update_time: toSeconds(product.updatedMs),
    create_time: toSeconds(product.createdMs),
  }
}

/** Answers one product with everything the merchant sent and what became of it (docs/open-platform.md §3.11). */
export function productDetail(
  context: SandboxContext,
  sellerId: number,
  request: { product_id: number },
): ProductDetail {
  const product = ownProduct(context, sellerId, request.product_id)
  const published = product.itemId === null ? {} : { item_id: product.itemId }
  return {
    ...rowOnWire(product),
    specify_publish_time: '',
    publish_status: product.publishStatus,
    channel_pv: product.fields.channel_pv ?? [],
    publish_shop: product.fields.publish_shop.map((shop) => ({ ...shop, ...published, status: 1 })),
    sku_items: product.skus ? [...product.skus] : null,
    report_data: product.fields.report_data ?? null,
  }
}

/** Answers the specs of up to 100 products; null for one without specs. */
export function listSkus(context: SandboxContext, sellerId: number, request: { product_id: number[] }): ListSkusData {
  return {
    list: request.product_id.map((productId) => {
      const product = ownProduct(context, sellerId, productId)
      return { product_id: productId, sku_items: product.skus ? [...product.skus] : null }
    }),
  }
}
