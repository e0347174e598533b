import { z } from 'zod'
import {
  fenSchema,
  idSchema,
  orderNoSchema,
  pageAnswerShape,
  pageRequestShape,
  timeRangeSchema,
  unixSecondsSchema,
} from './scalars.ts'

/** `order_status` (docs/open-platform.md §5.1). */
export const ORDER_STATUS = {
  awaitingPayment: 11,
  awaitingShipment: 12,
  shipped: 21,
  completed: 22,
  refunded: 23,
  closed: 24,
} as const

/** `refund_status` of an order and of a refund (docs/open-platform.md §5.1). */
export const REFUND_STATUS = {
  none: 0,
  awaitingSeller: 1,
  awaitingReturn: 2,
  awaitingReceipt: 3,
  closed: 4,
  succeeded: 5,
  refused: 6,
  awaitingResend: 7,
  awaitingReturnAddress: 8,
} as const

/** `order_type`, the ones this project meets (docs/open-platform.md §5.1). */
export const ORDER_TYPES = { plain: 1, verified: 3, auction: 4, curated: 9 } as const

export const WAYBILL_PATTERN = /^\w{10,}$/
export const MOBILE_PATTERN = /^1[3456789]\d{9}$/

export const listOrdersRequest = z.object({
  authorize_id: idSchema.optional(),
  order_status: z.int().optional(),
  refund_status: z.int().optional(),
  pay_time: timeRangeSchema.optional(),
  consign_time: timeRangeSchema.optional(),
  confirm_time: timeRangeSchema.optional(),
  refund_time: timeRangeSchema.optional(),
  update_time: timeRangeSchema.optional(),
  ...pageRequestShape,
})
export type ListOrdersRequest = z.input<typeof listOrdersRequest>

export const orderGoodsSchema = z.object({
  quantity: z.int(),
  /** Unit price in fen. */
  price: z.int(),
  product_id: z.int(),
  item_id: z.int(),
  outer_id: z.string().optional(),
  /** 0 when the goods have no specs. */
  sku_id: z.int().optional(),
  sku_outer_id: z.string().optional(),
  sku_text: z.string().optional(),
  title: z.string(),
  images: z.array(z.string()),
  service_support: z.string().optional(),
})

/**
 * One order, which has one line of goods (docs/open-platform.md §5.3). Money in fen; times in Unix seconds, 0 when not
 * reached.
 */
export const orderSchema = z.object({
  order_no: orderNoSchema,
  order_status: z.int(),
  order_type: z.int(),
  refund_status: z.int(),
  order_time: unixSecondsSchema,
  pay_time: unixSecondsSchema,
  consign_time: unixSecondsSchema,
  confirm_time: unixSecondsSchema,
  cancel_time: unixSecondsSchema,
  refund_time: unixSecondsSchema,
  create_time: unixSecondsSchema,
  update_time: unixSecondsSchema,
  total_amount: fenSchema,
  pay_amount: fenSchema,
  refund_amount: fenSchema,
  pay_no: z.string().optional(),
  // The receiver is answered only while the order awaits shipment: whoever needs it later keeps a copy.
  receiver_name: z.string().optional(),
  receiver_mobile: z.string().optional(),
  prov_name: z.string().optional(),
  city_name: z.string().optional(),
  area_name: z.string().optional(),
  town_name: z.string().optional(),
  address: z.string().optional(),
  waybill_no: z.string().optional(),
  express_code: z.string().optional(),
  express_name: z.string().optional(),
  express_fee: z.int(),
  consign_type: z.int().optional(),
  cancel_reason: z.string().optional(),
  buyer_eid: z.string(),
  buyer_nick: z.string(),
  seller_eid: z.string(),
  seller_name: z.string(),
  seller_remark: z.string().optional(),
  goods: orderGoodsSchema,
})
export type Order = z.infer<typeof orderSchema>

export const listOrdersData = z.object({ list: z.array(orderSchema), ...pageAnswerShape })
export type ListOrdersData = z.infer<typeof listOrdersData>

export const orderNoRequest = z.object({ order_no: orderNoSchema })
export type OrderNoRequest = z.input<typeof orderNoRequest>

/** Shipping (docs/open-platform.md §5.4). Without a sender the default shipping address kept at the platform is used. */
export const shipOrderRequest = z.object({
  order_no: orderNoSchema,
  waybill_no: z.string().regex(WAYBILL_PATTERN, '运单号应为至少10位字母、数字或下划线'),
  express_code: z.string().min(1),
  express_name: z.string().min(1),
  ship_name: z.string().optional(),
  ship_mobile: z.string().regex(MOBILE_PATTERN, '手机号格式错误').optional(),
  ship_district_id: z.int().optional(),
  ship_prov_name: z.string().optional(),
  ship_city_name: z.string().optional(),
  ship_area_name: z.string().optional(),
  ship_address: z.string().optional(),
})
export type ShipOrderRequest = z.input<typeof shipOrderRequest>

export const modifyPriceRequest = z.object({
  order_no: orderNoSchema,
  order_price: z.int().min(1),
  express_fee: fenSchema,
})
export type ModifyPriceRequest = z.input<typeof modifyPriceRequest>

export const modifyWaybillRequest = z.object({
  order_no: orderNoSchema,
  waybill_no: z.string().regex(WAYBILL_PATTERN, '运单号应为至少10位字母、数字或下划线'),
  express_code: z.string().min(1),
})
export type ModifyWaybillRequest = z.input<typeof modifyWaybillRequest>
