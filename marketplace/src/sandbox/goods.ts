import type { z } from 'zod'
import {
  type CreateProductData,
  type CreateProductsData,
  type createProductRequest,
  ITEM_BIZ_TYPES,
  MAX_SKU_STOCK,
  PRODUCT_STATUS,
  PUBLISH_STATUS,
  type Sku,
  type SkuInput,
  STUFF_STATUSES,
} from '../protocol/products.ts'
import { change, type SandboxContext, toSeconds } from './context.ts'
import { isCategoryTriple, isKnownProperty } from './dictionaries.ts'
import type { ProductDocument } from './documents.ts'
import { badParameter, notFound, SandboxRefusal } from './refusal.ts'
import { authorizedShop } from './shops.ts'

export type NewProduct = z.output<typeof createProductRequest>

/** The merchant's product, or a refusal; another merchant's looks the same as none. */
export function ownProduct(context: SandboxContext, sellerId: number, productId: number): ProductDocument {
  const product = context.store.get('product', String(productId))
  if (!product || product.sellerId !== sellerId || product.status === PRODUCT_STATUS.deleted) throw notFound('商品')
  return product
}

/** Stores new fields of a product with the time of the change, and tells the merchant. */
export function changeProduct(
  context: SandboxContext,
  product: ProductDocument,
  fields: Partial<ProductDocument>,
): ProductDocument {
  const changed = change(context.store, 'product', String(product.productId), product, {
    ...fields,
    updatedMs: context.nowMs(),
  })
  context.push(product.sellerId, {
    seller_id: changed.sellerId,
    product_id: changed.productId,
    product_status: changed.status,
    publish_status: changed.publishStatus,
    item_biz_type: changed.fields.item_biz_type,
    price: changed.fields.price,
    stock: changed.stock,
    user_name: shopOf(changed).user_name,
    modify_time: toSeconds(changed.updatedMs),
  })
  return changed
}

/** Where and how a product appears: the first shop of the list, the only one a publication takes. */
export function shopOf(product: ProductDocument): ProductDocument['fields']['publish_shop'][number] {
  const [shop] = product.fields.publish_shop
  if (!shop) throw new Error(`product ${product.productId} has no shop`)
  return shop
}

/** Checks what the shapes cannot say: rules between fields (docs/open-platform.md §3.1–§3.4). Refuses with the field's name. */
export function checkProduct(context: SandboxContext, sellerId: number, product: NewProduct): void {
  if (!isCategoryTriple(product.item_biz_type, product.sp_biz_type, product.channel_cat_id)) {
    throw badParameter('channel_cat_id', '类目与商品类型、行业不匹配')
  }
  if (!(product.channel_pv ?? []).every(isKnownProperty)) throw badParameter('channel_pv', '属性值不存在')
  checkStuffStatus(product)
  checkSkus(product)
  for (const place of product.publish_shop) {
    const shop = authorizedShop(context, sellerId, place.user_name)
    if (!shop.itemBizTypes.includes(product.item_biz_type)) throw badParameter('item_biz_type', '店铺未准入该商品类型')
    if (![place.province, place.city, place.district].every(isRegionCode)) {
      throw badParameter('publish_shop.district', '应为6位行政区划代码')
    }
  }
  const isSingleCurated = product.item_biz_type === ITEM_BIZ_TYPES.curated && product.stock === 1
  if (isSingleCurated && !product.report_data?.yx_3c) throw badParameter('report_data.yx_3c', 'is not set')
  if (product.item_biz_type === ITEM_BIZ_TYPES.verified && !product.inspect_data) {
    throw badParameter('inspect_data', 'is not set')
  }
}

function isRegionCode(code: number): boolean {
  return code >= 110_000 && code <= 829_999
}

function checkStuffStatus(product: NewProduct): void {
  const isPlain = product.item_biz_type === ITEM_BIZ_TYPES.plain
  if (product.stuff_status === undefined) {
    if (!isPlain) throw badParameter('stuff_status', 'is not set')
    return
  }
  const known = STUFF_STATUSES.includes(product.stuff_status)
  if (!known || (product.stuff_status === 0 && !isPlain)) throw badParameter('stuff_status', '取值不正确')
}

function checkSkus(product: NewProduct): void {
  const skus = product.sku_items
  if (!skus || skus.length === 0) {
    if (product.stock > MAX_SKU_STOCK) throw badParameter('stock', `单规格商品库存不能大于${MAX_SKU_STOCK}`)
    return
  }
  if (!skus.some((sku) => sku.price === product.price)) throw badParameter('price', '应与其中一个规格的价格一致')
  if (skus.reduce((sum, sku) => sum + sku.stock, 0) !== product.stock) {
    throw badParameter('stock', '应等于各规格库存之和')
  }
  if (new Set(skus.map((sku) => sku.sku_text)).size !== skus.length) throw badParameter('sku_items', '规格不能重复')
}

/** Creates a draft (docs/open-platform.md §3.3). */
export function createProduct(context: SandboxContext, sellerId: number, request: NewProduct): CreateProductData {
  checkProduct(context, sellerId, request)
  const { sku_items: skus, stock, ...fields } = request
  const productId = context.nextId('product')
  const nowMs = context.nowMs()
  const product: ProductDocument = {
    productId,
    sellerId,
    fields,
    stock,
    skus: skus && skus.length > 0 ? skus.map((sku) => newSku(context, sku)) : null,
    status: PRODUCT_STATUS.toPublish,
    publishStatus: PUBLISH_STATUS.toPublish,
    pendingTask: null,
    itemId: null,
    sold: 0,
    onlineMs: 0,
    offlineMs: 0,
    soldMs: 0,
    createdMs: nowMs,
    updatedMs: nowMs,
  }
  context.store.put('product', String(productId), product)
  return { product_id: productId, product_status: product.status }
}

/** Gives a spec its id. */
export function newSku(context: SandboxContext, sku: SkuInput): Sku {
  return { ...sku, sku_id: context.nextId('sku') }
}

/** Creates many; a row that is refused does not hold up the others. */
export function createProducts(
  context: SandboxContext,
  sellerId: number,
  request: { product_data: (NewProduct & { item_key: string })[] },
): CreateProductsData {
  const answer: CreateProductsData = { success: [], error: [] }
  if (new Set(request.product_data.map((row) => row.item_key)).size !== request.product_data.length) {
    throw badParameter('product_data.item_key', '不能重复')
  }
  for (const { item_key, ...product } of request.product_data) {
    try {
      answer.success.push({ item_key, ...createProduct(context, sellerId, product) })
    } catch (error) {
      if (!(error instanceof SandboxRefusal)) throw error
      answer.error.push({ item_key, msg: error.message })
    }
  }
  return answer
}

/**
 * Buyers take pieces of a product, or bring back what they did not pay for: of one spec when there are specs. What is
 * there and what is sold change together; the shelf state follows. A spec that was edited away takes nothing back.
 */
export function sellPieces(
  context: SandboxContext,
  product: ProductDocument,
  skuId: number,
  pieces: number,
): ProductDocument {
  const sold = product.sold + pieces
  if (product.skus && !product.skus.some((sku) => sku.sku_id === skuId)) {
    return changeProduct(context, product, { sold })
  }
  const stock = product.stock - pieces
  const skus = product.skus?.map((sku) => (sku.sku_id === skuId ? { ...sku, stock: sku.stock - pieces } : sku)) ?? null
  const isOnShelf = product.status === PRODUCT_STATUS.onSale || product.status === PRODUCT_STATUS.soldOut
  if (!isOnShelf) return changeProduct(context, product, { stock, sold, skus })
  return changeProduct(context, product, {
    stock,
    sold,
    skus,
    status: stock > 0 ? PRODUCT_STATUS.onSale : PRODUCT_STATUS.soldOut,
    publishStatus: stock > 0 ? PUBLISH_STATUS.onSale : PUBLISH_STATUS.soldOut,
    soldMs: stock > 0 ? product.soldMs : context.nowMs(),
  })
}
