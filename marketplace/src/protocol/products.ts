import { z } from 'zod'
import { curatedReportSchema } from './reports.ts'
import {
  fenSchema,
  idSchema,
  MAX_PRICE_FEN,
  pageAnswerShape,
  pageRequestShape,
  priceFenSchema,
  timeRangeSchema,
  unitTextSchema,
  unixSecondsSchema,
} from './scalars.ts'

/** `item_biz_type`, the kinds of goods (docs/open-platform.md §3.1). */
export const ITEM_BIZ_TYPES = { inspected: 0, plain: 2, verified: 10, brand: 16, curated: 19 } as const

/** `product_status`, the state of the ERP's record (docs/open-platform.md §3.1). */
export const PRODUCT_STATUS = {
  deleted: -1,
  toPublish: 21,
  onSale: 22,
  soldOut: 23,
  offShelf: 31,
  soldOffShelf: 33,
  autoOffShelf: 36,
} as const

/** `publish_status`, which says what may be done next (docs/open-platform.md §3.1). */
export const PUBLISH_STATUS = {
  inoperable: -1,
  draft: 1,
  toPublish: 2,
  onSale: 3,
  offShelf: 4,
  soldOut: 5,
  abnormal: 9,
} as const

/** `stuff_status`: 100 new, −1 nearly new, then 99 … 50; 0, no statement, only for plain goods (docs/open-platform.md §3.1). */
export const STUFF_STATUSES: readonly number[] = [100, -1, 99, 95, 90, 80, 70, 60, 50, 0]

export const MAX_STOCK = 399_960
export const MAX_SKU_STOCK = 9_999

export const imageSchema = z.object({ src: z.url(), width: z.int().positive(), height: z.int().positive() })

/** `颜色:黑色;容量:128G`: at most two specs, names of 1–4 signs, values of 1–20, no special signs (docs/open-platform.md §3.3). */
export const SKU_TEXT_PATTERN = /^[^:;<>&]{1,4}:[^:;<>&]{1,20}(;[^:;<>&]{1,4}:[^:;<>&]{1,20})?$/

export const skuInputSchema = z.object({
  price: priceFenSchema,
  stock: z.int().min(0).max(MAX_SKU_STOCK),
  sku_text: z.string().regex(SKU_TEXT_PATTERN, '规格应为“规格名:规格值”，最多两组'),
  outer_id: unitTextSchema(0, 64).optional(),
})
export type SkuInput = z.infer<typeof skuInputSchema>

/** `publish_shop[]`: where and how the goods appear. The platform takes image addresses and fetches them itself. */
export const publishShopSchema = z.object({
  user_name: z.string().min(1),
  province: z.int(),
  city: z.int(),
  district: z.int(),
  title: unitTextSchema(1, 60),
  content: unitTextSchema(5, 5000).refine((text) => !/<[a-z/][^>]*>/i.test(text), '描述不能包含HTML'),
  images: z
    .array(z.url())
    .min(1)
    .max(30)
    .refine((urls) => new Set(urls).size === urls.length, '图片不能重复'),
  white_images: z.url().optional(),
  service_support: z.string().optional(),
})
export type PublishShop = z.infer<typeof publishShopSchema>

export const channelPropertySchema = z.object({
  property_id: z.string().min(1),
  property_name: z.string().min(1),
  value_id: z.string().min(1),
  value_name: z.string().min(1),
})

const productFieldsShape = {
  item_biz_type: z.int(),
  sp_biz_type: z.int(),
  channel_cat_id: z.string().min(1),
  channel_pv: z.array(channelPropertySchema).optional(),
  price: priceFenSchema,
  original_price: z.int().min(0).max(MAX_PRICE_FEN).optional(),
  express_fee: fenSchema,
  stock: z.int().min(1).max(MAX_STOCK),
  outer_id: unitTextSchema(1, 64).optional(),
  stuff_status: z.int().optional(),
  publish_shop: z.array(publishShopSchema).min(1),
  sku_items: z.array(skuInputSchema).optional(),
  report_data: z.object({ yx_3c: curatedReportSchema.optional() }).optional(),
  inspect_data: z
    .object({ trade_rule: z.enum(['yhbOptional', 'yhbOnly']), assume_rule: z.enum(['buyer', 'seller']) })
    .optional(),
  detail_images: z.array(imageSchema).optional(),
  sku_images: z.array(imageSchema.extend({ sku_text: z.string() })).optional(),
}

export const createProductRequest = z.object(productFieldsShape)
export type CreateProductRequest = z.input<typeof createProductRequest>

export const createProductData = z.object({ product_id: idSchema, product_status: z.int() })
export type CreateProductData = z.infer<typeof createProductData>

export const createProductsRequest = z.object({
  product_data: z
    .array(createProductRequest.extend({ item_key: z.string().min(1) }))
    .min(1)
    .max(50),
})
export type CreateProductsRequest = z.input<typeof createProductsRequest>

/** A batch succeeds row by row (docs/open-platform.md §3.3). */
export const createProductsData = z.object({
  success: z.array(createProductData.extend({ item_key: z.string() })),
  error: z.array(z.object({ item_key: z.string(), msg: z.string() })),
})
export type CreateProductsData = z.infer<typeof createProductsData>

/** Only the fields sent change (docs/open-platform.md §3.7). */
export const editProductRequest = z
  .object(productFieldsShape)
  .partial()
  .extend({ product_id: idSchema, notify_url: z.url().optional() })
export type EditProductRequest = z.input<typeof editProductRequest>

/** Publishing only says "accepted"; the result comes to `notify_url` (docs/open-platform.md §3.8). */
export const publishProductRequest = z.object({
  product_id: idSchema,
  user_name: z.tuple([z.string().min(1)]),
  specify_publish_time: z.string().optional(),
  notify_url: z.url().optional(),
})
export type PublishProductRequest = z.input<typeof publishProductRequest>

export const productIdRequest = z.object({ product_id: idSchema })
export type ProductIdRequest = z.input<typeof productIdRequest>

export const editStockRequest = z.object({
  product_id: idSchema,
  price: priceFenSchema.optional(),
  original_price: z.int().min(0).max(MAX_PRICE_FEN).optional(),
  stock: z.int().min(0).max(MAX_SKU_STOCK).optional(),
  sku_items: z
    .array(
      z.object({
        sku_id: idSchema,
        stock: z.int().min(0).max(MAX_SKU_STOCK),
        price: priceFenSchema.optional(),
        outer_id: unitTextSchema(0, 64).optional(),
      }),
    )
    .optional(),
})
export type EditStockRequest = z.input<typeof editStockRequest>

export const listProductsRequest = z.object({
  online_time: timeRangeSchema.optional(),
  offline_time: timeRangeSchema.optional(),
  sold_time: timeRangeSchema.optional(),
  update_time: timeRangeSchema.optional(),
  create_time: timeRangeSchema.optional(),
  product_status: z.int().optional(),
  /** 1 to publish, 2 on sale, 3 off the shelf; `product_status` wins when both are sent (docs/open-platform.md §3.1). */
  sale_status: z.int().min(1).max(3).optional(),
  ...pageRequestShape,
})
export type ListProductsRequest = z.input<typeof listProductsRequest>

const productRowShape = {
  product_id: idSchema,
  product_status: z.int(),
  item_biz_type: z.int(),
  sp_biz_type: z.int(),
  channel_cat_id: z.string(),
  original_price: z.int().optional(),
  price: z.int(),
  stock: z.int(),
  sold: z.int(),
  title: z.string(),
  district_id: z.int().optional(),
  outer_id: z.string().optional(),
  stuff_status: z.int().optional(),
  express_fee: z.int(),
  spec_type: z.int().optional(),
  source: z.int().optional(),
  specify_publish_time: z.union([z.string(), z.int()]).optional(),
  online_time: unixSecondsSchema,
  offline_time: unixSecondsSchema,
  sold_time: unixSecondsSchema,
  update_time: unixSecondsSchema,
  create_time: unixSecondsSchema,
}

export const productRowSchema = z.object(productRowShape)
export type ProductRow = z.infer<typeof productRowSchema>

export const listProductsData = z.object({ list: z.array(productRowSchema), ...pageAnswerShape })
export type ListProductsData = z.infer<typeof listProductsData>

export const skuSchema = z.object({
  sku_id: idSchema,
  price: z.int(),
  stock: z.int(),
  sku_text: z.string(),
  outer_id: z.string().optional(),
  xy_sku_id: z.int().optional(),
})
export type Sku = z.infer<typeof skuSchema>

export const productDetailSchema = z.object({
  ...productRowShape,
  publish_status: z.int(),
  channel_pv: z.array(channelPropertySchema).optional(),
  publish_shop: z.array(
    z.object({
      user_name: z.string(),
      province: z.int().optional(),
      city: z.int().optional(),
      district: z.int().optional(),
      title: z.string(),
      content: z.string(),
      images: z.array(z.string()),
      white_images: z.string().optional(),
      service_support: z.string().optional(),
      /** The id in the app; there is none before the first publication. */
      item_id: z.int().optional(),
      /** 1 in use, 2 not in use. */
      status: z.int().optional(),
    }),
  ),
  sku_items: z.array(skuSchema).nullish(),
  report_data: z.object({ yx_3c: curatedReportSchema.optional() }).nullish(),
})
export type ProductDetail = z.infer<typeof productDetailSchema>

export const listSkusRequest = z.object({ product_id: z.array(idSchema).min(1).max(100) })
export type ListSkusRequest = z.input<typeof listSkusRequest>
export const listSkusData = z.object({
  list: z.array(z.object({ product_id: idSchema, sku_items: z.array(skuSchema).nullable() })),
})
export type ListSkusData = z.infer<typeof listSkusData>
