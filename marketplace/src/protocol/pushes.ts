import { z } from 'zod'
import { entryStatusSchema } from './auction.ts'
import { idSchema, orderNoSchema, unixSecondsSchema } from './scalars.ts'

/** `task_type` of a publication result (docs/open-platform.md §3.12). */
export const TASK_TYPES = { publishNew: 10, publishExisting: 11, edit: 13 } as const
/** `task_result`. */
export const TASK_RESULTS = { success: 1, failure: 2 } as const

/**
 * Order push (docs/open-platform.md §7): something about the order changed; its detail is fetched by call. Samples show
 * only four of the fields.
 */
export const orderPushSchema = z.object({
  seller_id: idSchema.optional(),
  user_name: z.string().optional(),
  order_no: orderNoSchema,
  order_type: z.int().optional(),
  order_status: z.int(),
  refund_status: z.int(),
  modify_time: unixSecondsSchema,
  product_id: z.int().optional(),
  item_id: z.int().optional(),
})
export type OrderPush = z.infer<typeof orderPushSchema>

/** Product push (docs/open-platform.md §3.13). */
export const productPushSchema = z.object({
  seller_id: idSchema,
  product_id: idSchema,
  product_status: z.int(),
  publish_status: z.int(),
  item_biz_type: z.int(),
  price: z.int(),
  stock: z.int(),
  user_name: z.string(),
  modify_time: unixSecondsSchema,
})
export type ProductPush = z.infer<typeof productPushSchema>

/** Result of a publication or of an edit on the shelf, sent to the `notify_url` of the call (docs/open-platform.md §3.12). */
export const productResultPushSchema = z.object({
  seller_id: idSchema,
  product_id: idSchema,
  product_status: z.int(),
  publish_status: z.int(),
  item_biz_type: z.int(),
  user_name: z.string(),
  item_id: z.int().optional(),
  task_type: z.int(),
  task_time: unixSecondsSchema,
  task_result: z.int(),
  err_code: z.string().optional(),
  err_msg: z.string().optional(),
})
export type ProductResultPush = z.infer<typeof productResultPushSchema>

/** Sandbox: an auction entry changed; its detail is fetched by call. */
export const entryPushSchema = z.object({
  seller_id: idSchema,
  user_name: z.string(),
  entry_id: idSchema,
  product_id: idSchema,
  status: entryStatusSchema,
  modify_time: unixSecondsSchema,
})
export type EntryPush = z.infer<typeof entryPushSchema>

/** Sandbox: the market's answer to an uploaded entry, sent to the `notify_url` of the call. */
export const entryResultPushSchema = entryPushSchema.extend({
  item_id: z.int().optional(),
  task_time: unixSecondsSchema,
  task_result: z.int(),
  err_code: z.string().optional(),
  err_msg: z.string().optional(),
})
export type EntryResultPush = z.infer<typeof entryResultPushSchema>

export type Push =
  | { kind: 'order'; body: OrderPush }
  | { kind: 'product'; body: ProductPush }
  | { kind: 'productResult'; body: ProductResultPush }
  | { kind: 'entry'; body: EntryPush }
  | { kind: 'entryResult'; body: EntryResultPush }

/**
 * Tells the pushes apart by their fields, so that one address can take them all.
 * @returns null when the body is none of them
 */
export function classifyPush(body: unknown): Push | null {
  if (typeof body !== 'object' || body === null) return null
  const isResult = 'task_result' in body
  if ('order_no' in body) return wrap('order', orderPushSchema.safeParse(body))
  if ('entry_id' in body) {
    return isResult
      ? wrap('entryResult', entryResultPushSchema.safeParse(body))
      : wrap('entry', entryPushSchema.safeParse(body))
  }
  if (isResult) return wrap('productResult', productResultPushSchema.safeParse(body))
  return wrap('product', productPushSchema.safeParse(body))
}

function wrap<Kind extends string, Body>(kind: Kind, parsed: z.ZodSafeParseResult<Body>) {
  return parsed.success ? { kind, body: parsed.data } : null
}
