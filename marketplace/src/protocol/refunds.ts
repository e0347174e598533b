import { VERDICT_STATUSES } from '@huanji/domain/refunds/expiry'
import { z } from 'zod'
import { WAYBILL_PATTERN } from './orders.ts'
import {
  fenSchema,
  idSchema,
  looseIdSchema,
  orderNoSchema,
  pageRequestShape,
  timeRangeSchema,
  unixSecondsSchema,
} from './scalars.ts'

/** `goods_status`: 1 not received, 2 received, 4 not shipped (docs/open-platform.md §6). */
export const GOODS_STATUS = { notReceived: 1, received: 2, notShipped: 4 } as const

export const listRefundsRequest = z.object({
  order_no: orderNoSchema.optional(),
  authorize_id: idSchema.optional(),
  apply_time: timeRangeSchema.optional(),
  refund_time: timeRangeSchema.optional(),
  /** `wireType` of a kind (`@huanji/domain/refunds/kinds`). */
  refund_type: z.int().optional(),
  refund_status: z.int().optional(),
  ...pageRequestShape,
})
export type ListRefundsRequest = z.input<typeof listRefundsRequest>

/** The marketplace's pictures of a claim, seller's or buyer's, are at most so many. */
export const REFUND_IMAGES_MAX = 9

export const refuseImageSchema = z.object({ src: z.url(), width: z.int(), height: z.int(), size: z.int() })
export type RefuseImage = z.infer<typeof refuseImageSchema>

export const verdictStatusSchema = z.enum(VERDICT_STATUSES)

/** A refund; its key in every call is the order number: an order has at most one open refund. Times in Unix seconds. */
export const refundSchema = z.object({
  refund_no: looseIdSchema,
  order_no: looseIdSchema,
  refund_type: z.int(),
  refund_status: z.int(),
  goods_status: z.int().optional(),
  /** Fen, as in orders; what is at stake, and once it has ended, what was paid. */
  refund_amount: fenSchema,
  /** The report of the phone that it is about, of a lot; left out where it is about all of the order. The platform has none. */
  report_no: z.string().optional(),
  /** What the buyer paid for the order, fen. */
  order_amount: fenSchema.optional(),
  /** True when the phone is to come back. */
  need_return_goods: z.boolean().optional(),
  apply_time: unixSecondsSchema,
  modify_time: unixSecondsSchema.optional(),
  refund_time: unixSecondsSchema,
  reject_time: unixSecondsSchema.optional(),
  /** Deadline of the step the refund stands in; 0 when nothing runs out. */
  timeout_time: unixSecondsSchema,
  seller_eid: z.string().optional(),
  seller_name: z.string().optional(),
  /** The reason's first level, and its second. */
  buyer_apply_reason: z.string().optional(),
  buyer_apply_sub_reason: z.string().optional(),
  buyer_apply_desc: z.string().optional(),
  buyer_images: z.array(z.url()).max(REFUND_IMAGES_MAX).optional(),
  refuse_reason: z.string().optional(),
  refuse_explain: z.string().optional(),
  refuse_images: z.array(refuseImageSchema).optional(),
  /** Left out for a claim that the marketplace does not judge. */
  verdict: verdictStatusSchema.optional(),
  /** The parcel that comes back. */
  refund_post_code: z.string().optional(),
  refund_post_company: z.string().optional(),
  refund_post_no: z.string().optional(),
  /** The parcel that goes out again: an exchange, a part sent after, a repaired phone. */
  resend_post_code: z.string().optional(),
  resend_post_company: z.string().optional(),
  resend_post_no: z.string().optional(),
})
export type Refund = z.output<typeof refundSchema>

/** The list has no count, only whether more follows. */
export const listRefundsData = z.object({ list: z.array(refundSchema), has_next_page: z.boolean() })
export type ListRefundsData = z.output<typeof listRefundsData>

export const returnAddressSchema = z.object({
  name: z.string().min(1),
  mobile: z.string().min(1),
  prov_name: z.string().min(1),
  city_name: z.string().min(1),
  area_name: z.string().min(1),
  district_id: z.int().optional(),
  address: z.string().min(1),
})
export type ReturnAddress = z.infer<typeof returnAddressSchema>

/**
 * The case, and the step of it, that the seller decided in: a call that comes late, when the order has another case or the
 * case stands elsewhere, is refused. The platform has neither (docs/open-platform.md §6).
 */
export const meantRefundShape = { refund_no: looseIdSchema.optional(), refund_status: z.int().optional() }

/**
 * Agreeing means what kind and state ask for (docs/open-platform.md §6): it pays, asks for the phone with an address or
 * promises one, or promises another parcel. With an amount that is no longer the claim's it is refused: the buyer has changed the claim.
 */
export const agreeRefundRequest = z.object({
  order_no: orderNoSchema,
  return_address: returnAddressSchema.optional(),
  refund_amount: fenSchema.optional(),
  ...meantRefundShape,
})
export type AgreeRefundRequest = z.input<typeof agreeRefundRequest>

/** The parcel that ends an exchange, or a claim for something to be sent after. The platform has no call for it (docs/open-platform.md §6). */
export const resendGoodsRequest = z.object({
  order_no: orderNoSchema,
  express_code: z.string().min(1),
  express_name: z.string().min(1),
  waybill_no: z.string().regex(WAYBILL_PATTERN, '运单号应为至少10位字母、数字或下划线'),
  ...meantRefundShape,
})
export type ResendGoodsRequest = z.input<typeof resendGoodsRequest>

export const refuseRefundRequest = z.object({
  order_no: orderNoSchema,
  refuse_reason: z.string().min(1),
  refuse_explain: z.string().max(200, '拒绝说明最多200字'),
  refuse_images: z.array(refuseImageSchema).max(REFUND_IMAGES_MAX).optional(),
  ...meantRefundShape,
})
export type RefuseRefundRequest = z.input<typeof refuseRefundRequest>

export const listRefuseReasonsData = z.object({ refuse_reason: z.array(z.string()) })
export type ListRefuseReasonsData = z.infer<typeof listRefuseReasonsData>
