import { z } from 'zod'
import {
  fenSchema,
  idSchema,
  looseIdSchema,
  orderNoSchema,
  pageRequestShape,
  timeRangeSchema,
  unixSecondsSchema,
} from './scalars.ts'

/**
 * `refund_type`. The platform's page does not list the values; these follow the claim types next to it
 * (docs/open-platform.md §6).
 */
export const REFUND_TYPES = { refundOnly: 1, returnAndRefund: 3 } as const

/** `goods_status`: 1 not received, 2 received, 4 not shipped (docs/open-platform.md §6). */
export const GOODS_STATUS = { notReceived: 1, received: 2, notShipped: 4 } as const

export const listRefundsRequest = z.object({
  order_no: orderNoSchema.optional(),
  authorize_id: idSchema.optional(),
  apply_time: timeRangeSchema.optional(),
  refund_time: timeRangeSchema.optional(),
  refund_type: z.int().optional(),
  refund_status: z.int().optional(),
  ...pageRequestShape,
})
export type ListRefundsRequest = z.input<typeof listRefundsRequest>

/** A refund; its key in every call is the order number: an order has at most one open refund. Times in Unix seconds. */
export const refundSchema = z.object({
  refund_no: looseIdSchema,
  order_no: looseIdSchema,
  refund_type: z.int(),
  refund_status: z.int(),
  goods_status: z.int().optional(),
  /** Fen, as in orders. */
  refund_amount: fenSchema,
  apply_time: unixSecondsSchema,
  refund_time: unixSecondsSchema,
  reject_time: unixSecondsSchema.optional(),
  /** Deadline of the step the refund stands in; 0 when nothing runs out. */
  timeout_time: unixSecondsSchema,
  seller_eid: z.string().optional(),
  seller_name: z.string().optional(),
  buyer_apply_reason: z.string().optional(),
  buyer_apply_desc: z.string().optional(),
  refuse_reason: z.string().optional(),
  /** The parcel that comes back. */
  refund_post_code: z.string().optional(),
  refund_post_company: z.string().optional(),
  refund_post_no: z.string().optional(),
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
 * Agreeing means what the state asks for (docs/open-platform.md §6, §8.3): a refund without return is paid; for a
 * return the first agreement gives the address, and the second, once the goods are back, pays.
 */
export const agreeRefundRequest = z.object({ order_no: orderNoSchema, return_address: returnAddressSchema.optional() })
export type AgreeRefundRequest = z.input<typeof agreeRefundRequest>

export const refuseRefundRequest = z.object({
  order_no: orderNoSchema,
  refuse_reason: z.string().min(1),
  refuse_explain: z.string(),
  refuse_images: z
    .array(z.object({ src: z.url(), width: z.int(), height: z.int(), size: z.int() }))
    .max(9)
    .optional(),
})
export type RefuseRefundRequest = z.input<typeof refuseRefundRequest>

export const listRefuseReasonsData = z.object({ refuse_reason: z.array(z.string()) })
export type ListRefuseReasonsData = z.infer<typeof listRefuseReasonsData>
